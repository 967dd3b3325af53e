import type { Accepted } from './alert-receiver.ts'

/** An incident as the table has it, with the alert that belongs to it; Unix milliseconds. */
export interface ToldIncident {
  readonly id: string
  readonly openedAt: number
  readonly resolvedAt: number | null
  readonly alertIds: readonly string[]
}

/** Who is told how long after an incident began, reckoned here anew: all of it again every two minutes. */
const steps = [
  { afterMinutes: 0, channels: ['/a', '/b', '/c'] },
  { afterMinutes: 1, channels: ['/d', '/e'] },
] as const
const minuteMs = 60_000
const roundMs = 2 * minuteMs
export const escalation = { steps, repeat: { afterMinutes: 1, times: 50 } }

/** What became of alerts while processes were killed. */
export interface AlertReport {
  readonly incidents: number
  /** What people were to be told: openings, steps, repetitions and ends, for each channel. */
  readonly expected: number
  /** Messages that a provider accepted, each counted once, and those of them that came again. */
  readonly messages: number
  readonly repeats: number
  /** Messages whose answer, or the time to write it down, touched a kill. */
  readonly killedMidway: number
  /** Incidents without an alert of their own, or with several. */
  readonly withoutAlert: number
  /** Of what was expected, what nobody was told. */
  readonly untold: number
  /** News that came in two messages, and messages that came again with another key. */
  readonly toldTwice: number
  readonly otherKeys: number
  /** Messages that came again although nothing was killed between the answer and the time to write it down. */
  readonly unexplainedRepeats: number
}

/** What was answered is written within that time, and connections to a killed database are noticed. */
const commitMs = 5_000

/** From the kill until what was killed works again; Unix milliseconds. */
export interface Kill {
  readonly victim: string
  readonly from: number
  readonly until: number
}

/** Compares what providers accepted with what the incidents demand. */
export function judgeAlerts(
  incidents: readonly ToldIncident[],
  accepted: readonly Accepted[],
  kills: readonly Kill[],
): AlertReport {
  const byMessage = Map.groupBy(accepted, ({ id }) => id)
  const byKey = Map.groupBy(accepted, ({ channel, key }) => `${channel} ${key}`)
  const isKilled = (one: Accepted) =>
    kills.some(({ from, until }) => from <= one.endedAt + commitMs && until + commitMs >= one.acceptedAt)
  const again = [...byMessage.values()].flatMap((all) => all.slice(0, -1))
  const judged = incidents.flatMap(({ alertIds, ...times }) =>
    alertIds.flatMap((alertId) =>
      steps.flatMap(({ afterMinutes, channels }) =>
        channels.map((channel) => judge(alertId, channel, afterMinutes * minuteMs, times, accepted)),
      ),
    ),
  )
  const sum = (read: (one: (typeof judged)[number]) => number) => judged.reduce((all, one) => all + read(one), 0)
  return {
    incidents: incidents.length,
    expected: sum(({ expected }) => expected),
    messages: byMessage.size,
    repeats: again.length,
    killedMidway: accepted.filter(isKilled).length,
    withoutAlert: incidents.filter(({ alertIds }) => alertIds.length !== 1).length,
    untold: sum(({ untold }) => untold),
    toldTwice:
      sum(({ twice }) => twice) + [...byKey.values()].filter((all) => distinct(all.map(({ id }) => id)) > 1).length,
    otherKeys: [...byMessage.values()].filter((all) => distinct(all.map(({ key }) => key)) > 1).length,
    unexplainedRepeats: again.filter((one) => !isKilled(one)).length,
  }
}

/** One alert on one channel. A later message may carry what an earlier one was to say: it was collated. */
function judge(
  alertId: string,
  channel: string,
  afterMs: number,
  { openedAt, resolvedAt }: Pick<ToldIncident, 'openedAt' | 'resolvedAt'>,
  accepted: readonly Accepted[],
): { readonly expected: number; readonly untold: number; readonly twice: number } {
  const due: number[] = []
  for (let at = openedAt + afterMs; at < (resolvedAt ?? 0); at += roundMs) due.push(at)
  const told = accepted
    .filter((one) => one.channel === channel)
    .flatMap(({ id, madeAt, alerts }) =>
      alerts.filter((one) => one.id === alertId).map(({ event }) => ({ id, madeAt, event })),
    )
  const messagesOf = (event: string) => distinct(told.filter((one) => one.event === event).map(({ id }) => id))
  const [opened, repeated, resolved] = [messagesOf('OPENED'), messagesOf('REPEATED'), messagesOf('RESOLVED')]
  // Who was never to be told of the beginning hears nothing of the end.
  const ends = due.length > 0 ? 1 : 0
  const missed = due.slice(1).filter((at) => !told.some(({ madeAt }) => madeAt >= at)).length
  return {
    expected: due.length + ends,
    untold: missed + (opened >= ends ? 0 : 1) + (resolved >= ends ? 0 : 1),
    twice:
      Math.max(0, opened - ends) + Math.max(0, resolved - ends) + Math.max(0, repeated - Math.max(0, due.length - 1)),
  }
}

const distinct = (values: readonly string[]): number => new Set(values).size

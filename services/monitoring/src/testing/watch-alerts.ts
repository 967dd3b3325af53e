import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '@bollard/database'
import { type Accepted, startAlertReceiver } from './alert-receiver.ts'
import { askUntilUp } from './ask-until-up.ts'
import { escalation, type ToldIncident } from './judge-alerts.ts'

/** Alerts whose messages go to a provider that takes its time to answer. */
export interface WatchedAlerts {
  readonly accepted: readonly Accepted[]
  heard(): Promise<void>
  /** Resolves once so many incidents are open and every channel has accepted a message of each. */
  allOpened(incidents: number): Promise<void>
  /** Resolves once every incident is over and nothing is left to be told; with all incidents. */
  allResolved(): Promise<readonly ToldIncident[]>
  close(): void
}

const slowMs = 1_500
/** After a kill a message is tried again within a minute; it has waited for others, and several kills may hit it. */
const patienceMs = 400_000

/** Makes the channels and the rule of `judgeAlerts`. `call` posts to the API of the solution. */
export async function watchAlerts(
  call: <Made>(path: string, payload: object) => Promise<Made>,
  db: Database,
  random: () => number,
): Promise<WatchedAlerts> {
  const receiver = await startAlertReceiver(slowMs, random)
  const steps: object[] = []
  for (const { afterMinutes, channels } of escalation.steps) {
    const targets: object[] = []
    for (const channel of channels) {
      const target = { kind: 'WEBHOOK', url: `${receiver.url}${channel}`, secret: null }
      const { id } = await call<{ id: string }>('/channels', { name: channel, language: 'en', target })
      targets.push({ kind: 'CHANNEL', id })
    }
    steps.push({ afterMinutes, targets })
  }
  await call('/alert-rules', { name: 'All', condition: { kind: 'STATE' }, steps, repeat: escalation.repeat })
  async function until(isDone: () => Promise<boolean>): Promise<void> {
    const signal = AbortSignal.timeout(patienceMs)
    while (!(await isDone())) await pause(200, undefined, { signal })
  }
  const read = async () => (await askUntilUp<ToldIncident & { waiting: number }>(db, incidentsSql, [])).rows
  return {
    accepted: receiver.accepted,
    heard: receiver.heard,
    allOpened: (incidents) =>
      until(async () => {
        const open = (await read()).filter(({ resolvedAt }) => resolvedAt === null)
        const told = (alertId: string, path: string) =>
          receiver.accepted.some(({ channel, alerts }) => channel === path && alerts.some(({ id }) => id === alertId))
        const isTold = ({ alertIds }: ToldIncident) =>
          escalation.steps.every(({ channels }) => channels.every((path) => alertIds.every((id) => told(id, path))))
        return open.length >= incidents && open.every(isTold)
      }),
    async allResolved() {
      await until(async () => (await read()).every(({ resolvedAt, waiting }) => resolvedAt !== null && waiting === 0))
      return read()
    },
    close: receiver.close,
  }
}

const incidentsSql = `select i.id, (extract(epoch from i.opened_at) * 1000)::float8 as "openedAt",
    (extract(epoch from i.resolved_at) * 1000)::float8 as "resolvedAt",
    array(select a.id::text from monitoring.alerts a where a.incident_id = i.id) as "alertIds",
    ((select count(*) from monitoring.alerts where next_at is not null) + (select count(*) from monitoring.alert_notices where not collated)
      + (select count(*) from monitoring.notifications where state = 'PENDING'))::int as waiting
  from monitoring.incidents i`

/** Something to be told, before it is known in which message. */
export interface Alert {
  readonly at: number
  readonly incident: string
  readonly kind: 'OPENED' | 'REPEATED' | 'ACKNOWLEDGED' | 'RESOLVED'
}

/** Alerts of one target that go out together. */
export interface Storm<One extends Alert> {
  /** When the first of them came: the message is due `collateMs` later. */
  readonly from: number
  readonly alerts: readonly One[]
}

/** How long the first alert of a storm waits for others. */
export const collateMs = 30_000

/**
 * The storm of a target with one more alert: a new one where there is none, or where the last one was due. The returned
 * `due` has ended with the alert and goes out as it is. Of one incident only the newest alert stays, except that an acknowledgement comes after
 * what it answers, and an incident that opened and was resolved within the same storm leaves nothing behind: nobody needs to know.
 */
export function addToStorm<One extends Alert>(
  storm: Storm<One> | null,
  alert: One,
): { readonly storm: Storm<One> | null; readonly due: Storm<One> | null } {
  if (storm === null || alert.at >= storm.from + collateMs)
    return { storm: { from: alert.at, alerts: [alert] }, due: storm }
  const earlier = storm.alerts.filter(({ incident }) => incident === alert.incident)
  const others = storm.alerts.filter((one) => !earlier.includes(one))
  const began = earlier.filter(({ kind }) => kind === 'OPENED')
  const alerts = [...others, ...leftOf(earlier, began, alert)]
  return { storm: alerts.length === 0 ? null : { from: storm.from, alerts }, due: null }
}

/** What is told of one incident once `alert` has come: `began` is the news of it, if that is still to be told. */
function leftOf<One extends Alert>(earlier: readonly One[], began: readonly One[], alert: One): readonly One[] {
  if (alert.kind === 'ACKNOWLEDGED') return [...earlier, alert]
  if (began.length === 0) return [alert]
  return alert.kind === 'RESOLVED' ? [] : began
}

/** When the storm goes out. Quiet hours may hold it back further. */
export function stormDue<One extends Alert>({ from }: Storm<One>): number {
  return from + collateMs
}

/**
 * What a provider recognises a message by that is sent again after an unclear answer: the same for the same step of the
 * same incident to the same channel, another one for everything else. At most 255 characters, as PagerDuty's
 * `dedup_key` allows, for ids of up to 64.
 */
export function dedupeKey(message: {
  readonly incident: string
  readonly kind: Alert['kind']
  readonly round: number
  readonly step: number
  readonly target: string
}): string {
  const { incident, kind, round, step, target } = message
  return [incident, kind.toLowerCase(), round, step, target].map((part) => encodeURIComponent(part)).join(':')
}

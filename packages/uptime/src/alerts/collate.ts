/** Something to be told, before it is known in which message. */
export interface Alert {
  readonly at: number
  readonly incident: string
  readonly kind: 'OPENED' | 'REPEATED' | 'RESOLVED'
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
 * `due` has ended with the alert and goes out as it is. Of one incident only the newest alert stays, and an incident
 * that opened and was resolved within the same storm leaves both behind: nobody needs to know.
 */
export function addToStorm<One extends Alert>(
  storm: Storm<One> | null,
  alert: One,
): { readonly storm: Storm<One> | null; readonly due: Storm<One> | null } {
  if (storm === null || alert.at >= storm.from + collateMs)
    return { storm: { from: alert.at, alerts: [alert] }, due: storm }
  const earlier = storm.alerts.find(({ incident }) => incident === alert.incident)
  const others = storm.alerts.filter((one) => one !== earlier)
  const isOver = earlier?.kind === 'OPENED' && alert.kind === 'RESOLVED'
  const isKnown = earlier?.kind === 'OPENED' && alert.kind === 'REPEATED'
  const alerts = isOver ? others : [...others, isKnown ? earlier : alert]
  return { storm: alerts.length === 0 ? null : { from: storm.from, alerts }, due: null }
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

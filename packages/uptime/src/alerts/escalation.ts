import { UptimeFault, requireWhole } from '../calendar/uptime-fault.ts'

/** Who is told how long after an incident began, unless somebody has acknowledged it by then. */
export interface EscalationStep {
  readonly afterMinutes: number
  /** Ids of channels, or of on-call schedules: the caller knows them. */
  readonly targets: readonly string[]
}

export interface EscalationPolicy {
  /** Sorted by `afterMinutes`, which grow. */
  readonly steps: readonly EscalationStep[]
  /** Once all steps are done, they begin anew after so many minutes, so many times; null never. */
  readonly repeat: { readonly afterMinutes: number; readonly times: number } | null
}

/** One message of an escalation. */
export interface EscalationDue {
  readonly at: number
  /** 0 for the first pass through the steps. */
  readonly round: number
  readonly step: number
  readonly targets: readonly string[]
}

/** What ends an escalation. Unix milliseconds; null where it has not happened. */
export interface IncidentTimes {
  readonly openedAt: number
  readonly acknowledgedAt: number | null
  readonly resolvedAt: number | null
}

/** Throws an UptimeFault that names the field, for a policy that cannot be followed. */
export function requireEscalation({ steps, repeat }: EscalationPolicy): void {
  requireWhole(steps.length, 'steps', 1, 20)
  let least = 0
  for (const [index, { afterMinutes, targets }] of steps.entries()) {
    requireWhole(afterMinutes, `steps/${index}/afterMinutes`, least, 7 * 1_440)
    if (targets.length === 0) throw new UptimeFault('nobody-told', `steps/${index}/targets`, 'A step tells nobody')
    least = afterMinutes + 1
  }
  if (repeat === null) return
  requireWhole(repeat.afterMinutes, 'repeat.afterMinutes', 1, 1_440)
  requireWhole(repeat.times, 'repeat.times', 1, 100)
}

/**
 * What is due after a moment and until another one, which is included, in order. Nothing is due from acknowledgement or
 * resolution on. A caller that remembers how far it looked gets everything once, however irregularly it looks.
 */
export function escalationsBetween(
  { steps, repeat }: EscalationPolicy,
  { openedAt, acknowledgedAt, resolvedAt }: IncidentTimes,
  after: number,
  until: number,
): readonly EscalationDue[] {
  const end = Math.min(acknowledgedAt ?? Infinity, resolvedAt ?? Infinity)
  const roundMs = ((steps.at(-1)?.afterMinutes ?? 0) + (repeat?.afterMinutes ?? 0)) * 60_000
  const due: EscalationDue[] = []
  for (let round = 0; round <= (repeat?.times ?? 0); round++)
    for (const [step, { afterMinutes, targets }] of steps.entries()) {
      const at = openedAt + round * roundMs + afterMinutes * 60_000
      if (at > after && at <= until && at < end) due.push({ at, round, step, targets })
    }
  return due
}

/** What is due next after a moment; null where nothing is. */
export function nextEscalation(policy: EscalationPolicy, incident: IncidentTimes, after: number): EscalationDue | null {
  return escalationsBetween(policy, incident, after, Infinity)[0] ?? null
}

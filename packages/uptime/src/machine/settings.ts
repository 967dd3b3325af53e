import { requireWhole } from '../calendar/uptime-fault.ts'
import { requireZone } from '../calendar/zone.ts'
import type { HeartbeatPlan } from '../schedule/heartbeat.ts'
import { parseCron } from '../schedule/parse-cron.ts'

/** A service that places check. */
export interface ProbedSettings {
  readonly kind: 'PROBED'
  /** The places that check it now; what others still deliver counts for nothing. */
  readonly places: readonly string[]
  /** How many further checks must agree before a place says anything worse than before: 0–5. */
  readonly retries: number
  /** How many checks in a row must agree before a place says anything better than before: 1–10. */
  readonly recoverAfter: number
  /** The fewest places that make the service DOWN or CHALLENGED; beside it, at least half of those that answer. */
  readonly placesMin: number
  /** A check that is UP and took longer is DEGRADED; null never. Milliseconds. */
  readonly degradedAfterMs: number | null
  /** A place that has said nothing for so long answers no more. Milliseconds, at least twice the interval. */
  readonly silentAfterMs: number
}

/** A service that tells by itself that it works. */
export interface HeartbeatSettings {
  readonly kind: 'HEARTBEAT'
  readonly plan: HeartbeatPlan
}

/** A service that consists of others. */
export interface GroupSettings {
  readonly kind: 'GROUP'
  readonly members: readonly string[]
  readonly rule: 'ALL' | 'ANY' | 'AT_LEAST'
  /** Only for AT_LEAST: how many must work. */
  readonly least: number | null
}

/** A service whose state a person sets. */
export interface ManualSettings {
  readonly kind: 'MANUAL'
}

/**
 * When a service changes so often that telling of each change helps nobody. It flaps from the moment of `startAfter`
 * changes between working (UP, DEGRADED) and not (DOWN, CHALLENGED) within `windowMs`, until no more than `endAt` of
 * them are in the window. Two thresholds, as Nagios has them for the same purpose, keep the flag itself from flapping.
 */
export interface FlappingRule {
  readonly windowMs: number
  readonly startAfter: number
  readonly endAt: number
}

export type MachineSettings = (ProbedSettings | HeartbeatSettings | GroupSettings | ManualSettings) & {
  readonly flapping: FlappingRule
}

/** Three outages within an hour, until a single one is left. */
export const defaultFlapping: FlappingRule = { windowMs: 3_600_000, startAfter: 6, endAt: 2 }

/** The settings that a service gets which says nothing. `intervalMs` and `timeoutMs` in milliseconds. */
export function defaultProbed(
  places: readonly string[],
  intervalMs: number,
  timeoutMs: number,
): ProbedSettings & { readonly flapping: FlappingRule } {
  return {
    kind: 'PROBED',
    places,
    retries: 2,
    recoverAfter: 1,
    placesMin: Math.min(2, places.length),
    degradedAfterMs: null,
    silentAfterMs: 3 * intervalMs + timeoutMs,
    flapping: defaultFlapping,
  }
}

/** Throws an UptimeFault that names the field, for settings that the machine cannot work with. */
export function requireSettings(settings: MachineSettings): void {
  const { windowMs, startAfter, endAt } = settings.flapping
  requireWhole(windowMs, 'flapping.windowMs', 60_000, 86_400_000)
  requireWhole(startAfter, 'flapping.startAfter', 2, 32)
  requireWhole(endAt, 'flapping.endAt', 0, startAfter - 1)
  if (settings.kind === 'PROBED') {
    const { places, retries, recoverAfter, placesMin, degradedAfterMs, silentAfterMs } = settings
    requireWhole(places.length, 'places', 1, 32)
    requireWhole(retries, 'retries', 0, 5)
    requireWhole(recoverAfter, 'recoverAfter', 1, 10)
    requireWhole(placesMin, 'placesMin', 1, places.length)
    if (degradedAfterMs !== null) requireWhole(degradedAfterMs, 'degradedAfterMs', 1, 60_000)
    requireWhole(silentAfterMs, 'silentAfterMs', 1_000, 7 * 86_400_000)
  }
  if (settings.kind === 'GROUP') {
    requireWhole(settings.members.length, 'members', 0, 1_000)
    if (settings.rule === 'AT_LEAST') requireWhole(settings.least, 'least', 1, Math.max(1, settings.members.length))
  }
  if (settings.kind === 'HEARTBEAT') requirePlan(settings.plan)
}

function requirePlan(plan: HeartbeatPlan): void {
  requireWhole(plan.graceSeconds, 'graceSeconds', 0, 7 * 86_400)
  if ('periodSeconds' in plan) {
    requireWhole(plan.periodSeconds, 'periodSeconds', 10, 366 * 86_400)
    return
  }
  parseCron(plan.cron)
  requireZone(plan.timeZone)
}

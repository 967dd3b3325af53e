import type { Verdict } from '../check-result.ts'
import { type Place, type Severity, severities } from './machine.ts'
import type { ProbedSettings } from './settings.ts'

/** How bad a check was; null where the prober could not tell. */
export function severityOf(
  { verdict, totalMs }: { readonly verdict: Verdict; readonly totalMs: number },
  { degradedAfterMs }: Pick<ProbedSettings, 'degradedAfterMs'>,
): Severity | null {
  if (verdict === 'UP') return degradedAfterMs !== null && totalMs > degradedAfterMs ? 1 : 0
  const index = severities.findIndex((name) => name === verdict)
  return index === -1 ? null : (index as Severity)
}

/**
 * The place after one more check, which is newer than its last one.
 *
 * It says something worse once `retries + 1` checks in a row were that bad or worse, and something better once
 * `recoverAfter` in a row were that good or better; its very first good check counts at once.
 */
export function afterCheck(
  place: Place | undefined,
  check: { readonly at: number; readonly severity: Severity },
  { retries, recoverAfter }: Pick<ProbedSettings, 'retries' | 'recoverAfter'>,
): Place {
  const recent = [...(place?.recent ?? []), check].slice(-Math.max(retries + 1, recoverAfter))
  const before = place?.severity ?? null
  const severity = settle(
    before,
    recent.map((one) => one.severity),
    retries,
    recoverAfter,
  )
  const changedAt = place !== undefined && severity === before ? place.changedAt : check.at
  return { lastAt: check.at, severity, changedAt, recent }
}

function settle(
  before: Severity | null,
  recent: readonly Severity[],
  retries: number,
  recoverAfter: number,
): Severity | null {
  const last = recent.at(-1) ?? 0
  if (before === null && last === 0) return 0
  const worse = recent.length > retries ? least(recent.slice(-retries - 1)) : null
  if (worse !== null && (before === null || worse > before)) return worse
  if (before === null || recent.length < recoverAfter) return before
  const better = most(recent.slice(-recoverAfter))
  return better < before ? better : before
}

/** The place without the checks that it has begun to count, because its prober had no line. What holds for it stays. */
export function forgetChecks(place: Place): Place {
  return { ...place, recent: [] }
}

/** Whether its newest check says other than what holds for it: a further check soon settles it. */
export function isUnsettled({ severity, recent }: Place): boolean {
  const last = recent.at(-1)
  return last !== undefined && last.severity !== severity
}

/** When the checks began that agree with what holds for the place. */
export function beganAt({ severity, changedAt, recent }: Place): number {
  if (severity === null) return changedAt
  const first = recent.findLastIndex((one) => one.severity !== severity) + 1
  return Math.min(changedAt, recent[first]?.at ?? changedAt)
}

function least(values: readonly Severity[]): Severity {
  return Math.min(...values) as Severity
}

function most(values: readonly Severity[]): Severity {
  return Math.max(...values) as Severity
}

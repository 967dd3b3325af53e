import type { guardFaults } from '@bollard/contracts'
import type { Guarded } from '../limiter/stored-limiters.ts'

type Fault = (typeof guardFaults)[number]

/** Fewer visitors with the change, or without, say nothing. */
export const visitorsMin = { changed: 30, former: 100 } as const
/** About one in two thousand by chance: it is looked every minute. */
const zMin = 3.3
/** What a difference has to be beside significant, as a share: less is what a limit is for. */
const fallMin = 0.05
const riseMin = 0.02

export type Verdict = 'TOO_FEW' | 'HARMLESS' | Fault

/**
 * What a change did to the visitors who have it, beside those who do not: whether fewer of them can go on, more are denied, or the site answers
 * them with more errors. One-sided tests of two proportions.
 */
export function judgeChange({ changed, former }: Guarded): Verdict {
  if (changed.visitors < visitorsMin.changed || former.visitors < visitorsMin.former) return 'TOO_FEW'
  const stopped = (side: Guarded['changed']) => side.visitors - side.passed
  if (hasRisen([changed.denied, changed.visitors], [former.denied, former.visitors], riseMin)) return 'DENIALS_ROSE'
  if (hasRisen([stopped(changed), changed.visitors], [stopped(former), former.visitors], fallMin))
    return 'PASS_RATE_FELL'
  if (hasRisen([changed.errors, changed.answers], [former.errors, former.answers], riseMin)) return 'ERRORS_ROSE'
  return 'HARMLESS'
}

/** Whether a share is higher than another by `least` at least, and by more than chance. Counts of nothing say nothing. */
function hasRisen(
  [count, of]: readonly [number, number],
  [otherCount, otherOf]: readonly [number, number],
  least: number,
): boolean {
  if (of === 0 || otherOf === 0) return false
  const difference = count / of - otherCount / otherOf
  if (difference < least) return false
  const pooled = (count + otherCount) / (of + otherOf)
  const deviation = Math.sqrt(pooled * (1 - pooled) * (1 / of + 1 / otherOf))
  return deviation > 0 && difference / deviation >= zMin
}

import type { Decision } from '@bollard/decisions'
import { type DashboardRules, shareOf } from './policy/compile-rules.ts'

const dayMs = 86_400_000

/** A network is in the control group for a day, so that a challenge that its visitor solves lets them pass. */
export function isControl(
  { solutionId, controlPercent }: DashboardRules,
  { secret, visitor, now }: { readonly secret: Uint8Array; readonly visitor: string; readonly now: number },
): boolean {
  return shareOf(secret, `${solutionId} control ${Math.floor(now / dayMs)} ${visitor}`) * 100 < controlPercent
}

/** In place of a denial: the usual work, and for who has done it the way. */
export function softened(decision: Decision, hasPass: boolean): Decision {
  const rest = { ...decision, retryAfterMs: null }
  return hasPass
    ? { ...rest, conclusion: 'ALLOW', challenge: null }
    : { ...rest, conclusion: 'CHALLENGE', challenge: { percent: 100 } }
}

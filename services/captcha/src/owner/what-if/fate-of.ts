import { decide, outcomeOf } from '@bollard/bot-score'
import type { DecidedBy, Outcome } from '@bollard/contracts'
import type { Effect } from './match-rules.ts'
import type { Visitor } from './visitor.ts'
import type { Looking, Weighed, WeighRound } from './weigh-round.ts'

/** The settings that decide. */
export interface Treatment extends Looking {
  readonly threshold: number
}

/** What becomes of a visitor. */
export interface Fate {
  readonly outcome: Outcome
  /** Whether a second, harder round is asked for. */
  readonly extraWork: boolean
  readonly decidedBy: DecidedBy
  /** The rule that decides, or changes the work; null for none. */
  readonly effect: Effect | null
  readonly score: number
}

/** What was stored as decided by these is decided by nothing else: neither the score nor a rule was asked. */
const standing: ReadonlySet<DecidedBy> = new Set(['BYPASS_KEY', 'SIGNED_BOT', 'TEST_KEY', 'FAILOVER', 'LOCK', 'PROBE'])

/**
 * Decides a visitor anew, as the answers of both rounds are decided when they come in. `effectAt` tells the rule that is the
 * first to fit at a score. Who would be asked for a second round and had none is taken to finish it with nothing new found.
 */
export function fateOf(
  visitor: Visitor,
  treatment: Treatment,
  weigh: WeighRound,
  effectAt: (score: number) => Effect | null,
): Fate {
  if (standing.has(visitor.decision))
    return {
      outcome: visitor.outcome,
      extraWork: visitor.hadExtraWork,
      decidedBy: visitor.decision,
      effect: null,
      score: visitor.last.score,
    }
  const first = weigh(visitor.first, treatment)
  const atFirst = effectAt(first.score)
  if (atFirst !== null && atFirst.atOnce) return { ...byRule(atFirst, first), extraWork: false }
  const decided = answer(first, atFirst, { round: 0, treatment })
  if (decided !== 'step-up') return { ...decided, extraWork: false }
  const last = weigh(visitor.last, treatment)
  const final = answer(last, effectAt(last.score), { round: 1, treatment })
  // A second round never leads to a third.
  if (final === 'step-up') throw new Error('a second round was stepped up')
  return { ...final, extraWork: true }
}

/** As `applyRules` of the hot path: wrong work passes by no rule, and nobody who would be refused is asked for more. */
function answer(
  weighed: Weighed,
  effect: Effect | null,
  { round, treatment }: { readonly round: 0 | 1; readonly treatment: Treatment },
): Omit<Fate, 'extraWork'> | 'step-up' {
  const own: DecidedBy = !treatment.riskScoring || !weighed.workIsRight ? 'WORK' : 'SCORE'
  const { score, hardEvidence } = weighed
  if (!weighed.workIsRight) return { outcome: 'REFUSED', decidedBy: own, effect, score }
  if (effect?.type === 'ALLOW' || effect?.type === 'BLOCK') return byRule(effect, weighed)
  const decision = decide({ score, hardEvidence, round, threshold: treatment.threshold })
  if (decision === 'refuse') return { outcome: 'REFUSED', decidedBy: own, effect, score }
  if (decision === 'step-up' || (effect?.type === 'CHALLENGE' && round === 0)) return 'step-up'
  if (effect?.type === 'FLAG') return { outcome: 'FLAGGED', decidedBy: 'RULE', effect, score }
  return { outcome: outcomeOf('pass', score), decidedBy: own, effect, score }
}

function byRule(effect: Effect, { score }: Weighed): Omit<Fate, 'extraWork'> {
  return { outcome: effect.type === 'ALLOW' ? 'PASSED' : 'REFUSED', decidedBy: 'RULE', effect, score }
}

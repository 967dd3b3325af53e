import type { RuleField } from '@bollard/visitor-rules'
import { rowFlags } from '../../records/store/row-flags.ts'
import { type Fate, fateOf, type Treatment } from './fate-of.ts'
import type { Candidate, Effect, RuleMatcher } from './match-rules.ts'
import type { Visitor } from './visitor.ts'
import type { WeighRound } from './weigh-round.ts'

/** Settings and rules, as they are or as they would be. */
export interface Regime {
  readonly treatment: Treatment
  readonly rules: RuleMatcher
}

export interface Change {
  readonly today: Regime
  readonly proposed: Regime
  /** The rules are the same in both. */
  readonly sameRules: boolean
  readonly weigh: WeighRound
}

/** What the change would have looked at and nobody did. */
export type Unseen = 'minimalData' | 'riskScoring' | 'honeypots' | 'rules'

export interface Replayed {
  readonly after: Fate
  /** Whether today's settings and rules decide as was decided. */
  readonly asToday: boolean
  /** A rule of which nobody can say whether it fits, and on which the visitor's fate hangs; null for none. The visitor then counts as before. */
  readonly undecidable: { readonly rule: Effect; readonly field: RuleField } | null
  readonly unseen: Unseen | null
}

/**
 * What a change would have made of one visitor. Only the difference counts: where both regimes decide alike, what was stored
 * stays, whatever decided about it. With the same rules in both, what a rule did to the visitor is taken from the row itself,
 * unless a rule asks for the score, which may be another one.
 */
export function replayVisitor(visitor: Visitor, { today, proposed, sameRules, weigh }: Change): Replayed {
  const stored: Candidate = { effect: storedEffect(visitor), missing: null }
  const fatesUnder = ({ treatment, rules }: Regime): readonly Open[] => {
    const asRow = sameRules && !rules.asksForScore
    return openFates(visitor, treatment, weigh, (score) => (asRow ? [stored] : rules.match(visitor, score)))
  }
  const [now] = fatesUnder(today)
  // What today's rules say may be open although the row tells what they did.
  const base =
    now === undefined || now.missing !== null ? fateOf(visitor, today.treatment, weigh, () => stored.effect) : now.fate
  const asToday = base.outcome === visitor.outcome && base.extraWork === visitor.hadExtraWork

  const fates = fatesUnder(proposed)
  const after = fates.at(-1)?.fate ?? base
  const asStored = { outcome: visitor.outcome, extraWork: visitor.hadExtraWork, score: visitor.last.score }
  const open = fates.find(({ fate }) => !isSame(fate, after))
  if (open !== undefined && open.fate.effect !== null && open.missing !== null)
    return {
      after: { ...after, ...asStored },
      asToday,
      undecidable: { rule: open.fate.effect, field: open.missing },
      unseen: null,
    }
  const unseen = unseenBy(visitor, today.treatment, proposed.treatment, after)
  if (!isSame(after, base)) return { after, asToday, undecidable: null, unseen }
  const score = after.score === base.score ? visitor.last.score : after.score
  return { after: { ...after, ...asStored, score }, asToday, undecidable: null, unseen }
}

/** A fate for each rule that may be the first to fit; but for the last one, `missing` is what would have to be known. */
interface Open {
  readonly fate: Fate
  readonly missing: RuleField | null
}

function openFates(
  visitor: Visitor,
  treatment: Treatment,
  weigh: WeighRound,
  candidatesAt: (score: number) => readonly Candidate[],
): readonly Open[] {
  let most = 1
  const fateWith = (index: number): Open => {
    let missing: RuleField | null = null
    const fate = fateOf(visitor, treatment, weigh, (score) => {
      const candidates = candidatesAt(score)
      most = Math.max(most, candidates.length)
      const candidate = candidates[Math.min(index, candidates.length - 1)]
      missing = candidate?.missing ?? null
      return candidate?.effect ?? null
    })
    return { fate, missing }
  }
  const fates = [fateWith(0)]
  for (let index = 1; index < most; index++) fates.push(fateWith(index))
  return fates
}

function isSame(a: Fate, b: Fate): boolean {
  return a.outcome === b.outcome && a.extraWork === b.extraWork
}

/** What a rule did, as the row tells it. Its place and name do not matter where the rules stay. */
function storedEffect({ decision, outcome, rule, flags, atOnce }: Visitor): Effect | null {
  if (rule === 0) return null
  const effect = { index: -1, name: '', atOnce: false }
  const isFlagged = (flags & rowFlags.flagged) !== 0
  if (decision === 'RULE' && outcome === 'REFUSED') return { ...effect, type: 'BLOCK', atOnce }
  if (decision === 'RULE' && !isFlagged) return { ...effect, type: 'ALLOW', atOnce }
  if (isFlagged) return { ...effect, type: 'FLAG' }
  return { ...effect, type: (flags & rowFlags.extraWork) === 0 ? 'DIFFICULTY' : 'CHALLENGE' }
}

function unseenBy(
  { flags, decision, atOnce }: Visitor,
  today: Treatment,
  proposed: Treatment,
  after: Fate,
): Unseen | null {
  const isDecidedByRule = after.decidedBy === 'RULE' && after.effect?.type !== 'FLAG'
  if (isDecidedByRule || !proposed.riskScoring) return null
  if (atOnce) return decision === 'RULE' ? 'rules' : null
  if (!today.riskScoring && (flags & rowFlags.scoringOff) !== 0) return 'riskScoring'
  if (proposed.minimalData) return null
  if (today.minimalData && (flags & rowFlags.minimalData) !== 0) return 'minimalData'
  return proposed.honeypots && !today.honeypots && (flags & rowFlags.honeypotOff) !== 0 ? 'honeypots' : null
}

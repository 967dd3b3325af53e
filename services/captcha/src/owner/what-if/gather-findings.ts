import type { FeedbackLabel, Outcome, WhatIf, WhatIfExample, WhatIfMove } from '@bollard/contracts'
import { readReasons, toReason } from '../../records/store/stored-reasons.ts'
import type { Replayed } from './replay-visitor.ts'
import type { Visitor } from './visitor.ts'

/** The part of the answer that is counted over visitors. */
export type Findings = Pick<
  WhatIf,
  'replayed' | 'before' | 'after' | 'changed' | 'moves' | 'treatedOtherwise' | 'undecidable' | 'unseen' | 'labelled'
>

type Totals = WhatIf['before']
type Undecidable = WhatIf['undecidable'][number]
type Shift = WhatIfMove['extraWork']

interface Move {
  readonly from: Outcome
  readonly to: Outcome
  readonly extraWork: Shift
  count: number
  /** The visitors with the lowest draws so far: a fair choice out of all, whenever they came. */
  readonly examples: { readonly draw: string; readonly visitor: Visitor; readonly replayed: Replayed }[]
}

export interface Gathering {
  add(visitor: Visitor, replayed: Replayed): void
  findings(): Findings
}

const totalOf = { PASSED: 'passed', FLAGGED: 'flagged', REFUSED: 'refused' } as const satisfies Record<
  Outcome,
  keyof Totals
>

/** Counts what a change would have made of visitors; takes memory for `exampleLimit` of them for each kind of difference. */
export function gatherFindings({
  exampleLimit,
  groupOf,
}: {
  readonly exampleLimit: number
  readonly groupOf: (code: string) => string
}): Gathering {
  const [before, after] = [emptyTotals(), emptyTotals()]
  const moves = new Map<string, Move>()
  const undecidable = new Map<string, Undecidable>()
  const unseen = new Map<NonNullable<Replayed['unseen']>, number>()
  const labelled: Record<FeedbackLabel, Map<string, { from: Outcome; to: Outcome; count: number }>> = {
    PERSON: new Map(),
    BOT: new Map(),
  }
  let [replayedCount, changed, treatedOtherwise] = [0, 0, 0]

  function addMove(visitor: Visitor, replayed: Replayed): void {
    const { outcome: to, extraWork } = replayed.after
    const shift: Shift = extraWork === visitor.hadExtraWork ? 'SAME' : extraWork ? 'ADDED' : 'SPARED'
    const key = `${visitor.outcome} ${to} ${shift}`
    const move = moves.get(key) ?? { from: visitor.outcome, to, extraWork: shift, count: 0, examples: [] }
    moves.set(key, move)
    move.count++
    // The last digits of an id are random.
    const draw = visitor.id.slice(-12)
    const { examples } = move
    if (examples.length === exampleLimit && draw >= (examples.at(-1)?.draw ?? '')) return
    examples.push({ draw, visitor, replayed })
    examples.sort((a, b) => (a.draw < b.draw ? -1 : 1))
    if (examples.length > exampleLimit) examples.pop()
  }
  return {
    add(visitor, replayed) {
      const { after: fate, asToday } = replayed
      replayedCount++
      count(before, visitor.outcome, visitor.hadExtraWork)
      count(after, fate.outcome, fate.extraWork)
      if (!asToday) treatedOtherwise++
      if (fate.outcome !== visitor.outcome || fate.extraWork !== visitor.hadExtraWork) {
        changed++
        addMove(visitor, replayed)
      }
      if (replayed.undecidable !== null) {
        const { rule, field } = replayed.undecidable
        const because = field === 'userAgent' || field === 'path' ? field : 'ip'
        const key = `${rule.index} ${because}`
        const found = undecidable.get(key) ?? { ruleIndex: rule.index, name: rule.name, count: 0, because }
        undecidable.set(key, { ...found, count: found.count + 1 })
      }
      if (replayed.unseen !== null) unseen.set(replayed.unseen, (unseen.get(replayed.unseen) ?? 0) + 1)
      if (visitor.label !== null) {
        const key = `${visitor.outcome} ${fate.outcome}`
        const found = labelled[visitor.label].get(key) ?? { from: visitor.outcome, to: fate.outcome, count: 0 }
        labelled[visitor.label].set(key, { ...found, count: found.count + 1 })
      }
    },
    findings: () => ({
      replayed: replayedCount,
      before,
      after,
      changed,
      moves: byCount(moves).map(({ from, to, extraWork, count: n, examples }) => ({
        from,
        to,
        extraWork,
        count: n,
        examples: examples.map(({ visitor, replayed }) => toExample(visitor, replayed, groupOf)),
      })),
      treatedOtherwise,
      undecidable: byCount(undecidable),
      unseen: [...unseen].map(([because, n]) => ({ because, count: n })),
      labelled: { people: byCount(labelled.PERSON), bots: byCount(labelled.BOT) },
    }),
  }
}

function emptyTotals(): Totals {
  return { passed: 0, flagged: 0, refused: 0, extraWork: 0 }
}

function count(totals: Totals, outcome: Outcome, extraWork: boolean): void {
  totals[totalOf[outcome]]++
  if (extraWork) totals.extraWork++
}

function byCount<T extends { readonly count: number }>(found: ReadonlyMap<string, T>): T[] {
  return [...found]
    .toSorted(([a, { count: one }], [b, { count: other }]) => other - one || (a < b ? -1 : 1))
    .map(([, value]) => value)
}

function toExample(visitor: Visitor, { after }: Replayed, groupOf: (code: string) => string): WhatIfExample {
  const { effect } = after
  return {
    verificationId: visitor.id,
    startedAt: new Date(visitor.issuedAt).toISOString(),
    score: { before: round3(visitor.last.score), after: round3(after.score) },
    reasons: readReasons(visitor.last.reasons).map((reason) => toReason(reason, groupOf)),
    country: visitor.facts.country,
    hostname: visitor.facts.hostname,
    browser: visitor.browser,
    decision: {
      type: after.decidedBy,
      rule: effect === null || effect.index < 0 ? null : { index: effect.index, name: effect.name },
    },
  }
}

function round3(value: number): number {
  return Math.round(value * 1000) / 1000
}

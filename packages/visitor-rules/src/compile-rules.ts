import {
  type Bits,
  clearAfter,
  hasBit,
  haveCommonBits,
  isEmpty,
  nextBit,
  nextCommonBit,
  noBits,
  setBit,
} from './bits.ts'
import { explainRules, type Explanation, findBlocker, inOrder } from './explain-rules.ts'
import { type FieldIndex, indexField, type ListField, type NameOf, type Placed } from './field-index.ts'
import type { Facts, PartialFacts, Rule, RuleAction, RuleField } from './rule.ts'

/** What rules say before the visitor has answered. `rule` is 0 and `action` null when no rule fits. */
export interface StartVerdict {
  readonly rule: number
  readonly action: RuleAction | null
  /** The action lets the visitor through or stops them, but a rule before it must first know the score: ask `atAnswer`. */
  readonly waits: boolean
  /** Rules on trial that would have decided. */
  readonly dryRuns: readonly number[]
}

/** What rules say once the score is known: of a rule with a score condition, or still the one that decided at the start. */
export type AnswerVerdict = Omit<StartVerdict, 'waits'>

/** What rules would have said of a past visitor, or the first rule that what is known leaves open, and which field is missing. */
export type Replayed =
  | { readonly decided: number; readonly action: RuleAction | null }
  | { readonly undecidable: number; readonly field: RuleField }

export interface RuleSet {
  /** Whether any rule needs the score; without one `atAnswer` only repeats what was decided at the start. */
  readonly needsScore: boolean
  /**
   * The first rule whose conditions all hold. A rule with a score condition cannot be met yet; where its other conditions hold, an
   * ALLOW or BLOCK behind it waits, while the other actions take effect at once. `now` in milliseconds since 1970.
   */
  atStart(facts: Facts, now: number): StartVerdict
  /**
   * The first rule with a score condition that is met and stands before `startRule`; else `startRule` itself, as long as it still
   * decides. Rules on trial behind one that waited for the score are told here, not at the start. @param answer.startRule 0 for none
   */
  atAnswer(
    facts: Facts,
    answer: { readonly score: number; readonly startRule: number; readonly now: number },
  ): AnswerVerdict
  /** What becomes of each rule, in order, for a request that somebody tries; slow. Without `score` it is not known yet. */
  explain(facts: PartialFacts, score: number | undefined, now: number): Explanation
  /** The same decision as start and answer together, where facts can be missing; fast. Without `now` no rule has expired. */
  replay(facts: PartialFacts, score: number | undefined, now?: number): Replayed
}

interface LiveRule {
  readonly number: number
  readonly dryRun: boolean
  readonly expiresAt: number
  /** Has a score condition. */
  readonly late: boolean
  readonly scoreFrom: number
  readonly scoreTo: number
  /** Made once, so that a decision costs no memory. */
  readonly atOnce: StartVerdict
  readonly waiting: StartVerdict
  readonly answered: AnswerVerdict
}

const noNumbers: readonly number[] = Object.freeze([])
const nothingYet: StartVerdict = Object.freeze({ rule: 0, action: null, waits: false, dryRuns: noNumbers })
const nothing: AnswerVerdict = Object.freeze({ rule: 0, action: null, dryRuns: noNumbers })

/**
 * Prepares the rules of a site. Every field has an index from a value to the set of rules that it leaves in the race; a request costs
 * one look into each index that rules use and the intersection of the sets, whatever the number of rules.
 *
 * @param options.nameOf operator of an autonomous system, for `network` conditions; asked once per system
 */
export function compileRules(
  rules: readonly Rule[],
  { nameOf = () => null }: { readonly nameOf?: NameOf } = {},
): RuleSet {
  const ordered = inOrder(rules)
  const enabled = ordered.filter((rule) => rule.enabled)
  const live = enabled.map(prepare)
  const size = live.length
  const indexes = indexFields(enabled, nameOf)
  const positions = new Map(live.map(({ number }, position) => [number, position]))
  const everyRule = bitsOf(live, () => true)
  const lateOrDry = bitsOf(live, ({ late, dryRun }) => late || dryRun)
  const stages = indexes.map((index, stage) => ({
    index,
    /** Rules that decide at once if they are candidates behind this stage, because no later index has a condition of theirs. */
    decided: bitsOf(
      live,
      ({ late, dryRun }, position) =>
        !late && !dryRun && !indexes.slice(stage + 1).some(({ concerned }) => hasBit(concerned, position)),
    ),
  }))
  const needsScore = live.some(({ late }) => late)
  const [candidates, certain, possible] = [noBits(size), noBits(size), noBits(size)]

  /** Leaves in `candidates` the rules of `from` whose conditions all hold, at least up to the one that decides; false when none is left. */
  function narrow(from: Bits, facts: Facts, now: number): boolean {
    for (let word = 0; word < candidates.length; word++) candidates[word] = from[word] ?? 0
    for (const { index, decided } of stages) {
      // Where the rules that are left say nothing about a field, it is not looked at.
      if (!haveCommonBits(candidates, index.concerned)) continue
      index.narrow(facts, candidates)
      const first = nextCommonBit(candidates, decided)
      if (first === -1) {
        if (isEmpty(candidates)) return false
      } else if ((live[first]?.expiresAt ?? 0) > now) clearAfter(candidates, first)
    }
    return true
  }

  return {
    needsScore,
    atStart(facts, now) {
      if (size === 0 || !narrow(everyRule, facts, now)) return nothingYet
      let waits = false
      let dryRuns: number[] | null = null
      for (let position = nextBit(candidates, 0); position !== -1; position = nextBit(candidates, position + 1)) {
        const rule = live[position]
        if (rule === undefined || rule.expiresAt <= now) continue
        if (rule.late) waits ||= !rule.dryRun
        else if (!rule.dryRun) return withDryRuns(waits ? rule.waiting : rule.atOnce, dryRuns)
        else if (!waits) (dryRuns ??= []).push(rule.number)
      }
      return withDryRuns(nothingYet, dryRuns)
    },
    atAnswer(facts, { score, startRule, now }) {
      const stood = positions.get(startRule) ?? size
      const started = live[stood]
      const stands = started !== undefined && !started.dryRun && !started.late && started.expiresAt > now
      const verdict = stands ? started.answered : nothing
      if (!needsScore || !narrow(lateOrDry, facts, now)) return verdict
      const end = stands ? stood : size
      let afterLate = false
      let dryRuns: number[] | null = null
      for (
        let position = nextBit(candidates, 0);
        position !== -1 && position < end;
        position = nextBit(candidates, position + 1)
      ) {
        const rule = live[position]
        if (rule === undefined || rule.expiresAt <= now) continue
        const met = rule.late ? rule.scoreFrom <= score && score <= rule.scoreTo : afterLate
        if (met && !rule.dryRun) return withDryRuns(rule.answered, dryRuns)
        if (met) (dryRuns ??= []).push(rule.number)
        afterLate ||= rule.late && !rule.dryRun
      }
      return withDryRuns(verdict, dryRuns)
    },
    explain: (facts, score, now) => explainRules(ordered, { facts, score, now, nameOf }),
    replay(facts, score, now = Number.NEGATIVE_INFINITY) {
      certain.set(everyRule)
      possible.set(everyRule)
      for (const index of indexes) index.narrowPartly(facts, certain, possible)
      for (let position = nextBit(possible, 0); position !== -1; position = nextBit(possible, position + 1)) {
        const rule = live[position]
        const written = enabled[position]
        if (rule === undefined || written === undefined || rule.dryRun || rule.expiresAt <= now) continue
        if (rule.late && score !== undefined && !(rule.scoreFrom <= score && score <= rule.scoreTo)) continue
        if (hasBit(certain, position) && !(rule.late && score === undefined))
          return { decided: rule.number, action: written.action }
        return { undecidable: rule.number, field: findBlocker(written, { facts, score, nameOf }) }
      }
      return { decided: 0, action: null }
    },
  }
}

function prepare({ number, dryRun, expiresAt, conditions, action }: Rule): LiveRule {
  const scores = conditions.filter((condition) => condition.field === 'score')
  const atOnce: StartVerdict = Object.freeze({ rule: number, action, waits: false, dryRuns: noNumbers })
  const isFinal = action.type === 'ALLOW' || action.type === 'BLOCK'
  return {
    number,
    dryRun,
    expiresAt: expiresAt ?? Number.POSITIVE_INFINITY,
    late: scores.length > 0,
    scoreFrom: Math.max(...scores.map(({ from }) => from)),
    scoreTo: Math.min(...scores.map(({ to }) => to)),
    atOnce,
    waiting: isFinal ? Object.freeze({ ...atOnce, waits: true }) : atOnce,
    answered: Object.freeze({ rule: number, action, dryRuns: noNumbers }),
  }
}

/** Cheap fields first: where nothing is left the dear ones are not asked. */
const fieldsByCost: readonly ListField[] = [
  'networkKind',
  'country',
  'language',
  'continent',
  'asn',
  'action',
  'hostname',
  'ip',
  'network',
  'path',
  'userAgent',
]

/** One index for each field that rules use; where a rule has a second condition on a field, that goes into a second index, and so on. */
function indexFields(rules: readonly Rule[], nameOf: NameOf): FieldIndex[] {
  const layers = new Map<ListField, Placed[][]>()
  for (const [bit, { conditions }] of rules.entries()) {
    const used = new Map<ListField, number>()
    for (const condition of conditions) {
      if (condition.field === 'score') continue
      const layer = used.get(condition.field) ?? 0
      used.set(condition.field, layer + 1)
      const ofField = layers.get(condition.field) ?? []
      layers.set(condition.field, ofField)
      ;(ofField[layer] ??= []).push({ bit, condition })
    }
  }
  return fieldsByCost.flatMap((field) =>
    (layers.get(field) ?? []).map((placed) => indexField(field, placed, { size: rules.length, nameOf })),
  )
}

function bitsOf(rules: readonly LiveRule[], belongs: (rule: LiveRule, position: number) => boolean): Bits {
  const bits = noBits(rules.length)
  for (const [position, rule] of rules.entries()) if (belongs(rule, position)) setBit(bits, position)
  return bits
}

function withDryRuns<Verdict extends AnswerVerdict>(verdict: Verdict, dryRuns: readonly number[] | null): Verdict {
  return dryRuns === null ? verdict : { ...verdict, dryRuns }
}

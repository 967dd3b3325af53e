import type { RuleAction, RuleCondition } from '@bollard/contracts'
import { compileRules, type PartialFacts, type RuleField, type RuleSet } from '@bollard/visitor-rules'
import { BoundedMap } from '../../records/memory/bounded-map.ts'
import { keyOf, type Known, type KnownMatches } from './known-matches.ts'
import type { Visitor } from './visitor.ts'

/** A rule that is obeyed: enabled, no dry run, not expired. */
export interface LiveRule {
  /** Position in the list that it came from; an answer names the rule by it. */
  readonly index: number
  readonly name: string
  readonly priority: number
  readonly conditions: readonly RuleCondition[]
  readonly action: RuleAction
}

/** What a rule that fits does. */
export interface Effect {
  readonly type: RuleAction['type']
  readonly index: number
  readonly name: string
  /** Takes effect at the start, before any work. */
  readonly atOnce: boolean
}

/** A rule that may be the first to fit, null for none of them; `missing` is what would have to be known to say so. */
export interface Candidate {
  readonly effect: Effect | null
  readonly missing: RuleField | null
}

export interface RuleMatcher {
  /** Whether a rule asks for the score, so that another score may fit another rule. */
  readonly asksForScore: boolean
  /** The first rule that fits a visitor at a score: one candidate, or several in order where it hangs on what is not stored. */
  match(visitor: Visitor, score: number): readonly Candidate[]
}

interface Entry {
  readonly rule: LiveRule
  readonly effect: Effect
  readonly key: string
  readonly isLate: boolean
  /** The rule by itself, made when it is first asked. */
  readonly alone: () => RuleSet
}

/** The rules that facts must tell of, when of the others is known whether they fit; `end` is what fits when none of them does. */
interface Open {
  readonly entries: readonly Entry[]
  readonly set: RuleSet
  readonly end: Candidate
}

const none: Candidate = { effect: null, missing: null }

/**
 * Finds the first of `rules` that fits. What a row of the log says of a rule that was in force when the visitor came is
 * believed before the facts, since it also knows of what is not stored. @param nameOf operator of an autonomous system
 */
export function createRuleMatcher(
  rules: readonly LiveRule[],
  known: KnownMatches,
  nameOf: (asn: number) => string | null,
): RuleMatcher {
  const compile = (some: readonly LiveRule[]): RuleSet =>
    compileRules(
      some.map(({ conditions, action }, at) => ({
        number: at + 1,
        priority: at,
        enabled: true,
        dryRun: false,
        expiresAt: null,
        conditions,
        action,
      })),
      { nameOf },
    )
  const sorted = rules.toSorted((a, b) => a.priority - b.priority || a.index - b.index)
  const firstLate = sorted.findIndex(({ conditions }) => isLate(conditions))
  const entries = sorted.map((rule, order): Entry => {
    const { index, name, action, conditions } = rule
    // Behind a rule that waits for the score, whoever is let in or stopped may have to wait too.
    const atOnce = (action.type === 'ALLOW' || action.type === 'BLOCK') && (firstLate < 0 || order < firstLate)
    return {
      rule,
      effect: { type: action.type, index, name, atOnce },
      key: keyOf(conditions),
      isLate: isLate(conditions),
      alone: once(() => compile([rule])),
    }
  })
  const opened = new BoundedMap<string, Open>(1_000)
  const found = new BoundedMap<string, readonly Candidate[]>(20_000)
  const asked = factsAskedBy(rules)

  function sortOut(knowledge: Known, sameScore: boolean): Open {
    const left: Entry[] = []
    let end = none
    for (const entry of entries) {
      const fits = entry.isLate && !sameScore ? undefined : knowledge.fits(entry.key)
      if (fits === true) {
        end = { effect: entry.effect, missing: null }
        break
      }
      if (fits === undefined) left.push(entry)
    }
    return { entries: left, set: compile(left.map(({ rule }) => rule)), end }
  }
  return {
    asksForScore: firstLate >= 0,
    match(visitor, score) {
      if (entries.length === 0) return [none]
      const knowledge = known(visitor)
      const sameScore = visitor.atOnce || Math.fround(score) === Math.fround(visitor.last.score)
      const place = `${knowledge.id} ${sameScore}`
      // Visitors who are alike in all that rules ask for have the same candidates.
      const likeness = `${place} ${firstLate < 0 ? '' : score} ${asked(visitor)}`
      const before = found.get(likeness)
      if (before !== undefined) return before
      const open = opened.get(place) ?? sortOut(knowledge, sameScore)
      opened.set(place, open)
      const candidates = candidatesOf(open, factsOf(visitor), score)
      found.set(likeness, candidates)
      return candidates
    },
  }
}

function candidatesOf({ entries, set, end }: Open, facts: PartialFacts, score: number): readonly Candidate[] {
  if (entries.length === 0) return [end]
  const found = set.replay(facts, score)
  if ('decided' in found) {
    const entry = entries[found.decided - 1]
    return [entry === undefined ? end : { effect: entry.effect, missing: null }]
  }
  // From the first rule that is open on, one by one. Of several that do the same the first stands for all.
  const candidates = new Map<string, Candidate>()
  for (const { effect, alone } of entries.slice(found.undecidable - 1)) {
    const like = `${effect.type} ${effect.atOnce}`
    const one = alone().replay(facts, score)
    if ('undecidable' in one) {
      if (!candidates.has(like)) candidates.set(like, { effect, missing: one.field })
    } else if (one.decided !== 0) return [...candidates.values(), { effect, missing: null }]
  }
  return [...candidates.values(), end]
}

/** A text of all facts of a visitor that rules ask for. */
function factsAskedBy(rules: readonly LiveRule[]): (visitor: Visitor) => string {
  const fields = new Set(rules.flatMap(({ conditions }) => conditions.map(({ field }) => field)))
  const uses = (...some: RuleField[]): boolean => some.some((field) => fields.has(field))
  const [place, operator, address] = [uses('country', 'continent'), uses('asn', 'network'), uses('ip')]
  const [kind, language, hostname, action] = [uses('networkKind'), uses('language'), uses('hostname'), uses('action')]
  return ({ facts, network }) =>
    [
      place && facts.country,
      operator && facts.asn,
      kind && facts.networkKind,
      language && facts.language,
      address && network,
      hostname && facts.hostname,
    ]
      .concat(action && facts.action)
      .join('\n')
}

/** The visitor's facts for rules; what is not stored is undefined. */
function factsOf({ facts, network }: Visitor): PartialFacts {
  return { ...facts, address: network, userAgent: undefined, path: undefined }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => (made ??= { value: make() }).value
}

function isLate(conditions: readonly RuleCondition[]): boolean {
  return conditions.some(({ field }) => field === 'score')
}

import { allBits, isEmpty } from './bits.ts'
import { indexField, type NameOf } from './field-index.ts'
import { holdsAddress } from '@bollard/addresses'
import { fitsOne } from './text-index.ts'
import type { PartialFacts, Rule, RuleAction, RuleCondition, RuleField } from './rule.ts'

/** What becomes of a rule. `behind`: it is met, and another decided before. `unknown`: a fact that it needs was not told. */
export type RuleResult =
  | 'decides'
  | 'would-decide'
  | 'not-matched'
  | 'disabled'
  | 'expired'
  | 'waits-for-score'
  | 'behind'
  | 'unknown'

export interface RuleTrace {
  readonly number: number
  readonly result: RuleResult
  /** Position of the first condition that does not hold, or of which nobody can tell; null where all do, and where none was looked at. */
  readonly failed: number | null
}

export interface Explanation {
  /** Of all rules, in the order in which they are asked. */
  readonly rules: readonly RuleTrace[]
  /** The rule that decides, 0 for none; `unless` names the first rule before it that would decide if what is not told fits it. */
  readonly decision: { readonly rule: number; readonly action: RuleAction | null; readonly unless: number | null }
}

interface Request {
  readonly facts: PartialFacts
  readonly score: number | undefined
  readonly nameOf: NameOf
}

/** What is the first to be asked comes first. */
export function inOrder(rules: readonly Rule[]): Rule[] {
  return rules.toSorted((one, other) => one.priority - other.priority || one.number - other.number)
}

/** Goes through rules one by one: slower than compiled rules, and quicker than to compile them for a single request. */
export function explainRules(rules: readonly Rule[], request: Request & { readonly now: number }): Explanation {
  let decider: Rule | null = null
  let unless: number | null = null
  const traces = inOrder(rules).map((rule): RuleTrace => {
    const { result, failed } = look(rule, request)
    if (result !== 'decides') {
      if ((result === 'unknown' || result === 'waits-for-score') && !rule.dryRun && decider === null)
        unless ??= rule.number
      return { number: rule.number, result, failed }
    }
    if (decider !== null) return { number: rule.number, result: 'behind', failed }
    if (rule.dryRun) return { number: rule.number, result: 'would-decide', failed }
    decider = rule
    return { number: rule.number, result, failed }
  })
  return { rules: traces, decision: decisionOf(decider, unless) }
}

function decisionOf(decider: Rule | null, unless: number | null): Explanation['decision'] {
  return { rule: decider?.number ?? 0, action: decider?.action ?? null, unless }
}

/** The first field of a rule that leaves open whether it is met. */
export function findBlocker(rule: Rule, request: Request): RuleField {
  const open = rule.conditions.find((condition) => truthOf(condition, request) === undefined)
  if (open === undefined) throw new Error('nothing about this rule is open')
  return open.field
}

/** One rule by itself. */
function look(rule: Rule, request: Request & { readonly now: number }): { result: RuleResult; failed: number | null } {
  if (!rule.enabled) return { result: 'disabled', failed: null }
  if (rule.expiresAt !== null && rule.expiresAt <= request.now) return { result: 'expired', failed: null }
  let open: number | null = null
  let waiting: number | null = null
  for (const [index, condition] of rule.conditions.entries()) {
    const truth = truthOf(condition, request)
    if (truth === false) return { result: 'not-matched', failed: index }
    if (truth !== undefined) continue
    if (condition.field === 'score') waiting ??= index
    else open ??= index
  }
  if (open !== null) return { result: 'unknown', failed: open }
  return waiting === null ? { result: 'decides', failed: null } : { result: 'waits-for-score', failed: waiting }
}

/** Whether a condition holds; undefined when what is told leaves it open. */
function truthOf(condition: RuleCondition, request: Request): boolean | undefined {
  const { facts, score, nameOf } = request
  if (condition.field === 'score')
    return score === undefined ? undefined : condition.from <= score && score <= condition.to
  const fits = fitsSome(condition, request)
  if (fits !== undefined) return fits !== condition.not
  const index = indexField(condition.field, [{ bit: 0, condition }], { size: 1, nameOf })
  const [certain, possible] = [allBits(1), allBits(1)]
  index.narrowPartly(facts, certain, possible)
  if (!isEmpty(certain)) return true
  return isEmpty(possible) ? false : undefined
}

/** Whether one of the values fits, for fields with so many values that an index of them takes long to make; else undefined. */
function fitsSome(condition: RuleCondition, { facts, nameOf }: Request): boolean | undefined {
  switch (condition.field) {
    case 'ip':
      return facts.address === undefined || facts.address.includes('/')
        ? undefined
        : holdsAddress(condition.values, facts.address)
    case 'userAgent':
    case 'path':
    case 'action': {
      const text = facts[condition.field]
      return text === undefined
        ? undefined
        : text !== null && fitsOne(condition.values, text, condition.field === 'userAgent')
    }
    case 'network': {
      const name = facts.asn === undefined ? undefined : facts.asn === 0 ? null : nameOf(facts.asn)
      return name === undefined ? undefined : name !== null && fitsOne(condition.values, name, true)
    }
    default:
      return undefined
  }
}

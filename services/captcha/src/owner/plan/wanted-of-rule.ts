import { isDeepStrictEqual } from 'node:util'
import type { RuleAction, RuleCondition } from '@bollard/contracts'
import type { WantedFeature } from './assert-plan.ts'

/** What of a rule decides whom it treats, and until when. */
export interface RuleInForce {
  readonly enabled: boolean
  readonly dryRun: boolean
  readonly expiresAt: Date | null
  readonly conditions: readonly RuleCondition[]
  readonly action: RuleAction
}

/**
 * What is known of an address and not the address itself: where it is and whose network it belongs to. Addresses and networks that an
 * owner lists are rules like any other.
 */
const placeFields: ReadonlySet<RuleCondition['field']> = new Set([
  'country',
  'continent',
  'asn',
  'network',
  'networkKind',
])

export function isAboutPlace({ field }: Pick<RuleCondition, 'field'>): boolean {
  return placeFields.has(field)
}

/**
 * The features that a rule needs beyond what it had; `old` is null for one that is added. A rule that stands already can be
 * renamed, moved, switched off and narrowed without any; what it does, whom else it fits and that it is switched on or lasts
 * longer needs them. `pointerOf` tells where a condition is in the body, by its index; without one, the rule itself.
 */
export function wantedOfRule(
  old: RuleInForce | null,
  rule: RuleInForce,
  pointerOf: (condition: number | null) => string,
): WantedFeature[] {
  const isMore =
    old === null ||
    rankOf(rule) > rankOf(old) ||
    endOf(rule) > endOf(old) ||
    !isDeepStrictEqual(rule.action, old.action)
  const grown = rule.conditions.map(
    (condition) => isMore || !(old?.conditions.some((one) => isWithin(condition, one)) ?? false),
  )
  const isWider = isMore || grown.includes(true) || rule.conditions.length < old.conditions.length
  if (!isWider) return []
  const places = rule.conditions.flatMap((condition, index): WantedFeature[] =>
    isAboutPlace(condition) && grown[index] === true ? [{ feature: 'GEO_RULES', pointer: pointerOf(index) }] : [],
  )
  return [{ feature: 'RULES', pointer: pointerOf(null) }, ...places]
}

/** On trial a rule is counted, which is more than nothing and less than obeyed. */
function rankOf({ enabled, dryRun }: RuleInForce): number {
  return enabled ? (dryRun ? 1 : 2) : 0
}

function endOf({ expiresAt }: RuleInForce): number {
  return expiresAt?.getTime() ?? Number.POSITIVE_INFINITY
}

/** Whether whoever fits the one condition fits the other as well, as far as their values tell. */
function isWithin(condition: RuleCondition, old: RuleCondition): boolean {
  if (condition.field === 'score' || old.field === 'score')
    return condition.field === 'score' && old.field === 'score' && condition.from >= old.from && condition.to <= old.to
  if (condition.field !== old.field || condition.not !== old.not) return false
  const [fewer, more] = condition.not ? [old.values, condition.values] : [condition.values, old.values]
  const all = new Set<string | number>(more)
  return fewer.every((value) => all.has(value))
}

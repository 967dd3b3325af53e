import type { RuleCondition } from '@bollard/contracts'
import type { Visitor } from './visitor.ts'

/** A rule of the site as it is stored today. */
export interface StoredRule {
  /** What rows of the log hold. */
  readonly number: number
  readonly conditions: readonly RuleCondition[]
  /** Milliseconds since 1970. */
  readonly updatedAt: number
}

/** What a row of the log says of rules: whether those with these conditions (see `keyOf`) fitted; undefined where it says nothing. */
export interface Known {
  readonly fits: (key: string) => boolean | undefined
  /** The same text for the same knowledge. */
  readonly id: string
}
export type KnownMatches = (visitor: Visitor) => Known

/** The text by which equal conditions are found: they were parsed by the contract, which orders their fields. */
export function keyOf(conditions: readonly RuleCondition[]): string {
  return JSON.stringify(conditions)
}

/** Within this time every process obeys a change, with room for clocks that differ. */
const obeyedAfterMs = 10_000

/**
 * What is known of today's rules from the rows themselves. `rules` are those that are obeyed and do not expire, in their order.
 * A row names the first rule that fitted: so that one fitted, and those before it did not. Only rules that had not been changed
 * since are believed, and where the row's own rule was changed nothing is known of those before it.
 */
export function createKnownMatches(rules: readonly StoredRule[]): KnownMatches {
  const ordered = rules.map((rule, order) => ({ ...rule, order, key: keyOf(rule.conditions) }))
  const byAge = ordered.toSorted((a, b) => a.updatedAt - b.updatedAt)
  const remembered = new Map<string, Known>()
  return (visitor) => {
    const inForce = countWhile(byAge, ({ updatedAt }) => updatedAt + obeyedAfterMs < visitor.issuedAt)
    const id = `${visitor.rule} ${inForce}`
    const made = remembered.get(id) ?? learn(byAge.slice(0, inForce), visitor.rule, id)
    remembered.set(id, made)
    return made
  }
}

function learn(
  rules: readonly { readonly number: number; readonly order: number; readonly key: string }[],
  fitted: number,
  id: string,
): Known {
  const own = rules.find(({ number }) => number === fitted)
  const facts = new Map<string, boolean>()
  if (own !== undefined || fitted === 0)
    for (const { order, key } of rules) if (order < (own?.order ?? Number.POSITIVE_INFINITY)) facts.set(key, false)
  if (own !== undefined) facts.set(own.key, true)
  return { id, fits: (key) => facts.get(key) }
}

function countWhile<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let count = 0
  for (const item of items) {
    if (!holds(item)) break
    count++
  }
  return count
}

import type { z } from 'zod'
import type { assertionSchema } from '@bollard/contracts'

type Assertion = z.input<typeof assertionSchema>
type Comparison = Assertion['comparison']

/** A failed demand of another product makes a check fail as a whole. */
function demand(
  source: Assertion['source'],
  target: string | null,
  comparison: Comparison,
  value: string | null,
): Assertion {
  return { source, target, comparison, value, verdict: 'DOWN' }
}

/** What other products write between two values. */
const operators: Readonly<Record<string, Comparison>> = {
  '==': 'EQUALS',
  '!=': 'NOT_EQUALS',
  '<': 'LESS_THAN',
  '>': 'GREATER_THAN',
  contains: 'CONTAINS',
  not_contains: 'NOT_CONTAINS',
  eq: 'EQUALS',
  not_eq: 'NOT_EQUALS',
  lt: 'LESS_THAN',
  gt: 'GREATER_THAN',
}

export function textAssertion(comparison: Comparison, value: string): Assertion {
  return demand('TEXT', null, comparison, value)
}

/** A demand on something that is compared by an operator; null for an operator that has no counterpart. */
export function comparedAssertion(
  source: Assertion['source'],
  target: string | null,
  operator: string,
  value: string,
): Assertion | null {
  const whole = Number(value)
  // For whole numbers, at most is less than one more.
  if (Number.isInteger(whole) && (operator === '<=' || operator === 'lte'))
    return demand(source, target, 'LESS_THAN', String(whole + 1))
  if (Number.isInteger(whole) && (operator === '>=' || operator === 'gte'))
    return demand(source, target, 'GREATER_THAN', String(whole - 1))
  const comparison = Object.hasOwn(operators, operator) ? operators[operator] : undefined
  return comparison === undefined ? null : demand(source, target, comparison, value)
}

/** A demand on a field of a JSON answer: names and numbers of a path are the same in every language of paths; null for more. */
export function jsonAssertion(path: string, operator: string, value: string): Assertion | null {
  const target = jsonPathOf(path)
  if (target === null) return null
  // Values may be fractions there: at most and at least have no counterpart.
  if (['<=', '>=', 'lte', 'gte'].includes(operator)) return null
  return comparedAssertion('JSON', target, operator, value)
}

/** Whether a field is there. */
export function jsonExists(path: string, isThere: boolean): Assertion | null {
  const target = jsonPathOf(path)
  return target === null ? null : demand('JSON', target, isThere ? 'EXISTS' : 'NOT_EXISTS', null)
}

function jsonPathOf(path: string): string | null {
  const plain = path.trim().replace(/^\$/u, '').replace(/^\./u, '')
  if (!/^(?:[\p{L}_][\w-]*|\[\d+\])?(?:\.[\p{L}_][\w-]*|\[\d+\])*$/u.test(plain)) return null
  const steps = plain.match(/[\p{L}_][\w-]*|\[\d+\]/gu) ?? []
  return `$${steps.map((step) => (step.startsWith('[') ? step : /^\w+$/u.test(step) ? `.${step}` : `['${step}']`)).join('')}`
}

/** A pattern in which `*` stands for anything, as a regular expression over the whole text. */
export function patternOf(glob: string): string {
  return `^(?s:${glob.split('*').map(escaped).join('.*')})$`
}

/** One of several texts, as a regular expression. */
export function oneOf(texts: readonly string[]): string {
  return `^(?:${texts.map(escaped).join('|')})$`
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/gu, String.raw`\$&`)
}

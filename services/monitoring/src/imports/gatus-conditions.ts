import { comparedAssertion, jsonAssertion, jsonExists, oneOf, patternOf, textAssertion } from './draft/assertions.ts'
import type { Note } from './draft/draft.ts'
import { durationMs } from './duration.ts'

type Assertion = NonNullable<ReturnType<typeof comparedAssertion>>

/** What conditions become: demands, and the codes that are good; null where none says anything of them. */
export interface Conditions {
  readonly assertions: Assertion[]
  readonly statusCodes: string | null
}

const [firstCode, lastCode] = [100, 599]
/** Of times, in the unit of the demand. */
const dayMs = 86_400_000

/** Reads conditions such as `[STATUS] == any(200, 429)`. Those without a counterpart are noted. */
export function readConditions(conditions: unknown, note: Note): Conditions {
  const assertions: Assertion[] = []
  let codes: readonly number[] | null = null
  for (const condition of Array.isArray(conditions) ? conditions.map(String) : []) {
    const [left = '', operator = '', right = ''] = partsOf(condition)
    const passing = left === '[STATUS]' ? codesOf(operator, right) : null
    const found = left === '[STATUS]' ? [] : demandsOf(left, operator, right)
    if (passing !== null) codes = (codes ?? passing).filter((code) => passing.includes(code))
    else if (found === null || left === '[STATUS]') note('condition-unsupported', 'conditions', condition)
    else assertions.push(...found)
  }
  if (codes?.length === 0) note('condition-unsupported', 'conditions', '[STATUS]')
  return { assertions, statusCodes: codes === null || codes.length === 0 ? null : rangesOf(codes) }
}

function partsOf(condition: string): readonly string[] {
  const found = /^\s*(?<left>.+?)\s*(?<operator>==|!=|<=|>=|<|>)\s*(?<right>.*?)\s*$/su.exec(condition)?.groups
  return found === undefined ? [] : [found['left'] ?? '', found['operator'] ?? '', found['right'] ?? '']
}

/** The codes that pass; null for a condition that can't be read. */
function codesOf(operator: string, right: string): number[] | null {
  const every = Array.from({ length: lastCode - firstCode + 1 }, (_none, index) => firstCode + index)
  const { kind, values } = argumentsOf(right)
  const test = new RegExp(kind === 'pat' ? patternOf(values[0] ?? '') : oneOf(values), 'u')
  const bound = Number(right)
  switch (operator) {
    case '==':
      return every.filter((code) => test.test(String(code)))
    case '!=':
      return every.filter((code) => !test.test(String(code)))
    case '<':
    case '<=':
    case '>':
    case '>=':
      return Number.isNaN(bound) ? null : every.filter((code) => compares(code, operator, bound))
    default:
      return null
  }
}

function compares(code: number, operator: string, bound: number): boolean {
  if (code === bound) return operator.endsWith('=')
  return operator.startsWith('<') ? code < bound : code > bound
}

/** `200-299,401` */
function rangesOf(codes: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const code of codes) {
    const last = ranges.at(-1)
    if (last?.[1] === code - 1) last[1] = code
    else ranges.push([code, code])
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(',')
}

/** `any(a, b)`, `pat(a*)` or a value. */
function argumentsOf(right: string): { readonly kind: 'any' | 'pat' | 'value'; readonly values: readonly string[] } {
  const found = /^(?<kind>any|pat)\((?<inner>.*)\)$/su.exec(right)?.groups
  if (found === undefined) return { kind: 'value', values: [right] }
  const inner = found['inner'] ?? ''
  if (found['kind'] === 'pat') return { kind: 'pat', values: [inner] }
  return { kind: 'any', values: inner.split(',').map((one) => one.trim()) }
}

/** The demands of a condition; null for one that has no counterpart. */
function demandsOf(left: string, operator: string, right: string): readonly Assertion[] | null {
  const one = (assertion: Assertion | null) => (assertion === null ? null : [assertion])
  // A check that found nobody to talk to is down anyway.
  if (left === '[CONNECTED]') return operator === '==' && right === 'true' ? [] : null
  if (left === '[DNS_RCODE]') return operator === '==' && right === 'NOERROR' ? [] : null
  if (left === '[RESPONSE_TIME]') return one(comparedAssertion('TOTAL_MS', null, operator, right))
  if (left === '[CERTIFICATE_EXPIRATION]') {
    const ms = durationMs(right)
    return ms === null
      ? null
      : one(comparedAssertion('CERTIFICATE_DAYS', null, operator, String(Math.ceil(ms / dayMs))))
  }
  const has = /^has\(\[BODY\]\.?(?<path>.*)\)$/u.exec(left)?.groups
  if (has !== undefined)
    return operator === '==' && (right === 'true' || right === 'false')
      ? one(jsonExists(has['path'] ?? '', right === 'true'))
      : null
  const path = /^\[BODY\](?<path>.*)$/u.exec(left)?.groups?.['path']
  return path === undefined ? null : one(bodyDemand(path, operator, right))
}

function bodyDemand(path: string, operator: string, right: string): Assertion | null {
  const { kind, values } = argumentsOf(right)
  const isText = path === ''
  if (kind === 'value')
    return isText ? comparedAssertion('TEXT', null, operator, right) : jsonAssertion(path, operator, right)
  const [pattern = ''] = values
  const inner = pattern.slice(1, -1)
  const isWithin = isText && kind === 'pat' && pattern.length > 2 && pattern === `*${inner}*` && !inner.includes('*')
  if (isWithin && (operator === '==' || operator === '!='))
    return textAssertion(operator === '==' ? 'CONTAINS' : 'NOT_CONTAINS', inner)
  // Only what matches can be demanded, not what does not.
  if (operator !== '==') return null
  const value = kind === 'pat' ? patternOf(pattern) : oneOf(values)
  const found = isText ? textAssertion('MATCHES', value) : jsonAssertion(path, '==', value)
  return found && { ...found, comparison: 'MATCHES' }
}

import type { Schema } from './description.ts'

const formats: Readonly<Record<string, string>> = {
  uuid: 'UUID',
  'date-time': 'time in ISO 8601',
  date: 'date, such as 2026-11-26',
  email: 'e-mail address',
  uri: 'URL',
  ipv4: 'IPv4 address',
  ipv6: 'IPv6 address',
  cidrv4: 'IPv4 network',
  cidrv6: 'IPv6 network',
}

/** Patterns that people read more easily in words. */
const patterns: readonly (readonly [beginning: string, words: string])[] = [
  [String.raw`^\d{4}-(?:0[1-9]|1[0-2])$`, 'month, such as 2026-11'],
  ['^[A-Z]{3}$', 'three capital letters'],
  ['^[A-Z]{2}$', 'two capital letters'],
  ['^[a-z]{2}$', 'two small letters'],
  [String.raw`^\d{6}$`, 'six digits'],
  [String.raw`^#[\da-f]{6}$`, 'color, such as #1a2b3c'],
  [String.raw`^\/.*`, 'begins with /'],
  [String.raw`^[^\u0000-\u001f`, 'a single line without control characters'],
  [String.raw`^(?:[^\u0000-\u001f`, 'no control characters'],
  [String.raw`^(?:[\n\r\t]|[^\u0000-\u001f`, 'no control characters'],
]

/** A default that takes more room than this is in the OpenAPI document alone. */
const defaultMax = 60

/** Formats, bounds and the default of a value, each a few words. */
export function factsOf(schema: Schema): string[] {
  const { format, pattern, multipleOf, minItems, maxItems, minLength, maxLength } = schema
  const known = format === undefined ? undefined : formats[format]
  return [
    ...(known === undefined ? [] : [known]),
    // A format says what its pattern means.
    ...(pattern === undefined || known !== undefined ? [] : [patternInWords(pattern)]),
    ...bounds(minLength, maxLength, 'character', 'characters'),
    ...bounds(minItems, maxItems, 'entry', 'entries'),
    ...bounds(boundOf(schema.minimum), boundOf(schema.maximum)),
    ...(multipleOf === undefined ? [] : [`in steps of ${multipleOf}`]),
    ...defaultOf(schema),
  ]
}

function patternInWords(pattern: string): string {
  return patterns.find(([beginning]) => pattern.startsWith(beginning))?.[1] ?? `pattern ${pattern}`
}

/** Bounds that are those of whole numbers in JavaScript say nothing. */
function boundOf(bound: number | undefined): number | undefined {
  return bound === undefined || Math.abs(bound) >= Number.MAX_SAFE_INTEGER ? undefined : bound
}

function bounds(low: number | undefined, high: number | undefined, one = '', many = ''): string[] {
  const unit = (count: number) => (many === '' ? '' : ` ${count === 1 ? one : many}`)
  if (low !== undefined && low === high) return [`exactly ${amount(low)}${unit(low)}`]
  if (low !== undefined && high !== undefined) return [`${amount(low)} to ${amount(high)}${unit(high)}`]
  if (high !== undefined) return [`at most ${amount(high)}${unit(high)}`]
  return low === undefined || (low === 0 && many !== '') ? [] : [`at least ${amount(low)}${unit(low)}`]
}

const amount = (count: number): string => count.toLocaleString('en')

function defaultOf(schema: Schema): string[] {
  if (schema.default === undefined) return []
  const text = JSON.stringify(schema.default)
  return [text.length > defaultMax ? 'has a default' : `default ${text}`]
}

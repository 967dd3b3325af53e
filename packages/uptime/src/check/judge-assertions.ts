import type { Assertion, AssertionOutcome, AssertionSource, Comparison } from '../assertion.ts'
import type { Phases, Verdict } from '../check-result.ts'
import { dayMs } from '../calendar/zone.ts'

/** What a check found, as far as assertions may ask. null is what the kind of check does not have. */
export interface AssertionFacts {
  /** Unix milliseconds of the check, from which days until an expiry are counted. */
  readonly at: number
  readonly statusCode: number | null
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly bodyBytes: number | null
  readonly phases: Phases
  readonly certificateExpiresAt: number | null
  readonly domainExpiresAt: number | null
}

/**
 * What the caller brings, because libraries do it. Either may throw: then the assertion fails, and `found` says why.
 */
export interface AssertionTools {
  /** Whether a regular expression is found in the text. */
  readonly matches: (pattern: string, text: string) => boolean
  /** What lies at a JSON path in the body; undefined where nothing does. */
  readonly readJsonPath: (path: string, body: string) => unknown
}

export interface JudgedAssertions {
  readonly outcomes: readonly AssertionOutcome[]
  /** The worst that a failed assertion makes of the check; UP where none failed. */
  readonly verdict: Extract<Verdict, 'UP' | 'DEGRADED' | 'DOWN'>
}

const foundLengthMax = 200

/** Holds every assertion against what was found, in their order. Never throws: what cannot be compared has failed. */
export function judgeAssertions(
  assertions: readonly Assertion[],
  facts: AssertionFacts,
  tools: AssertionTools,
): JudgedAssertions {
  const outcomes = assertions.map((assertion) => judge(assertion, facts, tools))
  const failed = outcomes.filter(({ passed }) => !passed).map(({ assertion }) => assertion.verdict)
  return { outcomes, verdict: failed.includes('DOWN') ? 'DOWN' : failed.length > 0 ? 'DEGRADED' : 'UP' }
}

function judge(assertion: Assertion, facts: AssertionFacts, tools: AssertionTools): AssertionOutcome {
  try {
    const found = find(assertion, facts, tools)
    return {
      assertion,
      passed: compare(found, assertion, tools),
      found: found === undefined ? null : excerpt(textOf(found)),
    }
  } catch (error) {
    return { assertion, passed: false, found: excerpt(error instanceof Error ? error.message : String(error)) }
  }
}

type Finder = (facts: AssertionFacts, target: string, tools: AssertionTools) => unknown

const finders: Readonly<Record<AssertionSource, Finder>> = {
  STATUS: ({ statusCode }) => statusCode,
  HEADER: ({ headers }, target) => {
    const name = target.toLowerCase()
    return Object.hasOwn(headers, name) ? headers[name] : undefined
  },
  TEXT: ({ body }) => body,
  JSON: ({ body }, target, { readJsonPath }) => (body === null ? undefined : readJsonPath(target, body)),
  BODY_BYTES: ({ bodyBytes }) => bodyBytes,
  DNS_MS: ({ phases }) => phases.dnsMs,
  CONNECT_MS: ({ phases }) => phases.connectMs,
  TLS_MS: ({ phases }) => phases.tlsMs,
  FIRST_BYTE_MS: ({ phases }) => phases.firstByteMs,
  TOTAL_MS: ({ phases }) => phases.totalMs,
  CERTIFICATE_DAYS: ({ at, certificateExpiresAt }) => daysUntil(at, certificateExpiresAt),
  DOMAIN_DAYS: ({ at, domainExpiresAt }) => daysUntil(at, domainExpiresAt),
}

/** undefined where nothing was found. A null within JSON is found. */
function find({ source, target }: Assertion, facts: AssertionFacts, tools: AssertionTools): unknown {
  const found = finders[source](facts, target ?? '', tools)
  return found === null && source !== 'JSON' ? undefined : found
}

function daysUntil(at: number, expiresAt: number | null): number | null {
  return expiresAt === null ? null : Math.floor((expiresAt - at) / dayMs)
}

const comparers: Readonly<Record<Comparison, (found: unknown, value: string, tools: AssertionTools) => boolean>> = {
  EXISTS: (found) => found !== undefined,
  NOT_EXISTS: (found) => found === undefined,
  EQUALS: isEqual,
  // What is not there is not equal either, and contains nothing.
  NOT_EQUALS: (found, value) => !isEqual(found, value),
  CONTAINS: contains,
  NOT_CONTAINS: (found, value) => !contains(found, value),
  MATCHES: (found, value, { matches }) => found !== undefined && matches(value, textOf(found)),
  LESS_THAN: (found, value) => numberOf(found) < numberOf(value),
  GREATER_THAN: (found, value) => numberOf(found) > numberOf(value),
}

function compare(found: unknown, { comparison, value }: Assertion, tools: AssertionTools): boolean {
  return comparers[comparison](found, value ?? '', tools)
}

/** As text, or as numbers where both are some: `1.0` equals 1. Objects and lists are compared as JSON. */
function isEqual(found: unknown, value: string): boolean {
  if (found === undefined) return false
  if (textOf(found) === value) return true
  if (typeof found === 'object' && found !== null) return isSameJson(found, value)
  return numberOf(found) === numberOf(value)
}

function contains(found: unknown, value: string): boolean {
  if (found === undefined) return false
  if (Array.isArray(found)) return found.some((item) => isEqual(item, value))
  return textOf(found).includes(value)
}

/** NaN for all that is no number, which no comparison holds for. */
function numberOf(value: unknown): number {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || !/^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/iu.test(value)) return Number.NaN
  return Number(value)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** Whether a text is JSON of the same value, whatever the order of keys. */
function isSameJson(found: object, text: string): boolean {
  try {
    return JSON.stringify(inOrder(found)) === JSON.stringify(inOrder(JSON.parse(text)))
  } catch {
    return false
  }
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, inOrder(inner)])
}

/** Never cuts a character in two. */
function excerpt(text: string): string {
  return text.length <= foundLengthMax ? text : text.slice(0, foundLengthMax).replace(/[\uD800-\uDBFF]$/u, '')
}

/**
 * What an assertion looks at. `*_MS` are the phases of a check in milliseconds, `*_DAYS` whole days until the expiry.
 */
export const assertionSources = [
  'STATUS',
  'HEADER',
  'TEXT',
  'JSON',
  'BODY_BYTES',
  'DNS_MS',
  'CONNECT_MS',
  'TLS_MS',
  'FIRST_BYTE_MS',
  'TOTAL_MS',
  'CERTIFICATE_DAYS',
  'DOMAIN_DAYS',
] as const
export type AssertionSource = (typeof assertionSources)[number]

/** How what was found is compared with the value of the assertion. */
export const comparisons = [
  'EQUALS',
  'NOT_EQUALS',
  'CONTAINS',
  'NOT_CONTAINS',
  'MATCHES',
  'LESS_THAN',
  'GREATER_THAN',
  'EXISTS',
  'NOT_EXISTS',
] as const
export type Comparison = (typeof comparisons)[number]

/** One demand on the answer of a check. */
export interface Assertion {
  readonly source: AssertionSource
  /** Name of the header (HEADER) or JSON path (JSON); null for every other source. */
  readonly target: string | null
  readonly comparison: Comparison
  /** What to compare with, as the owner typed it; null for EXISTS and NOT_EXISTS. */
  readonly value: string | null
  /** What a failed assertion makes of the check. */
  readonly verdict: 'DOWN' | 'DEGRADED'
}

/** What became of one assertion. */
export interface AssertionOutcome {
  readonly assertion: Assertion
  readonly passed: boolean
  /** What was found, at most 200 characters; null where nothing was. */
  readonly found: string | null
}

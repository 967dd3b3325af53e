import { decidedBy, type LogFilter, networkKinds } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { countKind } from '../store/counts.ts'
import { issuedAtOf } from '../store/verification-id.ts'
import { outcomesOf, scoreBucket, scoreRange } from './log-filter.ts'
import { findStoredNames } from './stored-names.ts'

/** Adds a value to a statement and answers with its placeholder. */
export type Bind = (value: unknown) => string

/** What a filter asks of rows of `captcha.verifications v`. */
export interface StoredFilter {
  /** Issued from `from` on and before `to`, in milliseconds since 1970. */
  readonly from: number
  readonly to: number
  /** All must hold. `between` names two bound times, both included, within which `v.issued_at` lies. */
  readonly conditions: readonly ((bind: Bind, between: string) => string)[]
  /** What the zone map is asked: of each clause at least one key occurs in a stretch that holds a row that fits. */
  readonly clauses: readonly (readonly string[])[]
  /** Stored label of the feedback; null when none is asked for. */
  readonly feedback: number | null
}

/** Stored numbers of the outcomes and labels. */
const storedOutcome = { PASSED: countKind.passed, FLAGGED: countKind.flagged, REFUSED: countKind.refused } as const
const storedLabel = { PERSON: 0, BOT: 1 } as const

/**
 * A filter in terms of what is stored; null when nothing can fit it. Keys of clauses are written as `chunk-statement.ts` writes
 * those of the zone map. @throws `invalid-parameter` for an environment, rule or bypass key that the site never had.
 */
export async function storeFilter(db: Queries, siteId: number, filter: LogFilter): Promise<StoredFilter | null> {
  const names = await findStoredNames(db, siteId, filter)
  if (names === null) return null
  const conditions: StoredFilter['conditions'][number][] = []
  const clauses: string[][] = []
  const equals = (column: string, field: string, value: string | number | null | undefined): void => {
    if (value === undefined || value === null) return
    conditions.push((bind) => `v.${column} = ${bind(value)}`)
    clauses.push([`${field} ${value}`])
  }
  const outcomes = outcomesOf(filter)?.map((outcome) => storedOutcome[outcome])
  if (outcomes !== undefined) {
    conditions.push((bind) => `v.outcome = any(${bind(outcomes)}::smallint[])`)
    if (new Set(outcomes).size < 3) clauses.push(outcomes.map((outcome) => `outcome ${outcome}`))
  }
  equals('environment_id', 'environment', names.environment)
  equals('country', 'country', filter.country)
  equals('asn', 'asn', filter.asn)
  equals('network_kind', 'kind', filter.networkKind && networkKinds.indexOf(filter.networkKind))
  equals('operating_system', 'system', filter.operatingSystem)
  equals('device', 'device', filter.device)
  equals('language', 'language', filter.language)
  equals('hostname', 'hostname', filter.hostname)
  equals('action', 'action', names.action)
  equals('rule', 'rule', names.rule)
  equals('bypass_key', 'bypass', names.bypassKey)
  equals('decision', 'decision', filter.decision && decidedBy.indexOf(filter.decision))
  const { browser, reason, fetched } = filter
  if (names.network !== null) {
    const { network, keys } = names
    conditions.push((bind) => `v.network <<= ${bind(network)}::cidr`)
    if (keys !== null) clauses.push([...keys.map((key) => `network ${key}`), 'network odd'])
  }
  if (browser !== undefined) {
    conditions.push((bind) => {
      const name = `${bind(browser)}::text`
      return `(v.browser = ${name} or starts_with(v.browser, ${name} || ' ') or starts_with(v.browser, ${name} || '.'))`
    })
    clauses.push([`browser ${browser}`])
  }
  if (reason !== undefined) {
    conditions.push((bind) => `strpos(' ' || v.reasons || ' ', ${bind(` ${reason} `)}) > 0`)
    clauses.push([`reason ${reason}`])
  }
  const scores = scoreRange(filter)
  if (scores !== null) {
    // A score that is shown as unknown is in no range.
    conditions.push(
      (bind) =>
        `v.decision <> ${decidedBy.indexOf('FAILOVER')} and floor(v.score::text::float8 * 1000 + 0.5) between ${bind(scores.from)} and ${bind(scores.to)}`,
    )
    const buckets = bucketsOf(scores)
    if (buckets.length === 0) return null
    if (buckets.length <= scoreBucket.last) clauses.push(buckets.map((bucket) => `score ${bucket}`))
  }
  // A subselect that cannot become a join: it costs one look-up for each row that fits everything else.
  if (fetched !== undefined) {
    conditions.push(
      (bind, between) =>
        `coalesce((select true from captcha.redemptions r where r.verification_id = v.id and r.issued_at = v.issued_at and r.issued_at ${between}), false) = ${bind(fetched === 'FETCHED')}`,
    )
  }
  const feedback = filter.feedback === undefined ? null : storedLabel[filter.feedback]
  return onlyOne(
    {
      from: parseTime(filter.from, 0),
      to: parseTime(filter.to, Number.MAX_SAFE_INTEGER),
      conditions,
      clauses,
      feedback,
    },
    filter.verificationId,
  )
}

/** Of the code that a visitor quotes: the beginning of an id, which is the time. */
const referenceLength = 13

/** Whoever looks for one verification knows when it was issued. */
function onlyOne(stored: StoredFilter, id: string | undefined): StoredFilter | null {
  if (id === undefined) return stored
  const isWhole = id.length > referenceLength
  const at = issuedAtOf(isWhole ? id.toLowerCase() : `${id.toLowerCase()}-7`)
  if (Number.isNaN(at) || at < stored.from || at >= stored.to) return null
  return {
    ...stored,
    from: at,
    to: at + 1,
    clauses: [],
    conditions: isWhole ? [...stored.conditions, (bind) => `v.id = ${bind(id)}`] : stored.conditions,
  }
}

function bucketsOf({ from, to }: { from: number; to: number }): number[] {
  if (from > to) return []
  const first = Math.min(Math.floor(from / scoreBucket.width), scoreBucket.last)
  const last = Math.min(Math.floor(to / scoreBucket.width), scoreBucket.last)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

function parseTime(time: string | undefined, otherwise: number): number {
  return time === undefined ? otherwise : Date.parse(time)
}

import type { Queries } from '@bollard/database'
import { dimensions, foldedValue } from './dimensions.ts'
import type { Days } from './find-window.ts'

export interface Counts {
  readonly n: number
  readonly passed: number
  readonly flagged: number
  readonly refused: number
  readonly fetched: number
}

/** Whose roll-ups: a site, and one of its environments or all. */
export interface Whose {
  readonly siteId: number
  readonly environmentId: number | null
}

/** Sums of a dimension's value, in the bucket whose number `bucket` is. */
export interface Line extends Counts {
  readonly bucket: number
  readonly dimension: number
  readonly value: string
}

const sums =
  'sum(n)::float8 as n, sum(passed)::float8 as passed, sum(flagged)::float8 as flagged, sum(refused)::float8 as refused, sum(fetched)::float8 as fetched'
const whose = 'site_id = $1 and ($2::int is null or environment_id = $2)'
const counted = [dimensions.total, dimensions.event]

/** Totals and events by bucket, from quarters of an hour; `starts` are those of the buckets, `to` the end of the last. */
export async function readQuarters(
  db: Queries,
  { siteId, environmentId }: Whose,
  starts: readonly Date[],
  to: Date,
): Promise<Line[]> {
  if (starts.length === 0) return []
  return db.query(
    'captcha-read-quarters',
    `select width_bucket(hour, $3::timestamptz[]) - 1 as bucket, dimension, value, ${sums} from captcha.rollup_hourly
     where ${whose} and dimension = any($5::smallint[]) and hour >= ($3::timestamptz[])[1] and hour < $4 group by 1, 2, 3`,
    [siteId, environmentId, starts, to, counted],
  )
}

/** Totals and events by day; `starts` are the days with which the buckets begin. */
export async function readDays(
  db: Queries,
  { siteId, environmentId }: Whose,
  { first, last }: Days,
  starts: readonly string[] = [first],
): Promise<Line[]> {
  if (starts.length === 0) return []
  return db.query(
    'captcha-read-days',
    `select width_bucket(day, $6::date[]) - 1 as bucket, dimension, value, ${sums} from captcha.rollup_daily
     where ${whose} and dimension = any($5::smallint[]) and day between $3 and $4 group by 1, 2, 3`,
    [siteId, environmentId, first, last, counted, starts],
  )
}

/** Days, or hours, over which values are added up. */
export type Range = { readonly days: Days } | { readonly from: Date; readonly to: Date }

export interface ValueCounts extends Counts {
  readonly dimension: number
  /** Null: all others together. */
  readonly value: string | null
}

const shownWhole = [dimensions.mainReason, dimensions.reason, dimensions.score, dimensions.checkTime]
const breakdowns = Object.values(dimensions).filter((dimension) => !counted.some((other) => other === dimension))

/** How many values of each dimension are told; of those in `whole` more. */
export interface Shown {
  readonly top: number
  readonly whole: { readonly dimensions: readonly number[]; readonly max: number }
}

/** The most frequent values of each dimension and all others in one; of histograms and reasons all values. */
export async function readBreakdowns(
  db: Queries,
  { siteId, environmentId }: Whose,
  range: Range,
  { top, whole }: Shown,
): Promise<ValueCounts[]> {
  const { table, condition, bounds } = sourceOf(range)
  return db.query(
    `captcha-read-breakdowns-${table}`,
    `with by_value as (
       select dimension, value, ${sums} from captcha.${table}
       where ${whose} and dimension = any($5::smallint[]) and ${condition}
         and not (dimension in (${dimensions.rule}, ${dimensions.bypassKey}) and value = '') group by 1, 2
     ), placed as (
       select *, row_number() over (partition by dimension order by value = '${foldedValue}', n desc, fetched desc, value) as place from by_value
     ), shown as (
       select *, dimension = any($6::smallint[]) or (place <= case when dimension = any($8::smallint[]) then $9::int else $7::int end and value <> '${foldedValue}') as is_shown from placed
     )
     select dimension, case when is_shown then value end as value, ${sums} from shown group by 1, 2, case when is_shown then place end order by dimension, min(place)`,
    [siteId, environmentId, ...bounds, breakdowns, shownWhole, top, whole.dimensions, whole.max],
  )
}

/** How often each bucket of the check time was there. */
export async function readCheckTimes(
  db: Queries,
  { siteId, environmentId }: Whose,
  range: Range,
): Promise<ValueCounts[]> {
  const { table, condition, bounds } = sourceOf(range)
  return db.query(
    `captcha-read-check-times-${table}`,
    `select dimension, value, ${sums} from captcha.${table} where ${whose} and dimension = ${dimensions.checkTime} and ${condition} group by 1, 2`,
    [siteId, environmentId, ...bounds],
  )
}

/** Sums of each environment of the site. */
export async function readEnvironments(
  db: Queries,
  { siteId, environmentId }: Whose,
  range: Range,
): Promise<ValueCounts[]> {
  const { table, condition, bounds } = sourceOf(range)
  return db.query(
    `captcha-read-environments-${table}`,
    `select dimension, environment_id::text as value, ${sums} from captcha.${table}
     where ${whose} and dimension = ${dimensions.total} and ${condition} group by 1, 2 order by n desc, 2`,
    [siteId, environmentId, ...bounds],
  )
}

/** A value of a dimension; with `orVersions` also each that goes on with a space or a dot, as versions of a browser do. */
export interface Property {
  readonly dimension: number
  readonly value: string
  readonly orVersions: boolean
}

/** Sums of one value, by day or by hour. `starts` are those of the buckets: days, or times. */
export async function readProperty(
  db: Queries,
  { siteId, environmentId }: Whose,
  { dimension, value, orVersions }: Property,
  range: Range,
  starts: readonly (string | Date)[],
): Promise<(Counts & { readonly bucket: number })[]> {
  if (starts.length === 0) return []
  const { table, column, type, condition, bounds } = sourceOf(range)
  return db.query(
    `captcha-read-property-${table}`,
    `select width_bucket(${column}, $8::${type}[]) - 1 as bucket, ${sums} from captcha.${table}
     where ${whose} and dimension = $5 and ${condition}
       and (value = $6::text or ($7::boolean and (starts_with(value, $6::text || ' ') or starts_with(value, $6::text || '.')))) group by 1`,
    [siteId, environmentId, ...bounds, dimension, value, orVersions, starts],
  )
}

function sourceOf(range: Range) {
  return 'days' in range
    ? ({
        table: 'rollup_daily',
        column: 'day',
        type: 'date',
        condition: 'day between $3 and $4',
        bounds: [range.days.first, range.days.last],
      } as const)
    : ({
        table: 'rollup_hourly',
        column: 'hour',
        type: 'timestamptz',
        condition: 'hour >= $3 and hour < $4',
        bounds: [range.from, range.to],
      } as const)
}

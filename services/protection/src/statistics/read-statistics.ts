import { wilsonInterval } from '@bollard/bot-score'
import type { analyticsPeriods, ProtectionStatistics, Share } from '@bollard/contracts'
import type { Queries, RowOf } from '@bollard/database'
import { rungs } from '@bollard/limits'
import type { Counted, More } from '../record/count-decisions.ts'
import { tookPercentile } from '../record/took.ts'

export type AnalyticsPeriod = (typeof analyticsPeriods)[number]
type Totals = ProtectionStatistics['totals']

const minuteMs = 60_000
const shapes: Readonly<Record<AnalyticsPeriod, { readonly days: number; readonly bucketMinutes: number }>> = {
  '24h': { days: 1, bucketMinutes: 60 },
  '7d': { days: 7, bucketMinutes: 240 },
  '30d': { days: 30, bucketMinutes: 1_440 },
}

export interface Span {
  readonly from: Date
  readonly to: Date
}

export interface Period extends Span {
  readonly previousFrom: Date
  readonly bucketMinutes: number
}

/** A period that ends with the bucket that contains `now`, cut at whole buckets in UTC. */
export function periodAt(period: AnalyticsPeriod, now: Date): Period {
  const { days, bucketMinutes } = shapes[period]
  const bucketMs = bucketMinutes * minuteMs
  const to = (Math.floor(now.getTime() / bucketMs) + 1) * bucketMs
  const lengthMs = days * 1_440 * minuteMs
  return { from: new Date(to - lengthMs), to: new Date(to), previousFrom: new Date(to - 2 * lengthMs), bucketMinutes }
}

/** Requests of a site and what became of them, from counts alone. `operatorName` knows names of operators of networks. */
export async function readStatistics(
  db: Queries,
  { solutionId, period, now }: { readonly solutionId: string; readonly period: AnalyticsPeriod; readonly now: Date },
  operatorName: (operator: number) => string | null,
): Promise<ProtectionStatistics> {
  const { from, to, previousFrom, bucketMinutes } = periodAt(period, now)
  const span = { solutionId, from, to }
  const [sums, before, overTime, tops, reports] = [
    await readSums(db, span),
    await readSums(db, { solutionId, from: previousFrom, to: from }),
    await db.query('protection-counts-over-time', overTimeSql, [solutionId, from, to, bucketMinutes]),
    await db.query('protection-counts-top', topSql, [solutionId, from, to, topMax]),
    await db.query('protection-reports-judged', reportsSql, [solutionId, from, to]),
  ]
  const top = (dimension: string) => tops.filter((row) => row.dimension === dimension).map(countsOf)
  const orNull = (rows: ReturnType<typeof top>) =>
    rows.map(({ value, ...counts }) => ({ value: value === '' ? null : value, ...counts }))
  const judged = (state: string): number => reports.find((row) => row.state === state)?.count ?? 0
  return {
    period,
    from: from.toISOString(),
    to: to.toISOString(),
    bucketMinutes,
    totals: totalsOf(sums),
    previous: totalsOf(before),
    buckets: bucketsOf({ from, to, bucketMinutes }, overTime),
    rungs: rungs
      .map((rung) => ({ rung, requests: requestsOf(sums.get(`rung ${rung}`)) }))
      .filter(({ requests }) => requests > 0),
    parts: top('part'),
    reasons: top('reason'),
    paths: top('path'),
    hosts: top('host'),
    countries: orNull(top('country')),
    operators: top('operator').map(({ value, ...counts }) => {
      const operator = value === '' ? null : Number(value)
      return { ...counts, value: operator, name: operator === null ? null : operatorName(operator) }
    }),
    visitors: orNull(top('visitor')),
    programs: top('program'),
    purposes: top('purpose'),
    mistakes: {
      control: mistakesOf(sums),
      reports: { open: judged('OPEN'), right: judged('RIGHT'), wrong: judged('WRONG') },
    },
  }
}

/** Sums by dimension and value, such as `more solved`, of the dimensions with few values. */
export type Sums = ReadonlyMap<string, Counted>

/** What was counted in a time, of the dimensions with few values. */
export async function readSums(
  db: Queries,
  { solutionId, from, to }: Span & { readonly solutionId: string },
): Promise<Sums> {
  const rows = await db.query('protection-counts-sums', sumsSql, [solutionId, from, to])
  return new Map(rows.map((row) => [`${row.dimension} ${row.value}`, row]))
}

export function totalsOf(sums: Sums): Totals {
  const all = sums.get('all ') ?? none
  const more = (name: More): number => requestsOf(sums.get(`more ${name}`))
  const would = (conclusion: string): number => requestsOf(sums.get(`dryRun ${conclusion}`))
  const took = new Map(
    [...sums].flatMap(([key, counted]) =>
      key.startsWith('took ') ? [[Number(key.slice(5)), requestsOf(counted)]] : [],
    ),
  )
  return {
    allow: all.allow,
    challenge: all.challenge,
    throttle: all.throttle,
    deny: all.deny,
    requests: requestsOf(all),
    solved: more('solved'),
    failedOpen: more('failedOpen'),
    probes: more('probe'),
    lost: more('lost'),
    wouldChallenge: would('CHALLENGE'),
    wouldThrottle: would('THROTTLE'),
    wouldDeny: would('DENY'),
    savedRequests: all.challenge + all.throttle + all.deny,
    savedBytes: more('savedKnown') === 0 ? null : more('savedBytes'),
    savedMessages: more('messages'),
    tookMsP50: tookPercentile(took, 0.5),
    tookMsP99: tookPercentile(took, 0.99),
  }
}

/** Of those who would have been denied and were challenged by chance: how many turned out to be people. */
export function mistakesOf(sums: Sums): Share {
  const of = requestsOf(sums.get('more control'))
  // Who was challenged before midnight may solve it after.
  const count = Math.min(of, requestsOf(sums.get('more controlSolved')))
  const interval = wilsonInterval(count, of)
  return interval && { count, of, ...interval }
}

/** The values of a dimension with the most requests that were stopped. */
export async function readTop(
  db: Queries,
  { solutionId, from, to, dimension }: Span & { readonly solutionId: string; readonly dimension: 'path' | 'reason' },
): Promise<RowOf<'protection-counts-stopped'>[]> {
  return db.query('protection-counts-stopped', stoppedSql, [solutionId, from, to, dimension, topMax])
}

const topMax = 10
const none: Counted = { allow: 0, challenge: 0, throttle: 0, deny: 0 }

function requestsOf({ allow, challenge, throttle, deny }: Counted = none): number {
  return allow + challenge + throttle + deny
}

function countsOf({ value, allow, challenge, throttle, deny }: Counted & { readonly value: string }) {
  return { value, name: null, allow, challenge, throttle, deny }
}

function bucketsOf(
  { from, to, bucketMinutes }: Pick<Period, 'from' | 'to' | 'bucketMinutes'>,
  rows: readonly RowOf<'protection-counts-over-time'>[],
): ProtectionStatistics['buckets'] {
  const found = new Map(rows.map((row) => [`${row.dimension} ${row.bucket?.toISOString()}`, row]))
  const stepMs = bucketMinutes * minuteMs
  return Array.from({ length: (to.getTime() - from.getTime()) / stepMs }, (_, index) => {
    const at = new Date(from.getTime() + index * stepMs).toISOString()
    const { allow, challenge, throttle, deny } = found.get(`all ${at}`) ?? none
    return { at, allow, challenge, throttle, deny, solved: requestsOf(found.get(`more ${at}`)) }
  })
}

const sums = `sum(allow)::float8 as allow, sum(challenge)::float8 as challenge, sum(throttle)::float8 as throttle, sum(deny)::float8 as deny`
const inTime = 'solution_id = $1 and at >= $2 and at < $3'
const sumsSql = `select dimension, value, ${sums} from protection.counts
  where ${inTime} and dimension in ('all', 'more', 'took', 'dryRun', 'rung') group by dimension, value`
const overTimeSql = `select dimension, date_bin(make_interval(mins => $4::int), at, 'epoch') as bucket, ${sums} from protection.counts
  where ${inTime} and (dimension = 'all' or (dimension = 'more' and value = 'solved')) group by 1, 2`
const topSql = `select dimension, value, allow, challenge, throttle, deny from (
    select dimension, value, ${sums}, row_number() over (partition by dimension order by sum(allow + challenge + throttle + deny) desc, value) as rank
    from protection.counts where ${inTime} and dimension in ('part', 'reason', 'path', 'host', 'country', 'operator', 'visitor', 'program', 'purpose')
    group by dimension, value) ranked where rank <= $4::int order by dimension, rank`
const stoppedSql = `select value, sum(challenge + throttle + deny)::float8 as stopped, sum(allow + challenge + throttle + deny)::float8 as requests
  from protection.counts where ${inTime} and dimension = $4 group by value having sum(challenge + throttle + deny) > 0
  order by 2 desc, 1 limit $5`
const reportsSql = `select state, count(*)::int as count from protection.blocked_reports where ${inTime} group by state`

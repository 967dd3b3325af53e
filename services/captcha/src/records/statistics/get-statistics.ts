import type { Statistics, StatisticsQuery } from '@bollard/contracts'
import type { Database, Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import type { NameOfNetwork } from '../store/stored-verification.ts'
import { countMatching } from './count-matching.ts'
import { dimensions, scoreBuckets } from './dimensions.ts'
import { findWindow, type StatisticsWindow } from './find-window.ts'
import {
  type Line,
  type Range,
  readBreakdowns,
  readCheckTimes,
  readDays,
  readEnvironments,
  readQuarters,
  type ValueCounts,
  type Whose,
} from './read-rollups.ts'
import { answerableMs, begunIn, sumOf, sumUpTotals } from './sum-up-totals.ts'
import { shownOf, tellBreakdowns, wholeOf } from './tell-breakdowns.ts'

export interface StatisticsContext {
  readonly db: Database
  readonly now: () => Date
  readonly nameOfNetwork: NameOfNetwork
}

/**
 * Figures of a site, read from the roll-ups alone: they cost the same at any traffic. Refused with `not-found` for an
 * environment that is not the site's.
 */
export async function getStatistics(
  { db, now, nameOfNetwork }: StatisticsContext,
  siteId: number,
  query: StatisticsQuery,
): Promise<Statistics> {
  const at = now().getTime()
  const { timeZone, environmentId } = await findScope(db, siteId, query.environmentId)
  const whose: Whose = { siteId, environmentId }
  const window = await findWindow(db, query, timeZone, at)
  const { days, from, to, previous, buckets } = window
  const range: Range = days === null ? { from, to } : { days }
  const whole = wholeOf(query)
  const [lines, values, environments, recent, previousLines, previousTimes, linesBefore, matching] = await Promise.all([
    readLines(db, whose, window),
    readBreakdowns(db, whose, range, shownOf(whole)),
    readEnvironments(db, whose, range),
    readRecent(db, whose, window, at),
    readPrevious(db, whose, window),
    readPreviousTimes(db, whose, window),
    readLines(db, whose, { ...previous, to: from }),
    countMatching(db, whose, query, window),
  ])
  const of = (dimension: number): ValueCounts[] => values.filter((line) => line.dimension === dimension)
  return {
    period: window.shape,
    range: { name: query.from === undefined ? query.period : null, days, timeZone },
    from: from.toISOString(),
    to: to.toISOString(),
    bucketMinutes: window.bucketMinutes,
    totals: sumUpTotals(lines, recent, of(dimensions.checkTime)),
    previous: sumUpTotals(previousLines, [], previousTimes),
    previousFrom: previous.from.toISOString(),
    previousTo: previous.to.toISOString(),
    buckets: bucketsOf(lines, buckets),
    previousBuckets: bucketsOf(linesBefore, previous.buckets),
    matching,
    scores: scoresOf(of(dimensions.score)),
    reasons: of(dimensions.reason).map(({ value, n, refused }) => ({ code: value ?? '', count: n, refused })),
    refusalReasons: of(dimensions.mainReason).flatMap(({ value, n }) =>
      value === null || value === '' ? [] : [{ code: value, count: n }],
    ),
    breakdowns: await tellBreakdowns({ db, siteId, nameOfNetwork }, values, environments, whole),
  }
}

async function findScope(
  db: Queries,
  siteId: number,
  environmentId: string | undefined,
): Promise<{ timeZone: string; environmentId: number | null }> {
  const [scope] = await db.query(
    'captcha-statistics-scope',
    `select s.time_zone as "timeZone",
       (select e.id from captcha.environments e where e.site_id = s.id and e.public_id = $2::uuid) as "environmentId"
     from captcha.sites s where s.id = $1`,
    [siteId, environmentId ?? null],
  )
  if (scope === undefined || (environmentId !== undefined && scope.environmentId === null))
    throw new ProblemError('not-found')
  return scope
}

/** Totals and events of the period by bucket. */
async function readLines(
  db: Queries,
  whose: Whose,
  { buckets, bucketDays, to }: Pick<StatisticsWindow, 'buckets' | 'bucketDays' | 'to'>,
): Promise<Line[]> {
  const [first, last] = [bucketDays[0], bucketDays.at(-1)]
  if (first !== undefined && last !== undefined) return readDays(db, whose, { first, last }, bucketDays)
  const starts = buckets.map(({ from }) => from)
  return readQuarters(db, whose, starts, to)
}

/** Lines of visitors who may still answer. */
async function readRecent(db: Queries, whose: Whose, { from, to }: StatisticsWindow, at: number): Promise<Line[]> {
  const since = new Date(Math.max(from.getTime(), Math.floor((at - answerableMs) / 900_000) * 900_000))
  return since < to ? readQuarters(db, whose, [since], to) : []
}

async function readPrevious(db: Queries, whose: Whose, { previous, days }: StatisticsWindow): Promise<Line[]> {
  if (days === null) return readQuarters(db, whose, [previous.from], previous.to)
  const [whole, rest] = await Promise.all([
    previous.days === null ? [] : readDays(db, whose, previous.days),
    previous.rest === null ? [] : readQuarters(db, whose, [previous.rest.from], previous.rest.to),
  ])
  return [...whole, ...rest]
}

async function readPreviousTimes(
  db: Queries,
  whose: Whose,
  { previous, days }: StatisticsWindow,
): Promise<ValueCounts[]> {
  if (days === null) return readCheckTimes(db, whose, { from: previous.from, to: previous.to })
  return previous.allDays === null ? [] : readCheckTimes(db, whose, { days: previous.allDays })
}

function bucketsOf(lines: readonly Line[], buckets: StatisticsWindow['buckets']): Statistics['buckets'] {
  const byBucket = Map.groupBy(lines, ({ bucket }) => bucket)
  return buckets.map(({ from, to }, index) => {
    const inBucket = byBucket.get(index) ?? []
    const { passed, flagged, refused, fetched } = sumOf(
      inBucket.filter(({ dimension }) => dimension === dimensions.total),
    )
    return {
      at: from.toISOString(),
      to: to.toISOString(),
      started: begunIn(inBucket),
      passed,
      flagged,
      refused,
      fetched,
    }
  })
}

function scoresOf(lines: readonly ValueCounts[]): Statistics['scores'] {
  const byValue = new Map(lines.map((line) => [line.value, line]))
  return Array.from({ length: scoreBuckets }, (_, index) => {
    const { passed, flagged, refused } = byValue.get(String(index)) ?? { passed: 0, flagged: 0, refused: 0 }
    return { from: index / scoreBuckets, to: (index + 1) / scoreBuckets, passed, flagged, refused }
  })
}

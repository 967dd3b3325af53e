import type { AlertSettings } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { dimensions } from '../../records/statistics/dimensions.ts'
import { countKind } from '../../records/store/counts.ts'
import { dayMs, hourMs, quarterMs, quarterOf, quartersUntil } from './delivery/alert-times.ts'
import type { AttackFigures, QuarterCounts } from './judge-attack.ts'
import type { ResultCounts } from './judge-never-fetched.ts'
import { isEnough, type PassFigures } from './judge-pass-rate.ts'
import type { JudgedSite } from './sites-to-judge.ts'

const { total, event } = dimensions
/** Refused without a row in the log. */
const unlogged = [countKind.blockedUnlogged, countKind.refusedUnlogged].map((kind) => `'${kind}'`).join(', ')
const startedSum = `coalesce(sum(r.n) filter (where r.dimension = ${event} and r.value = '${countKind.started}'), 0)::float8`
/** Without those who were asked to wait and come again. */
const begunSum = `(${startedSum} - coalesce(sum(r.n) filter (where r.dimension = ${event} and r.value = '${countKind.throttled}'), 0))::float8`
const refusedSum = `(coalesce(sum(r.refused) filter (where r.dimension = ${total}), 0) + coalesce(sum(r.n) filter (where r.dimension = ${event} and r.value in (${unlogged})), 0))::float8`
const flaggedSum = `coalesce(sum(r.flagged) filter (where r.dimension = ${total}), 0)::float8`
const throughSum = `coalesce(sum(r.passed + r.flagged) filter (where r.dimension = ${total}), 0)::float8`

/** Days whose same hours are the usual, and quarters on either side that count to the same time of day. */
const usualDays = 7
const aroundQuarters = 2

/** What the last two quarters of an hour hold, by site. */
export async function readLatest(
  db: Queries,
  siteIds: readonly number[],
  now: number,
): Promise<Map<number, QuarterCounts[]>> {
  return readQuarters(db, siteIds, quartersUntil(quarterOf(now), 2))
}

/** The quarters at this time of day of the days before on which a site existed already. */
export async function readUsual(
  db: Queries,
  site: Pick<JudgedSite, 'id' | 'firstVerificationAt'>,
  now: number,
): Promise<AttackFigures['usual']> {
  const began = site.firstVerificationAt?.getTime() ?? now
  const quarters = daysBefore((day) =>
    quartersUntil(quarterOf(now) - day * dayMs + aroundQuarters * quarterMs, aroundQuarters * 2 + 1),
  ).filter((at) => at >= began)
  const counts = (await readQuarters(db, [site.id], quarters)).get(site.id) ?? []
  const quiet = Array.from({ length: Math.max(0, quarters.length - counts.length) }, () => ({ stopped: 0, started: 0 }))
  return [...counts, ...quiet]
}

async function readQuarters(
  db: Queries,
  siteIds: readonly number[],
  quarters: readonly number[],
): Promise<Map<number, QuarterCounts[]>> {
  const rows = await db.query(
    'captcha-alert-quarters',
    `select r.site_id as "siteId", ${startedSum} as started, ${refusedSum} + ${flaggedSum} as stopped
     from captcha.rollup_hourly r where r.site_id = any($1::int[]) and r.dimension in (${total}, ${event}) and r.hour = any($2::timestamptz[]) group by r.site_id, r.hour`,
    [siteIds, quarters.map((at) => new Date(at))],
  )
  const found = new Map<number, QuarterCounts[]>()
  for (const { siteId, started, stopped } of rows)
    found.set(siteId, [...(found.get(siteId) ?? []), { started, stopped }])
  return found
}

/**
 * Visitors whom nothing stopped, in the last three hours beside the same hours of the days before; where those are too few,
 * also in the last day beside the seven before.
 */
export async function readPassFigures(
  db: Queries,
  siteId: number,
  bounds: AlertSettings['passRateFalling'],
  now: number,
): Promise<PassFigures[]> {
  // Who began in the quarter before the running one has had time to finish.
  const last = quarterOf(now) - 2 * quarterMs
  const windows: PassFigures[] = []
  for (const hours of [3, 24]) {
    const figures = { hours, ...(await readPass(db, siteId, last, hours)) }
    windows.push(figures)
    if (isEnough(figures, bounds)) break
  }
  return windows
}

/**
 * The hours up to the quarter `last`, and the same hours of the days before. Without the quarters of attacks: bots that begin
 * and never answer look like people who do not get through.
 */
async function readPass(
  db: Queries,
  siteId: number,
  last: number,
  hours: number,
): Promise<Pick<PassFigures, 'recent' | 'before'>> {
  const rows = await db.query(
    'captcha-alert-pass',
    // The list of quarters is made here, for a list of hundreds takes longer to send than to look up.
    `select r.hour > $2::timestamptz - make_interval(hours => $3) as "isRecent", ${begunSum} as started, ${refusedSum} as refused, ${throughSum} as through
     from captcha.rollup_hourly r where r.site_id = $1 and r.dimension in (${total}, ${event}) and r.hour = any(array(
         select $2::timestamptz - (1440 * day + 15 * quarter) * interval '1 minute'
         from generate_series(0, ${usualDays}) as day, generate_series(0, 4 * $3 - 1) as quarter))
       and not exists (select from captcha.alerts a where a.site_id = $1 and a.kind = 'ATTACK'
         and r.hour > a.raised_at - interval '30 minutes' and r.hour <= coalesce(a.ended_at, 'infinity'))
     group by 1`,
    [siteId, new Date(last), hours],
  )
  const countsOf = (recent: boolean) => {
    const { started = 0, refused = 0, through = 0 } = rows.find(({ isRecent }) => isRecent === recent) ?? {}
    return { visitors: Math.max(started - refused, through), through }
  }
  return { recent: countsOf(true), before: countsOf(false) }
}

/** Results of the last day that can no longer be taken. */
export async function readResults(
  db: Queries,
  site: Pick<JudgedSite, 'id' | 'resultTtlMinutes'>,
  now: number,
): Promise<ResultCounts> {
  const end = quarterOf(now - site.resultTtlMinutes * 60_000)
  const [row] = await db.query(
    'captcha-alert-results',
    `select ${throughSum} as results, coalesce(sum(r.fetched), 0)::float8 as fetched
     from captcha.rollup_hourly r where r.site_id = $1 and r.dimension = ${total} and r.hour >= $2 and r.hour < $3`,
    [site.id, new Date(end - 24 * hourMs), new Date(end)],
  )
  return row ?? { results: 0, fetched: 0 }
}

/** Verifications with a result in the running month of the site's time zone, which is named as `2026-11`. */
export async function readUsage(
  db: Queries,
  site: Pick<JudgedSite, 'id' | 'timeZone'>,
  now: number,
): Promise<{ month: string; used: number }> {
  const [row] = await db.query(
    'captcha-alert-usage',
    `select to_char(m.first, 'YYYY-MM') as month, coalesce(sum(r.n), 0)::float8 as used
     from (select date_trunc('month', $2::timestamptz at time zone $3)::date as first) m
     left join captcha.rollup_daily r on r.site_id = $1 and r.dimension = ${total} and r.day >= m.first and r.day < m.first + interval '1 month'
     group by m.first`,
    [site.id, new Date(now), site.timeZone],
  )
  if (row === undefined) throw new Error('the month of a site has no row')
  return row
}

function daysBefore(quartersOf: (day: number) => number[]): number[] {
  return Array.from({ length: usualDays }, (_none, index) => quartersOf(index + 1)).flat()
}

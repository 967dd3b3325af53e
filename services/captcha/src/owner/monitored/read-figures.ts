import { decidedBy, type StatisticsTotals } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { dimensions } from '../../records/statistics/dimensions.ts'
import { sumUpTotals } from '../../records/statistics/sum-up-totals.ts'
import { countKind } from '../../records/store/counts.ts'

/** An hour of a site, people and bots together; probes are in none of it. `refused` has also those of whom only a count is kept. */
export interface HourOfSite extends Pick<
  StatisticsTotals,
  'started' | 'issued' | 'solved' | 'refused' | 'steppedUp' | 'checkMsP95'
> {
  readonly at: Date
}

/** A minute of a site in which something ended. */
export interface MinuteOfSite {
  readonly at: Date
  readonly verifications: number
  readonly solved: number
  readonly refused: number
}

/**
 * What the roll-ups tell of hours, each from its beginning; of the one that `until` lies in, its quarters up to there. An hour in which
 * nothing happened is told with zeros, and a solution without a captcha has none.
 */
export async function readHours(
  db: Queries,
  solutionId: string,
  hours: readonly Date[],
  until: Date,
): Promise<HourOfSite[]> {
  const asked = [dimensions.total, dimensions.event, dimensions.checkTime]
  const rows = await db.query('captcha-monitored-hours', hoursSql, [solutionId, hours, until, asked])
  return [...Map.groupBy(rows, ({ at }) => at.getTime())].map(([at, lines]) => {
    const told = lines.flatMap(({ dimension, value, ...counts }) =>
      dimension === null || value === null ? [] : [{ ...counts, dimension, value, bucket: 0 }],
    )
    const isTime = ({ dimension }: { readonly dimension: number }) => dimension === dimensions.checkTime
    const totals = sumUpTotals(
      told.filter((line) => !isTime(line)),
      [],
      told.filter(isTime),
    )
    const { started, issued, solved, refused, blockedUnlogged, refusedUnlogged, steppedUp, checkMsP95 } = totals
    const unlogged = blockedUnlogged + refusedUnlogged
    return { at: new Date(at), started, issued, solved, refused: refused + unlogged, steppedUp, checkMsP95 }
  })
}

/** Minutes from `from` until `to` in which verifications were answered, by when they began. Those of probes are left out. */
export async function readMinutes(db: Queries, solutionId: string, from: Date, to: Date): Promise<MinuteOfSite[]> {
  return db.query('captcha-monitored-minutes', minutesSql, [solutionId, from, to])
}

const sums = ['n', 'passed', 'flagged', 'refused', 'fetched']
  .map((column) => `coalesce(sum(r.${column}), 0)::float8 as ${column}`)
  .join(', ')
const hoursSql = `select h.at, r.dimension, r.value, ${sums}
  from captcha.sites s cross join unnest($2::timestamptz[]) as h(at)
  left join captcha.rollup_hourly r on r.site_id = s.id and r.dimension = any($4::smallint[]) and r.hour >= h.at
    and r.hour < h.at + interval '1 hour' and (r.hour < $3 or r.dimension = ${dimensions.checkTime})
  where s.solution_id = $1 group by h.at, r.dimension, r.value order by h.at`
const minutesSql = `select date_trunc('minute', v.issued_at, 'UTC') as at, count(*)::int as verifications,
    count(*) filter (where v.outcome < ${countKind.refused})::int as solved, count(*) filter (where v.outcome = ${countKind.refused})::int as refused
  from captcha.sites s join captcha.verifications v on v.site_id = s.id
  where s.solution_id = $1 and v.issued_at >= $2 and v.issued_at < $3 and v.outcome < ${countKind.steppedUp} and v.decision <> ${decidedBy.indexOf('PROBE')}
  group by 1 order by 1`

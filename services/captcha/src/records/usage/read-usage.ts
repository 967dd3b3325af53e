import type { Queries } from '@bollard/database'
import { dimensions } from '../statistics/dimensions.ts'
import { countKind } from '../store/counts.ts'

/** What a solution used on one day in UTC; all its environments together. */
export interface UsageOfDay {
  readonly solutionId: string
  /** `2026-11-30`. */
  readonly day: string
  /** Visitors who asked to begin. */
  readonly started: number
  /** Verifications that came to an end, whichever. */
  readonly completed: number
  /**
   * Those that let a visitor pass by what was found out about them: what a plan counts. At most twice as many as the customer's
   * server verified on the day, and `countedUnverified` more.
   */
  readonly billable: number
  /** Let through by a bypass key; free. */
  readonly bypass: number
  /** Asked to begin from a page that the site does not know; free. */
  readonly rejectedOrigin: number
  /** Refused; free. */
  readonly failedBots: number
  /** Let through while the service was away; free. */
  readonly clientFailover: number
}

/**
 * Passes of a day that count although no server verified them. Anyone who solves challenges gets tokens: without a bound they could
 * use up a site's plan and never show one of them to it. A site that verifies its tokens is billed as before, one that is only being
 * set up shows that something is counted.
 */
export const countedUnverified = 20

/**
 * Usage by solution and day, from `from` up to but not including `to` (whole days in UTC), out of the quarter-hours of the
 * roll-ups. They count each stored verification once, when it was issued, and stay when the log forgets it. Days without any
 * are left out, and so are solutions without a site.
 */
export function readUsage(
  db: Queries,
  solutionIds: readonly string[],
  { from, to }: { from: Date; to: Date },
): Promise<UsageOfDay[]> {
  return db.query('captcha-read-usage', statement, [solutionIds, from, to])
}

/** Billable verifications by solution in a month such as `2026-11` in UTC; those without any are left out. */
export async function countUsage(
  db: Queries,
  solutionIds: readonly string[],
  period: string,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (const { solutionId, billable } of await readUsage(db, solutionIds, boundsOf(period)))
    counts.set(solutionId, (counts.get(solutionId) ?? 0) + billable)
  return counts
}

/** The first moment of a month in UTC, and that of the next one. Throws a RangeError for what is no month. */
export function boundsOf(period: string): { from: Date; to: Date } {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/u.exec(period) ?? []
  if (year === undefined || month === undefined) throw new RangeError(`"${period}" is not a month`)
  return {
    from: new Date(Date.UTC(Number(year), Number(month) - 1)),
    to: new Date(Date.UTC(Number(year), Number(month))),
  }
}

const event = (kind: number) => `sum(r.n) filter (where r.dimension = ${dimensions.event} and r.value = '${kind}')`
const total = (column: string) => `sum(r.${column}) filter (where r.dimension = ${dimensions.total})`
const statement = `select s.solution_id::text as "solutionId", to_char((r.hour at time zone 'UTC')::date, 'YYYY-MM-DD') as day,
    greatest(0, coalesce(${event(countKind.started)}, 0) - coalesce(${event(countKind.throttled)}, 0))::float8 as started,
    coalesce(${total('n')}, 0)::float8 as completed,
    greatest(0, least(coalesce(${total('passed')}, 0) + coalesce(${total('flagged')}, 0) - coalesce(${event(countKind.bypassed)}, 0),
      2 * coalesce(${total('fetched')}, 0) + ${countedUnverified}))::float8 as billable,
    coalesce(${event(countKind.bypassed)}, 0)::float8 as bypass,
    coalesce(${event(countKind.originRejected)}, 0)::float8 as "rejectedOrigin",
    coalesce(${total('refused')}, 0)::float8 as "failedBots",
    coalesce(${event(countKind.outage)}, 0)::float8 as "clientFailover"
  from captcha.sites s join captcha.rollup_hourly r on r.site_id = s.id
  where s.solution_id = any($1::uuid[]) and r.hour >= $2 and r.hour < $3 and r.dimension in (${dimensions.total}, ${dimensions.event})
  group by s.solution_id, (r.hour at time zone 'UTC')::date order by s.solution_id, (r.hour at time zone 'UTC')::date`

import type { Queries } from '@bollard/database'
import { dimensions } from '../statistics/dimensions.ts'

/** Verifications with a result; `passed` has those that were let through with a mark. */
export interface WeekCounts {
  readonly passed: number
  readonly refused: number
}

export interface SiteWeeks {
  readonly solutionId: string
  readonly week: WeekCounts
  readonly before: WeekCounts
  /** Alerts that last at this moment. */
  readonly openAlerts: number
}

/**
 * What the sites of solutions counted from `from` until `to`, and from `before` until `from`; moments at a quarter of an hour, which is
 * what the roll-ups tell apart. Solutions without a site are left out.
 */
export function countWeeks(
  db: Queries,
  solutionIds: readonly string[],
  { before, from, to }: { before: Date; from: Date; to: Date },
): Promise<SiteWeeks[]> {
  return db.query('captcha-count-weeks', statement, [solutionIds, before, from, to])
}

const counts = (
  hours: string,
): string => `json_build_object('passed', coalesce(sum(r.passed + r.flagged) filter (where r.hour ${hours}), 0),
    'refused', coalesce(sum(r.refused) filter (where r.hour ${hours}), 0))`
const statement = `select s.solution_id as "solutionId", ${counts('>= $3')} as week, ${counts('< $3')} as before,
    (select count(*) from captcha.alerts a where a.site_id = s.id and a.ended_at is null)::int as "openAlerts"
  from captcha.sites s left join captcha.rollup_hourly r on r.site_id = s.id and r.dimension = ${dimensions.total} and r.hour >= $2 and r.hour < $4
  where s.solution_id = any($1::uuid[]) group by s.id, s.solution_id`

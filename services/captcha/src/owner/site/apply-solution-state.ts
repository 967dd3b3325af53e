import type { LockEffect } from '@bollard/contracts'
import { type Database, isTimeZone } from '@bollard/database'

/** What a solution decides for its site. `number` grows with every change. */
export interface SolutionState {
  /** All that holds for the site, each effect by itself. */
  readonly effects: readonly LockEffect[]
  /** Where its days begin, such as `Europe/Berlin`. */
  readonly timeZone: string
  readonly number: number
}

/**
 * Restricts the site of a solution, or lifts that with no effects, and moves its days to the time zone; every process obeys within
 * about a second. A state with a lower number than the last one is out of date and changes nothing. Sites that do not exist are
 * left alone, and so is the zone where the database does not know the other one, which would stop the statistics of all sites.
 * Answers the site whose days are to be moved, null where none are.
 */
export async function applySolutionState(
  { db, now }: { db: Database; now: () => Date },
  solutionId: string,
  { effects, timeZone, number }: SolutionState,
): Promise<number | null> {
  const zone = (await isTimeZone(db, timeZone)) ? timeZone : null
  const [site] = await db.query('captcha-site-apply-state', statement, [solutionId, effects, number, now(), zone])
  return site?.hasMoved === true ? site.id : null
}

// Keys that take the place of others later on are good again, however often the restriction is told anew.
const statement = `with former as (select id, time_zone from captcha.sites where solution_id = $1)
  update captcha.sites s set restrictions = $2::text[], restriction_number = $3, changed_at = clock_timestamp(),
    results_refused_until = case when 'RESULTS_REFUSED' = any($2::text[]) then coalesce(s.results_refused_until, $4) end,
    time_zone = coalesce($5::text, s.time_zone)
  from former f where s.id = f.id and s.restriction_number < $3
  returning s.id, s.time_zone <> f.time_zone as "hasMoved"`

import type { LockEffect } from '@bollard/contracts'
import type { Database } from '@bollard/database'

/** All that holds for a site, each effect by itself. `number` grows with every change. */
export interface SiteRestriction {
  readonly effects: readonly LockEffect[]
  readonly number: number
}

/**
 * Restricts the site of a solution, or lifts that with no effects; every process obeys within about a second. A restriction
 * with a lower number than the last one is out of date and changes nothing. Sites that do not exist are left alone.
 */
export async function restrictSite(
  { db, now }: { db: Database; now: () => Date },
  solutionId: string,
  { effects, number }: SiteRestriction,
): Promise<void> {
  await db.query('captcha-site-restrict', statement, [solutionId, effects, number, now()])
}

// Keys that take the place of others later on are good again, however often the restriction is told anew.
const statement = `update captcha.sites set restrictions = $2::text[], restriction_number = $3, changed_at = clock_timestamp(),
    results_refused_until = case when 'RESULTS_REFUSED' = any($2::text[]) then coalesce(results_refused_until, $4) end
  where solution_id = $1 and restriction_number < $3`

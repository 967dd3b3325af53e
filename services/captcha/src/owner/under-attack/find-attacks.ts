import type { Queries } from '@bollard/database'
import { heldMs } from '../../edge/volume/surge.ts'

/** A site that the service itself takes to be under attack. */
export interface SeenAttack {
  readonly siteId: number
  /** By the clock of the database. */
  readonly since: Date
}

/** What the service sees of some sites now; those that are not under attack are left out. */
export async function findAttacks(db: Queries, siteIds: readonly number[]): Promise<Map<number, SeenAttack>> {
  const rows = await db.query<SeenAttack>(
    'captcha-attacks-of',
    // Visitors do more work for a while after the attack has pressed last.
    `select site_id as "siteId", since from captcha.sites_under_attack
     where site_id = any($1::int[]) and seen_at > clock_timestamp() - $2::float8 * interval '1 ms'`,
    [siteIds, heldMs],
  )
  return new Map(rows.map((row) => [row.siteId, row]))
}

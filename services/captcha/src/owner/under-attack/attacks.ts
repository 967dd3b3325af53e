import type { SiteSettings, UnderAttack } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { bitsMax } from '../../edge/volume/budgets.ts'
import { heldMs } from '../../edge/volume/surge.ts'

/** A site that the service itself takes to be under attack. */
export interface SeenAttack {
  readonly siteId: number
  /** By the clock of the database. */
  readonly since: Date
}

/** What the service sees of some sites now; those that are not under attack are left out. */
export async function findAttacks(db: Queries, siteIds: readonly number[]): Promise<Map<number, SeenAttack>> {
  const rows = await db.query(
    'captcha-attacks-of',
    // Visitors do more work for a while after the attack has pressed last.
    `select site_id as "siteId", since from captcha.sites_under_attack
     where site_id = any($1::int[]) and seen_at > clock_timestamp() - $2::float8 * interval '1 ms'`,
    [siteIds, heldMs],
  )
  return new Map(rows.map((row) => [row.siteId, row]))
}

/** Whether a site works as under attack, and who says so. */
export function describeAttack(
  { underAttack }: Pick<SiteSettings, 'underAttack'>,
  seen: SeenAttack | undefined,
): UnderAttack {
  if (underAttack === 'ON') return { active: true, by: 'OWNER', since: null, bits: bitsMax }
  if (underAttack === 'OFF' || seen === undefined) return { active: false, by: null, since: null, bits: 0 }
  return { active: true, by: 'SERVICE', since: seen.since.toISOString(), bits: bitsMax }
}

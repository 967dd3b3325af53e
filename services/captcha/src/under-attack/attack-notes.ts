import type { Queries } from '@bollard/database'
import { plainArray } from '../store/array-literal.ts'

/** A site that the service itself takes to be under attack. */
export interface NotedAttack {
  readonly siteId: number
  /** Milliseconds since 1970. */
  readonly since: number
  /** Every visitor's work is doubled so many times, 1 … 8. */
  readonly bits: number
}

/** An attack that nobody has noted for so long is over, or the process that saw it is gone. Note each at least four times as often. */
export const noteHoldsMs = 120_000

/**
 * Notes attacks for all processes and for the owners, at most one of each site. Of an attack that several processes see, the
 * earliest start and the latest bits count. `now` is milliseconds since 1970.
 */
export async function noteAttacks(db: Queries, attacks: readonly NotedAttack[], now: number): Promise<void> {
  if (attacks.length === 0) return
  // In the order of the sites, so that two processes never wait for each other in a circle.
  const sorted = attacks.toSorted((one, other) => one.siteId - other.siteId)
  await db.query('captcha-attacks-note', noteSql, [
    plainArray(sorted.map(({ siteId }) => siteId)),
    plainArray(sorted.map(({ since }) => since)),
    plainArray(sorted.map(({ bits }) => bits)),
    new Date(now),
    new Date(now - noteHoldsMs),
  ])
}

// A site that was erased meanwhile is left out.
const noteSql = `
insert into captcha.attack_notes as a (site_id, since, bits, noted_at)
select u.site_id, to_timestamp(u.since_ms / 1000.0), u.bits, $4
from unnest($1::int[], $2::bigint[], $3::smallint[]) as u(site_id, since_ms, bits) join captcha.sites s on s.id = u.site_id order by u.site_id
on conflict (site_id) do update set bits = excluded.bits, noted_at = greatest(a.noted_at, excluded.noted_at),
  since = case when a.noted_at > $5 then least(a.since, excluded.since) else excluded.since end`

/** What the service sees of some sites now; those that are not under attack are left out. */
export async function findAttacks(
  db: Queries,
  siteIds: readonly number[],
  now: number,
): Promise<Map<number, NotedAttack>> {
  const rows = await db.query<{ siteId: number; since: Date; bits: number }>(
    'captcha-attacks-of',
    'select site_id as "siteId", since, bits from captcha.attack_notes where site_id = any($1::int[]) and noted_at > $2',
    [siteIds, new Date(now - noteHoldsMs)],
  )
  return new Map(rows.map(({ since, ...row }) => [row.siteId, { ...row, since: since.getTime() }]))
}

/** Forgets attacks that are over. */
export async function forgetAttacks(db: Queries, now: number): Promise<void> {
  await db.query('captcha-attacks-forget', 'delete from captcha.attack_notes where noted_at <= $1', [
    new Date(now - noteHoldsMs),
  ])
}

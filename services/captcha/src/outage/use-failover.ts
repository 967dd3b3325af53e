import type { Queries } from '@bollard/database'

export type FailoverUse = 'used' | 'token-already-used' | 'rate-limited'

/**
 * Uses up a failover token of a site, unless somebody did before, or the site has had its `max` of `windowSeconds` over all
 * processes: the generic cell rate algorithm of `createTaker` in one row for each site. A token that is refused for the rate is
 * not used up.
 */
export async function useFailover(
  db: Queries,
  use: { readonly siteId: number; readonly id: string; readonly at: Date },
  { max, windowSeconds }: { readonly max: number; readonly windowSeconds: number },
): Promise<FailoverUse> {
  const [row] = await db.query<{ paced: boolean; known: boolean; used: boolean }>('captcha-failover-use', statement, [
    use.siteId,
    use.id,
    use.at,
    windowSeconds / max,
    windowSeconds,
  ])
  if (row?.used === true) return 'used'
  return row?.known === true || row?.paced === true ? 'token-already-used' : 'rate-limited'
}

/** Further ahead than any load reaches: a clock was set back, and nobody may have to wait for it to catch up. */
const before = `(case when p.done_at > $3::timestamptz + make_interval(secs => $5::float8) then $3::timestamptz else greatest(p.done_at, $3::timestamptz) end)`
const cost = `make_interval(secs => $4::float8)`

const statement = `
with known as (
  select from captcha.failover_uses where site_id = $1::int and id = $2::text
), paced as (
  insert into captcha.failover_pace as p (site_id, done_at)
  select $1::int, $3::timestamptz + ${cost} where not exists (select from known)
  on conflict (site_id) do update set done_at = ${before} + ${cost}
    where ${before} + ${cost} <= $3::timestamptz + make_interval(secs => $5::float8 + 0.0005)
  returning site_id
), used as (
  insert into captcha.failover_uses (site_id, id, used_at) select site_id, $2::text, $3::timestamptz from paced on conflict do nothing returning id
)
select exists (select from paced) as paced, exists (select from known) as known, exists (select from used) as used`

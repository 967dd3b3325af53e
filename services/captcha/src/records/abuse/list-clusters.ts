import { type AbuseCluster, type ClusterKind, decidedBy } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { dimensions, foldedValue } from '../statistics/dimensions.ts'
import type { NameOfNetwork } from '../store/stored-verification.ts'

/** What a client gives away below its own words: how it speaks TLS and HTTP/2, and in which order it sends headers. */
const tlsReasons = ['tls-contradiction', 'http2-contradiction', 'header-order'] as const

/** Of so many sites, the busiest, and of each so many of its newest verifications: the cost is bounded however much comes in. */
const sampled = { sites: 50, verifications: 2_000 }

interface ClusterContext {
  readonly db: Queries
  readonly nameOfNetwork: NameOfNetwork
}

/**
 * Verifications since a moment across sites, put together by network operator, by network or by what TLS gave away; the most refused
 * first. Operators and TLS are exact, of the roll-ups; networks are of the newest verifications of the busiest sites.
 */
export async function listClusters(
  { db, nameOfNetwork }: ClusterContext,
  by: ClusterKind,
  since: Date,
  limit: number,
): Promise<Omit<AbuseCluster, 'note'>[]> {
  if (by === 'NETWORK') {
    const { sites, verifications } = sampled
    const rows = await db.query('captcha-abuse-networks', networksSql, [
      since,
      dimensions.total,
      sites,
      verifications,
      limit,
    ])
    return rows.map((row) => ({ ...row, name: null }))
  }
  const values = by === 'TLS' ? tlsReasons : null
  const dimension = by === 'TLS' ? dimensions.reason : dimensions.asn
  const rows = await db.query('captcha-abuse-rollups', rollupsSql, [since, dimension, values, foldedValue, limit])
  return rows.map((row) => ({ ...row, name: by === 'OPERATOR' ? nameOfNetwork(Number(row.value)) : null }))
}

const rollupsSql = `with each as (
    select value, site_id, sum(n) as n, sum(refused) as refused from captcha.rollup_hourly
    where hour >= $1 and dimension = $2 and ($3::text[] is null or value = any ($3)) and value not in ($4, '', '0')
    group by value, site_id)
  select e.value, count(*)::integer as solutions, sum(e.n)::integer as verifications, sum(e.refused)::integer as refused,
    (array_agg(s.solution_id order by e.refused desc, e.n desc, s.id))[1] as "busiestSolutionId"
  from each e join captcha.sites s on s.id = e.site_id
  group by e.value order by sum(e.refused) desc, sum(e.n) desc, e.value limit $5`

// Outcome 2 is a refusal; 3 is a round that led to more work, which is no result yet.
const networksSql = `with busiest as (
    select site_id from captcha.rollup_hourly where hour >= $1 and dimension = $2 group by site_id order by sum(n) desc, site_id limit $3),
  newest as (
    select b.site_id, v.network, v.outcome from busiest b cross join lateral (
      select network, outcome from captcha.verifications
      where site_id = b.site_id and issued_at >= $1 and outcome < 3 and decision <> ${decidedBy.indexOf('PROBE')} order by issued_at desc, id desc limit $4) v),
  each as (
    select network, site_id, count(*) as n, count(*) filter (where outcome = 2) as refused from newest group by network, site_id)
  select e.network::text as value, count(*)::integer as solutions, sum(e.n)::integer as verifications, sum(e.refused)::integer as refused,
    (array_agg(s.solution_id order by e.refused desc, e.n desc, s.id))[1] as "busiestSolutionId"
  from each e join captcha.sites s on s.id = e.site_id
  group by e.network order by sum(e.refused) desc, sum(e.n) desc, e.network limit $5`

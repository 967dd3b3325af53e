import { randomUUID } from 'node:crypto'
import type { Database } from '@bollard/database'
import { findSites, type StoredSite } from '../records/sites/sites.ts'

/** A site that nobody visits: rows of its log are made by `insertPast`. */
export async function insertSite(db: Database, settings: object = {}): Promise<StoredSite> {
  const [row] = await db.query<{ id: number }>(
    'test-site',
    `insert into captcha.sites (solution_id, settings, created_at) values ($1, $2::jsonb, '2026-01-01') returning id`,
    [randomUUID(), JSON.stringify(settings)],
  )
  const [site] = await findSites(db, [row?.id ?? 0])
  if (site === undefined) throw new Error('no site')
  return site
}

/**
 * `n` visitors spread evenly over a time (milliseconds since 1970), with the cases taking turns. Of those with `round` 1 the first round is put in too.
 */
export async function insertPast(
  db: Database,
  options: { siteId: number; from: number; to: number; n: number; environmentId?: number },
  cases: readonly {
    readonly outcome: number
    readonly score: number
    readonly reasons: string
    readonly round?: 0 | 1
    readonly country?: string
  }[],
): Promise<void> {
  const { siteId, from, to, n, environmentId = 1 } = options
  await db.query('test-past', statement, [siteId, from, to, n, environmentId, JSON.stringify(cases), cases.length])
}

const columns = `id, issued_at, finished_at, site_id, environment_id, round, outcome, score, reasons, check_ms, work_ms, work_hashes, hostname, action,
  browser, operating_system, device, network, country, asn, network_kind, language`

const statement = `
with cases as (select (ordinality - 1)::int as c, value as v from jsonb_array_elements($6::jsonb) with ordinality),
made as (
  select k, floor($2::float8 + ($3::float8 - $2::float8) * k / $4::int) as ms, c.v
  from generate_series(0, $4::int - 1) k join cases c on c.c = k % $7::int
),
rows as (
  select (lpad(to_hex(ms::bigint), 12, '0') || '7' || substr(md5($1::int || 'a' || k), 1, 3) || '8' || substr(md5($1::int || 'b' || k), 1, 15))::uuid as id,
    to_timestamp(ms::bigint / 1000.0) as at, k, v from made
),
rounds as (
  select r.*, coalesce((v->>'round')::int, 0) as round, (v->>'outcome')::int as outcome from rows r
  union all
  select r.*, 0, 3 from rows r where (v->>'round')::int = 1
)
insert into captcha.verifications (${columns})
select id, at, at + interval '1 second', $1::int, $5::int, round, outcome, (v->>'score')::real, v->>'reasons', 1000, 300, 2097152, 'shop.example', 0,
  'Firefox 152', 'Linux', 'desktop', ('198.51.' || k % 200 || '.0/24')::cidr, coalesce(v->>'country', 'DE'), 3320, 1, 'de'
from rounds`

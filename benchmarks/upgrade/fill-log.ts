import { randomUUID } from 'node:crypto'
import type { Database } from '@bollard/database'

const days = 30
const dayMs = 86_400_000

/** Fills the log of one site with `rows` verifications of the last 30 days, each day in a partition of its own. Answers the site's number. */
export async function fillLog({ pool }: Database, rows: number): Promise<number> {
  const site = await pool.query<{ id: number }>(
    `insert into captcha.sites (solution_id, settings, created_at) values ($1, '{}', now() - interval '31 days') returning id`,
    [randomUUID()],
  )
  const siteId = site.rows[0]?.id ?? 0
  const today = Math.floor(Date.now() / dayMs) * dayMs
  for (let day = 0; day < days; day += 1) {
    const from = new Date(today - (days - day) * dayMs)
    const to = new Date(from.getTime() + dayMs)
    const name = `verifications_${from.toISOString().slice(0, 10).replaceAll('-', '')}`
    await pool.query(
      `create table captcha.${name} partition of captcha.verifications for values from ('${from.toISOString()}') to ('${to.toISOString()}')`,
    )
    const count = Math.floor((rows * (day + 1)) / days) - Math.floor((rows * day) / days)
    await pool.query(fillSql, [siteId, from, count, dayMs])
  }
  await pool.query('analyze captcha.verifications')
  return siteId
}

const fillSql = `insert into captcha.verifications (id, issued_at, finished_at, site_id, environment_id, round, outcome, score, reasons, check_ms, work_ms,
    work_hashes, hostname, action, browser, operating_system, device, network, country, asn, network_kind, language)
  select gen_random_uuid(), at, at + interval '1 second', $1, 1, 0, k % 3, 0.2, '', 900, 300, 1000000, 'shop.example', 0, 'Firefox 152', 'Linux', 'desktop',
    ('198.51.' || k % 200 || '.0/24')::cidr, 'DE', 3320, 1, 'de'
  from (select k, $2::timestamptz + interval '1 millisecond' * ($4::float8 * k / $3::int) as at from generate_series(0, $3::int - 1) k) made`

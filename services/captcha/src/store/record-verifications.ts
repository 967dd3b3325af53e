import type { Database } from '@bollard/database'
import type { StoredOutcome } from '../counts.ts'
import { plainArray, textArray } from './array-literal.ts'
import type { StoredReason } from './stored-reasons.ts'
import { writeReasons } from './stored-reasons.ts'

/** One answered round. Times are milliseconds since 1970. */
export interface VerificationRow {
  readonly id: string
  readonly round: number
  readonly siteId: number
  readonly issuedAt: number
  readonly finishedAt: number
  readonly outcome: StoredOutcome
  readonly score: number
  /** Strongest first. */
  readonly reasons: readonly StoredReason[]
  readonly checkMs: number
  readonly workMs: number
  readonly workHashes: number
  readonly hostname: string
  /** Number of the site's action, 0 for none. */
  readonly action: number
  readonly browser: string
  readonly operatingSystem: string
  readonly device: string
  readonly language: string | null
  readonly network: string
  /** ISO 3166-1 alpha-2, or null when offline data does not know. */
  readonly country: string | null
  /** Number of the operator's autonomous system, 0 when unknown. */
  readonly asn: number
  /** The score with weights on trial; null where none are. */
  readonly shadowScore: number | null
}

/**
 * Writes answered rounds and their roll-ups in one statement. The primary key decides who was
 * first: the result tells for each row whether it was recorded, or had been answered before.
 */
export async function recordVerifications(db: Database, rows: VerificationRow[]): Promise<('recorded' | 'replayed')[]> {
  const results = rows.map((): 'recorded' | 'replayed' => 'recorded')
  const repeated = await db.query<{ ord: number }>('captcha-record', statement, [
    plainArray(rows.map((row) => row.id)),
    plainArray(rows.map((row) => row.round)),
    plainArray(rows.map((row) => row.siteId)),
    plainArray(rows.map((row) => row.issuedAt)),
    plainArray(rows.map((row) => row.finishedAt)),
    plainArray(rows.map((row) => row.outcome)),
    plainArray(rows.map((row) => row.score)),
    plainArray(rows.map((row) => row.checkMs)),
    plainArray(rows.map((row) => row.workMs)),
    plainArray(rows.map((row) => row.workHashes)),
    textArray(rows.map((row) => row.hostname)),
    plainArray(rows.map((row) => row.action)),
    textArray(rows.map((row) => row.browser)),
    textArray(rows.map((row) => row.operatingSystem)),
    textArray(rows.map((row) => row.device)),
    textArray(rows.map((row) => row.language)),
    plainArray(rows.map((row) => row.network)),
    textArray(rows.map((row) => writeReasons(row.reasons))),
    textArray(rows.map((row) => row.country)),
    plainArray(rows.map((row) => row.asn)),
    plainArray(rows.map((row) => row.shadowScore ?? 'NULL')),
  ])
  for (const { ord } of repeated) results[ord - 1] = 'replayed'
  return results
}

// Each upsert is ordered by its key, so that two processes never wait for each other in a circle.
const statement = `
with input as materialized (
  select id, round, site_id, to_timestamp(issued_ms / 1000.0) as issued_at, to_timestamp(finished_ms / 1000.0) as finished_at, outcome, score,
    check_ms, work_ms, work_hashes, hostname, action, browser, operating_system, device, language, network, reasons, country, asn, shadow_score, ord::int as ord
  from unnest($1::uuid[], $2::smallint[], $3::int[], $4::bigint[], $5::bigint[], $6::smallint[], $7::real[], $8::int[], $9::int[], $10::float8[],
    $11::text[], $12::smallint[], $13::text[], $14::text[], $15::text[], $16::text[], $17::cidr[], $18::text[], $19::text[], $20::bigint[], $21::real[]) with ordinality
    as u(id, round, site_id, issued_ms, finished_ms, outcome, score, check_ms, work_ms, work_hashes, hostname, action, browser, operating_system,
      device, language, network, reasons, country, asn, shadow_score, ord)
), inserted as (
  insert into captcha.verifications (id, round, site_id, issued_at, finished_at, outcome, score, check_ms, work_ms, work_hashes, hostname, action,
    browser, operating_system, device, language, network, reasons, country, asn, shadow_score)
  select id, round, site_id, issued_at, finished_at, outcome, score, check_ms, work_ms, work_hashes, hostname, action,
    browser, operating_system, device, language, network, reasons, country, asn, shadow_score from input
  on conflict do nothing
  returning id, round, site_id, date_bin('1 hour', finished_at, 'epoch') as hour, finished_at, outcome, check_ms, reasons
), counted as (
  insert into captcha.counts_hourly as c (site_id, hour, kind, n)
  select site_id, hour, outcome, count(*) from inserted group by 1, 2, 3 order by 1, 2, 3
  on conflict (site_id, hour, kind) do update set n = c.n + excluded.n
), timed as (
  insert into captcha.check_time_hourly as c (site_id, hour, bucket, n)
  select site_id, hour, least(95, floor(ln(greatest(check_ms, 1)) / ln(1.12)))::smallint, count(*)
  from inserted where outcome < 3 group by 1, 2, 3 order by 1, 2, 3
  on conflict (site_id, hour, bucket) do update set n = c.n + excluded.n
), reasoned as (
  insert into captcha.reason_hourly as c (site_id, hour, reason, n)
  select site_id, hour, split_part(reasons, ' ', 1), count(*)
  from inserted where outcome = 2 group by 1, 2, 3 order by 1, 2, 3
  on conflict (site_id, hour, reason) do update set n = c.n + excluded.n
), first_seen as (
  update captcha.sites s set first_verification_at = f.at
  from (select site_id, min(finished_at) as at from inserted group by 1) f
  where s.id = f.site_id and s.first_verification_at is null
)
select ord from input i where not exists (select from inserted x where x.id = i.id and x.round = i.round)`

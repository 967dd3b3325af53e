import { decidedBy } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import { plainArray, textArray } from './array-literal.ts'
import type { StoredOutcome } from './counts.ts'
import { sortByPart } from './queue-parts.ts'
import { type StoredReason, writeReasons } from './stored-reasons.ts'

/** One answered round. Times are milliseconds since 1970. */
export interface VerificationRow {
  readonly id: string
  readonly round: number
  readonly siteId: number
  readonly environmentId: number
  readonly issuedAt: number
  readonly finishedAt: number
  readonly outcome: StoredOutcome
  /** Position in `decidedBy`. */
  readonly decision: number
  /** Number of the site's rule that decided or changed the work, 0 for none. */
  readonly rule: number
  /** Number of the site's bypass key, 0 for none. */
  readonly bypassKey: number
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
  /** Position in `networkKinds`. */
  readonly networkKind: number
  /** Bits of `rowFlags`. */
  readonly flags: number
  /** The score with weights on trial; null where none are. */
  readonly shadowScore: number | null
}

/**
 * Writes answered rounds, and their facts for the roll-ups, in one statement. The primary key decides who was first: the
 * result tells for each row whether it was recorded, or had been answered before.
 */
export async function recordVerifications(
  db: Database,
  given: readonly VerificationRow[],
): Promise<('recorded' | 'replayed')[]> {
  const { sorted: rows, order, slices } = sortByPart(given)
  const results = given.map((): 'recorded' | 'replayed' => 'recorded')
  const repeated = await db.query('captcha-record', statement, [
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
    plainArray(rows.map((row) => row.environmentId)),
    plainArray(rows.map((row) => row.decision)),
    plainArray(rows.map((row) => row.rule)),
    plainArray(rows.map((row) => row.bypassKey)),
    plainArray(rows.map((row) => row.networkKind)),
    plainArray(rows.map((row) => row.flags)),
    rows.length,
    ...slices,
  ])
  for (const { ord } of repeated) results[order[ord - 1] ?? -1] = 'replayed'
  return results
}

/** A probe of monitoring does not show that a site is in use. */
const probe = decidedBy.indexOf('PROBE')

// The facts go into the queue of the roll-ups as slices of the arrays that came, one for each part, with the positions of those
// that do not count: nearly always none, and then nobody looks for them. Milliseconds are divided as floats: 53 bits hold microseconds of this era, and
// the division of decimals would cost more than all else about a row's times. Each array is unnested in the select list: of
// many functions in one `from` each would first be written to a store of its own. Sites are locked in the order of their
// numbers, so that two batches never wait for each other in a circle.
const statement = `
with inserted as (
  insert into captcha.verifications (id, round, site_id, issued_at, finished_at, outcome, score, check_ms, work_ms, work_hashes, hostname, action,
    browser, operating_system, device, language, network, reasons, country, asn, shadow_score, environment_id, decision, rule, bypass_key, network_kind, flags)
  select id, round, site_id, to_timestamp(issued_ms / 1000::float8), to_timestamp(finished_ms / 1000::float8), outcome, score, check_ms, work_ms,
    work_hashes, hostname, action, browser, operating_system, device, language, network, reasons, country, asn, shadow_score, environment_id, decision, rule,
    bypass_key, network_kind, flags
  from (
    select unnest($1::uuid[]) as id, unnest($2::smallint[]) as round, unnest($3::int[]) as site_id, unnest($4::bigint[]) as issued_ms,
      unnest($5::bigint[]) as finished_ms, unnest($6::smallint[]) as outcome, unnest($7::real[]) as score, unnest($8::int[]) as check_ms,
      unnest($9::int[]) as work_ms, unnest($10::float8[]) as work_hashes, unnest($11::text[]) as hostname, unnest($12::smallint[]) as action,
      unnest($13::text[]) as browser, unnest($14::text[]) as operating_system, unnest($15::text[]) as device, unnest($16::text[]) as language,
      unnest($17::cidr[]) as network, unnest($18::text[]) as reasons, unnest($19::text[]) as country, unnest($20::bigint[]) as asn,
      unnest($21::real[]) as shadow_score, unnest($22::int[]) as environment_id, unnest($23::smallint[]) as decision,
      unnest($24::smallint[]) as rule, unnest($25::smallint[]) as bypass_key, unnest($26::smallint[]) as network_kind,
      unnest($27::smallint[]) as flags) u
  on conflict do nothing
  returning id, round, site_id, finished_at, decision
), repeated as materialized (
  select ord from (
    select id, round, ord::int as ord, row_number() over (partition by id, round order by ord) as nth
    from unnest($1::uuid[], $2::smallint[]) with ordinality as i(id, round, ord)) i
  where (select count(*) from inserted) < $28::int
    and (nth > 1 or not exists (select from inserted x where x.id = i.id and x.round = i.round))
), queued as (
  insert into captcha.pending_rollups (part, fetched, n, site_ids, environment_ids, issued_ms, outcomes, scores, check_ms, hostnames, actions, browsers,
    operating_systems, devices, languages, countries, asns, network_kinds, rules, bypass_keys, decisions, reasons, left_out)
  select part, false, upto - since + 1, ($3::int[])[since:upto], ($22::int[])[since:upto], ($4::bigint[])[since:upto], ($6::smallint[])[since:upto],
    ($7::real[])[since:upto], ($8::int[])[since:upto], ($11::text[])[since:upto], ($12::smallint[])[since:upto], ($13::text[])[since:upto],
    ($14::text[])[since:upto], ($15::text[])[since:upto], ($16::text[])[since:upto], ($19::text[])[since:upto], ($20::bigint[])[since:upto],
    ($26::smallint[])[since:upto], ($24::smallint[])[since:upto], ($25::smallint[])[since:upto], ($23::smallint[])[since:upto], ($18::text[])[since:upto],
    array(select ord - since + 1 from repeated where ord between since and upto)
  from unnest($29::smallint[], $30::int[], $31::int[]) as p(part, since, upto)
  where exists (select from inserted)
), first_seen as (
  update captcha.sites s set first_verification_at = (select min(i.finished_at) from inserted i where i.site_id = s.id and i.decision <> ${probe})
  from (
    select id from captcha.sites where id = any($3::int[]) and first_verification_at is null and id in (select site_id from inserted where decision <> ${probe})
    order by id for no key update) f
  where s.id = f.id
)
select ord from repeated`

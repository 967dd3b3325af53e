import { randomUUID } from 'node:crypto'
import type { Database, Queries } from '@bollard/database'
import { dimensions } from '../../records/statistics/dimensions.ts'
import { plainArray } from '../../records/store/array-literal.ts'
import { countKind } from '../../records/store/counts.ts'
import { toldMark, urgentFrom } from './gossip.ts'
import { historyDays } from './history.ts'

/** How often a network, operator or /32 came to a site, by its mark; 0 is the whole site. */
interface Marked {
  readonly siteId: number
  readonly mark: number
}

/** Writes for other processes how many challenges this one issued in a slot; writing the same number again is harmless. */
export async function tellCounts(
  db: Queries,
  processId: string,
  counts: readonly (Marked & { readonly slot: number; readonly n: number })[],
): Promise<void> {
  await db.query(
    'captcha-volume-tell',
    `insert into captcha.volume_counts as c (site_id, mark, slot, process_id, n, at)
     select site_id, mark, slot, $5::uuid, n, clock_timestamp() from unnest($1::int[], $2::bigint[], $3::int[], $4::int[]) as u(site_id, mark, slot, n)
     order by site_id, mark, slot
     on conflict (site_id, mark, slot, process_id) do update set n = excluded.n, at = excluded.at where c.n <> excluded.n`,
    [
      plainArray(counts.map(({ siteId }) => siteId)),
      plainArray(counts.map(({ mark }) => mark)),
      plainArray(counts.map(({ slot }) => slot)),
      plainArray(counts.map(({ n }) => n)),
      processId,
    ],
  )
}

/** What all other processes together issued, for every count that changed since a moment of the database's clock. */
export async function hearCounts(
  db: Queries,
  processId: string,
  since: Date | null,
): Promise<{
  readonly counts: (Marked & { slot: number; n: number })[]
  readonly at: Date
  /** Whether any other process has told something within ten minutes. */
  readonly hasOthers: boolean
  /** How many serve visitors, by the signs of life of the last seconds; at least 1. */
  readonly processes: number
}> {
  const [clock] = await db.query(
    'captcha-volume-clock',
    `select clock_timestamp() as at, exists (select from captcha.volume_counts
       where process_id <> $1 and at > clock_timestamp() - interval '10 minutes') as "hasOthers",
       (select count(*)::int from captcha.edge_heartbeats where at > clock_timestamp() - interval '15 seconds' and stopped_at is null) as processes`,
    [processId],
  )
  const counts = await db.query(
    'captcha-volume-hear',
    `select c.site_id as "siteId", c.mark::float8 as mark, c.slot, sum(c.n)::int as n from captcha.volume_counts c
     where c.process_id <> $1 and (c.site_id, c.mark, c.slot) in (
       select site_id, mark, slot from captcha.volume_counts where process_id <> $1 and at > coalesce($2::timestamptz, '-infinity'))
     group by 1, 2, 3 order by 2 limit 20000`,
    [processId, since],
  )
  return {
    counts,
    at: clock?.at ?? new Date(0),
    hasOthers: clock?.hasOthers ?? false,
    processes: Math.max(1, clock?.processes ?? 1),
  }
}

/** The same for what is urgent alone, of the last hour at first. */
export async function hearUrgent(
  db: Queries,
  processId: string,
  since: Date | null,
): Promise<{ readonly counts: (Marked & { slot: number; n: number })[]; readonly at: Date }> {
  const [clock] = await db.query('captcha-volume-now', 'select clock_timestamp() as at', [])
  const counts = await db.query(
    'captcha-volume-hear-urgent',
    `select c.site_id as "siteId", c.mark::float8 as mark, c.slot, sum(c.n)::int as n from captcha.volume_counts c
     where c.process_id <> $1 and (c.site_id, c.mark, c.slot) in (
       select site_id, mark, slot from captcha.volume_counts
       where mark >= ${urgentFrom} and at > coalesce($2::timestamptz, clock_timestamp() - interval '1 hour') and process_id <> $1)
     group by 1, 2, 3 order by 2 limit 20000`,
    [processId, since],
  )
  return { counts, at: clock?.at ?? new Date(0) }
}

/** The same of some sites, whenever it changed. */
export async function hearCountsOf(
  db: Queries,
  processId: string,
  siteIds: readonly number[],
): Promise<(Marked & { slot: number; n: number })[]> {
  return db.query(
    'captcha-volume-hear-sites',
    `select site_id as "siteId", mark::float8 as mark, slot, sum(n)::int as n from captcha.volume_counts
     where site_id = any($2::int[]) and process_id <> $1 group by 1, 2, 3 order by 2 limit 20000`,
    [processId, siteIds],
  )
}

/** Adds verified tokens to the history; sites that are gone are left out. `hour` in hours since 1970. */
export async function addHistory(
  db: Queries,
  verified: readonly (Marked & { readonly n: number; readonly hour: number })[],
): Promise<void> {
  await db.query(
    'captcha-history-add',
    `insert into captcha.network_history as h (site_id, mark, day, verified, hour, in_hour, peak)
     select u.site_id, u.mark, date '1970-01-01' + u.hour / 24, sum(u.n), max(u.hour), sum(u.n), 0
     from unnest($1::int[], $2::bigint[], $3::int[], $4::int[]) as u(site_id, mark, n, hour)
     where u.site_id in (select id from captcha.sites where id = any($1::int[]) for key share)
     group by u.site_id, u.mark, u.hour / 24 order by u.site_id, u.mark
     on conflict (site_id, mark, day) do update set verified = h.verified + excluded.verified,
       hour = greatest(h.hour, excluded.hour),
       in_hour = case when excluded.hour > h.hour then excluded.in_hour else h.in_hour + excluded.in_hour end,
       peak = case when excluded.hour > h.hour then greatest(h.peak, h.in_hour) else h.peak end`,
    [
      plainArray(verified.map(({ siteId }) => siteId)),
      plainArray(verified.map(({ mark }) => mark)),
      plainArray(verified.map(({ n }) => n)),
      plainArray(verified.map(({ hour }) => hour)),
    ],
  )
}

/** Takes ten tokens from each day of a network for every visitor from it that was a bot. */
export async function blameNetworks(db: Queries, blamed: readonly Marked[]): Promise<void> {
  await db.query(
    'captcha-history-blame',
    `with blamed as (select site_id, mark, count(*)::int * 10 as n from unnest($1::int[], $2::bigint[]) as u(site_id, mark) group by 1, 2)
     update captcha.network_history h set verified = greatest(0, h.verified - b.n), in_hour = greatest(0, h.in_hour - b.n), peak = greatest(0, h.peak - b.n)
     from blamed b where h.site_id = b.site_id and h.mark = b.mark`,
    [plainArray(blamed.map(({ siteId }) => siteId)), plainArray(blamed.map(({ mark }) => mark))],
  )
}

export interface StoredPast extends Marked {
  /** Distinct days, and the usual one's fullest hour: see `usualOf`. */
  readonly days: number
  readonly usual: number
  /** What the usual day brought. */
  readonly daily: number
}

const pastColumns = `h.site_id as "siteId", h.mark::float8 as mark, count(*)::int as days,
  (case when count(*) < 3 then max(greatest(h.peak, h.in_hour)) else percentile_disc(0.5) within group (order by greatest(h.peak, h.in_hour)) end)::float8 as usual,
  (case when count(*) < 3 then max(h.verified) else percentile_disc(0.5) within group (order by h.verified) end)::float8 as daily`

/** What came to a site on the days before `today`: of the networks and operators that brought most. */
export async function readPasts(
  db: Queries,
  siteId: number,
  { today, limit }: { readonly today: number; readonly limit: number },
): Promise<StoredPast[]> {
  return db.query(
    'captcha-history-site',
    `select ${pastColumns} from captcha.network_history h
     where h.site_id = $1 and h.day < date '1970-01-01' + $2::int and h.day >= date '1970-01-01' + $2::int - ${historyDays} and h.verified > 0
     group by h.site_id, h.mark order by sum(h.verified) desc limit $3`,
    [siteId, today, limit],
  )
}

/** The past of single networks at single sites; those without any are left out. */
export async function readPastsOf(db: Queries, wanted: readonly Marked[], today: number): Promise<StoredPast[]> {
  return db.query(
    'captcha-history-marks',
    `select ${pastColumns} from captcha.network_history h
     join unnest($1::int[], $2::bigint[]) as u(site_id, mark) on h.site_id = u.site_id and h.mark = u.mark
     where h.day < date '1970-01-01' + $3::int and h.day >= date '1970-01-01' + $3::int - ${historyDays} and h.verified > 0
     group by h.site_id, h.mark`,
    [plainArray(wanted.map(({ siteId }) => siteId)), plainArray(wanted.map(({ mark }) => mark)), today],
  )
}

/** Solutions at which networks are at home, older than 30 days: on three days at least, with thirty verified tokens. */
export async function readVouchers(
  db: Queries,
  marks: readonly number[],
  { today, now }: { readonly today: number; readonly now: number },
): Promise<{ readonly mark: number; readonly siteId: number; readonly solutionId: string }[]> {
  return db.query(
    'captcha-history-vouch',
    `select h.mark::float8 as mark, s.id as "siteId", s.solution_id as "solutionId"
     from captcha.network_history h join captcha.sites s on s.id = h.site_id
     where h.mark = any($1::bigint[]) and h.day < date '1970-01-01' + $2::int and h.verified > 0 and s.created_at < $3
     group by h.mark, s.id having count(*) >= 3 and sum(h.verified) >= 30 limit 5000`,
    [plainArray(marks), today, new Date(now - 30 * 86_400_000)],
  )
}

export interface StoredSitePast {
  readonly siteId: number
  /** Challenges and verified tokens in the fullest hour of the usual day. */
  readonly issued: number
  readonly verified: number
}

const daysOfSite = 14

/** What sites are used to, from their statistics; those without a full day behind them are left out. */
export async function readSitePasts(
  db: Queries,
  siteIds: readonly number[],
  { today, now }: { readonly today: number; readonly now: number },
): Promise<StoredSitePast[]> {
  return db.query(
    'captcha-volume-sites',
    `with hours as (
       select r.site_id, date_trunc('hour', r.hour, 'UTC') as hour,
         coalesce(sum(r.n) filter (where r.dimension = ${dimensions.event} and r.value = '${countKind.issued}'), 0) as issued,
         coalesce(sum(r.fetched) filter (where r.dimension = ${dimensions.total}), 0) as verified
       from captcha.rollup_hourly r
       where r.site_id = any($1::int[]) and r.dimension in (${dimensions.total}, ${dimensions.event})
         and r.hour >= to_timestamp(($2::int - ${daysOfSite})::float8 * 86400) and r.hour < $3
       group by 1, 2
     ), days as (
       select site_id, (hour at time zone 'UTC')::date as day, max(issued) as issued, max(verified) as verified, min(hour) as since from hours group by 1, 2
     ), past as (
       select * from days where day < date '1970-01-01' + $2::int and verified > 0
     )
     select site_id as "siteId",
       (case when count(*) < 3 then max(issued) else percentile_disc(0.5) within group (order by issued) end)::float8 as issued,
       (case when count(*) < 3 then max(verified) else percentile_disc(0.5) within group (order by verified) end)::float8 as verified
     from past group by site_id having min(since) <= $3::timestamptz - interval '1 day'`,
    [siteIds, today, new Date(now)],
  )
}

/** Records that a site is under attack. */
export async function noteAttacks(
  db: Queries,
  attacks: readonly {
    readonly siteId: number
    readonly sinceAgoMs: number
    readonly issued: number
    readonly usual: number
  }[],
): Promise<void> {
  await db.query(
    'captcha-attack-note',
    `insert into captcha.sites_under_attack as a (site_id, since, seen_at, issued, usual)
     select u.site_id, clock_timestamp() - u.ago * interval '1 ms', clock_timestamp(), u.issued, u.usual
     from unnest($1::int[], $2::float8[], $3::int[], $4::int[]) as u(site_id, ago, issued, usual)
     where u.site_id in (select id from captcha.sites where id = any($1::int[])) order by u.site_id
     on conflict (site_id) do update set since = case when a.seen_at < clock_timestamp() - interval '10 minutes' then excluded.since else least(a.since, excluded.since) end,
       seen_at = excluded.seen_at, issued = greatest(excluded.issued, 0), usual = excluded.usual`,
    [
      plainArray(attacks.map(({ siteId }) => siteId)),
      plainArray(attacks.map(({ sinceAgoMs }) => sinceAgoMs)),
      plainArray(attacks.map(({ issued }) => issued)),
      plainArray(attacks.map(({ usual }) => usual)),
    ],
  )
}

/** Sites at which some process detected an attack within the last seconds. */
export async function readAttacks(db: Queries): Promise<number[]> {
  const rows = await db.query(
    'captcha-attacks',
    `select site_id as "siteId" from captcha.sites_under_attack where seen_at > clock_timestamp() - interval '5 seconds'`,
    [],
  )
  return rows.map(({ siteId }) => siteId)
}

/** Forgets what counts no more: told counts after two hours, of tickets, pages and digests within one, attacks after a day. */
export async function forgetTold(db: Queries): Promise<void> {
  await db.query(
    'captcha-volume-old',
    `delete from captcha.volume_counts where at < clock_timestamp() - interval '2 hours'
       or (mark >= $1::bigint and at < clock_timestamp() - interval '50 minutes')`,
    [toldMark('ticket', 0)],
  )
  await db.query(
    'captcha-attacks-old',
    `delete from captcha.sites_under_attack where seen_at < clock_timestamp() - interval '1 day'`,
    [],
  )
}

/**
 * Keeps the history for 30 days, or for as long as the log if its owner keeps that for less, and none for sites whose owners want
 * nothing about visitors stored; safe in any number of processes.
 */
export async function keepHistory(db: Database, now: number): Promise<void> {
  await db.query('captcha-history-old', `delete from captcha.network_history where day < $1::date`, [
    new Date(now - historyDays * 86_400_000).toISOString().slice(0, 10),
  ])
  await db.query(
    'captcha-history-settings',
    `delete from captcha.network_history h using captcha.sites s where s.id = h.site_id
       and ((s.settings ->> 'minimalData')::boolean or not coalesce((s.settings ->> 'riskScoring')::boolean, true)
         or h.day < $1::date - (s.settings ->> 'retentionDays')::int)`,
    [new Date(now).toISOString().slice(0, 10)],
  )
}

/** A name for this process among those that share counts. */
export const newProcessId = (): string => randomUUID()

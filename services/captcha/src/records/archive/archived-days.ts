import type { Queries } from '@bollard/database'
import { retentionDays, usualDays } from '../log/retention-days.ts'

const dayMs = 86_400_000

/** From where on the archive keeps days, and how long the log keeps a site at most. */
export interface ArchiveTimes {
  /** Milliseconds since 1970. */
  readonly now: number
  /** What the operator lets the log be kept, in days. */
  readonly logDays: number
  /** How old a day gets in the archive, in days. */
  readonly archiveDays: number
}

/** The beginning of a day, in milliseconds since 1970. */
export const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)
/** The day (UTC) of a time, such as `2026-11-01`. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
/** The oldest day that the archive keeps. */
export const oldestKept = ({ now, archiveDays }: ArchiveTimes): string => dayOf(now - archiveDays * dayMs)

/**
 * A site `s` whose owner keeps the log for less than what is usual has asked for less of its visitors, and is not archived. What a plan
 * doesn't show any more is.
 */
const isArchived = `coalesce((s.settings ->> 'retentionDays')::int, ${usualDays}) >= ${usualDays}`

/** The first day that a site `s` still keeps in the log, from now and the operator's days. */
const firstDay = (now: string, most: string): string =>
  `((${now}::timestamptz at time zone 'UTC')::date - least(${retentionDays}, ${most}::int))`

const startOfDay = (day: string): string => `((${day})::timestamp at time zone 'UTC')`

/**
 * Days of a site `s` that have rows, lie before a day and from another one on, and are not archived. None are tried before its oldest row. Each
 * day is looked up by itself: with "exists" PostgreSQL joins the days with all rows of the site, which takes minutes for one that has millions.
 */
const heldDays = (before: string, from: string): string => `
  select d.day::date as day from generate_series((select (v.issued_at at time zone 'UTC')::date from captcha.verifications v
      where v.site_id = s.id and v.outcome < 3 and v.issued_at >= ${startOfDay(`${from}::date`)} and v.issued_at < ${startOfDay(before)} order by v.issued_at limit 1),
    ${before} - 1, '1 day') d(day)
  where not exists (select from captcha.archived_days a where a.site_id = s.id and a.day = d.day::date)
    and (select v.issued_at from captcha.verifications v where v.site_id = s.id and v.outcome < 3
      and v.issued_at >= ${startOfDay('d.day')} and v.issued_at < ${startOfDay(`d.day + interval '1 day'`)} order by v.issued_at limit 1) is not null`

const sitesAtATime = 500

export interface DueSite {
  readonly siteId: number
  readonly solutionId: string
  readonly day: string
}

/** Days of sites that leave the log and are not archived, site by site, oldest day first. */
export async function listDue(db: Queries, times: ArchiveTimes): Promise<DueSite[]> {
  const due: DueSite[] = []
  for (let after = 0; ;) {
    const rows = await db.query('captcha-archive-due', dueStatement, [
      after,
      new Date(times.now),
      times.logDays,
      oldestKept(times),
    ])
    for (const { siteId, solutionId, day } of rows) if (day !== null) due.push({ siteId, solutionId, day })
    const last = rows.at(-1)
    if (last === undefined) return due
    after = last.siteId
  }
}

const dueStatement = `
select s.id as "siteId", s.solution_id as "solutionId", held.day::text as day
from (select * from captcha.sites where id > $1 and first_verification_at is not null order by id limit ${sitesAtATime}) s
left join lateral (${heldDays(firstDay('$2', '$3'), '$4')}) held on ${isArchived}
order by s.id, held.day`

/** Of a site's log, the time before which all that leaves it is archived, or was never meant to be; `before` at most. */
export async function erasableBefore(db: Queries, siteId: number, before: Date, times: ArchiveTimes): Promise<Date> {
  const [row] = await db.query(
    'captcha-archive-held',
    `select ${isArchived} as archived, (select min(held.day)::text from (${heldDays('$2::date', '$3')}) held) as day from captcha.sites s where s.id = $1`,
    [siteId, dayOf(before.getTime()), oldestKept(times)],
  )
  if (row === undefined || row.archived !== true) return before
  // Whole days leave for the archive.
  return new Date(Math.min(startOf(dayOf(before.getTime())), row.day === null ? Infinity : startOf(row.day)))
}

/** Whether a day has rows that are to be archived before it is dropped. */
export async function isHeld(db: Queries, day: string, times: ArchiveTimes): Promise<boolean> {
  if (day < oldestKept(times)) return false
  const [row] = await db.query('captcha-archive-day-held', dayHeldStatement, [day])
  return row?.held === true
}

// From site to site by the index: a day has far more rows than sites.
const ofDay = `v.outcome < 3 and v.issued_at >= ${startOfDay('$1::date')} and v.issued_at < ${startOfDay(`$1::date + 1`)}`
const dayHeldStatement = `
with recursive site (id) as (
  (select v.site_id from captcha.verifications v where ${ofDay} order by v.site_id limit 1)
  union all
  select (select v.site_id from captcha.verifications v where ${ofDay} and v.site_id > site.id order by v.site_id limit 1) from site where site.id is not null
)
select exists (select from site join captcha.sites s on s.id = site.id
  where ${isArchived} and not exists (select from captcha.archived_days a where a.site_id = s.id and a.day = $1::date)) as held`

/** Notes how much of a site's day is archived, in place of what was noted. */
export async function noteArchived(
  tx: Queries,
  day: string,
  sites: readonly { readonly siteId: number; readonly rows: number }[],
  at: Date,
): Promise<void> {
  await tx.query(
    'captcha-archive-note',
    `insert into captcha.archived_days (site_id, day, n, archived_at)
     select u.site_id, $1::date, u.n, $4 from unnest($2::int[], $3::int[]) u(site_id, n) where exists (select from captcha.sites s where s.id = u.site_id)
     on conflict (site_id, day) do update set n = excluded.n`,
    [day, sites.map(({ siteId }) => siteId), sites.map(({ rows }) => rows), at],
  )
}

/** Forgets a site's day, of which nothing is archived any more. */
export async function forgetArchived(tx: Queries, siteId: number, day: string): Promise<void> {
  await tx.query('captcha-archive-forget', 'delete from captcha.archived_days where site_id = $1 and day = $2::date', [
    siteId,
    day,
  ])
}

/** Forgets a day of all sites. */
export async function forgetDay(tx: Queries, day: string): Promise<void> {
  await tx.query('captcha-archive-forget-day', 'delete from captcha.archived_days where day = $1::date', [day])
}

/** The oldest archived day of a site after a day, up to another one; undefined where there is none. */
export async function nextArchived(
  db: Queries,
  siteId: number,
  { after, until }: { after: string | null; until: string },
): Promise<string | undefined> {
  const [row] = await db.query(
    'captcha-archive-next',
    `select a.day::text as day from captcha.archived_days a where a.site_id = $1 and a.day > coalesce($2::date, '-infinity') and a.day <= $3::date
     order by a.day limit 1`,
    [siteId, after, until],
  )
  return row?.day
}

/** Sites with archived days whose owners keep less than what is archived by now. */
export async function listNoLongerArchived(db: Queries): Promise<{ siteId: number; solutionId: string }[]> {
  return db.query(
    'captcha-archive-no-longer',
    `select s.id as "siteId", s.solution_id as "solutionId" from captcha.sites s
     where not (${isArchived}) and exists (select from captcha.archived_days a where a.site_id = s.id) order by s.id`,
  )
}

/** Of the network's rows in text, those that lie in a network. */
export async function networksWithin(
  db: Queries,
  networks: readonly string[],
  wanted: string,
): Promise<ReadonlySet<string>> {
  const rows = await db.query(
    'captcha-archive-networks',
    'select n as network from unnest($1::text[]) n where n::cidr && $2::cidr',
    [networks, wanted],
  )
  return new Set(rows.map(({ network }) => network))
}

/** What operators see: what waits for the archive, and since when. */
export interface ArchiveState {
  /** Null where the job has never run. */
  readonly ranAt: Date | null
  /** Days that leave the log and are not archived yet. */
  readonly waitingDays: number
  /** The oldest of them. */
  readonly oldestWaiting: string | null
}

/** Keeps what a run has found. `days` are those that wait, oldest first. */
export async function noteState(db: Queries, days: readonly string[], at: Date): Promise<void> {
  await db.query(
    'captcha-archive-state-note',
    `insert into captcha.archive_state (id, ran_at, waiting_days, oldest_waiting) values (1, $1, $2, $3)
     on conflict (id) do update set ran_at = excluded.ran_at, waiting_days = excluded.waiting_days, oldest_waiting = excluded.oldest_waiting`,
    [at, days.length, days[0] ?? null],
  )
}

export async function readState(db: Queries): Promise<ArchiveState> {
  const [row] = await db.query(
    'captcha-archive-state',
    `select ran_at as "ranAt", waiting_days as "waitingDays", oldest_waiting::text as "oldestWaiting" from captcha.archive_state`,
  )
  return row ?? { ranAt: null, waitingDays: 0, oldestWaiting: null }
}

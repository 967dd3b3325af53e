import type { Database } from '@bollard/database'
import { lockRollups, rollLimits } from './create-roller.ts'
import { dimensions, foldedValue, openDimensions } from './dimensions.ts'
import { listUnsettled, rebuildDays } from './rebuild-days.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
/** How long roll-ups of hours are kept; those of days stay. */
const keptMs = { breakdowns: 3 * dayMs, totals: 400 * dayMs }
/** Of a dimension with as many values as visitors like to have, so many of a closed day; the others become one. */
const valuesMax = 200
/** The same for a day that is still going on, so that a flood of made-up values cannot fill the disk. */
const openValuesMax = 1_000
/** What is older was folded before, and nothing is added to it any more. */
const foldedAgainMs = 10 * dayMs
/** Sites that one statement looks at. */
const sitesAtOnce = 200

/**
 * Upkeep of the roll-ups, about once an hour: forgets hours that nobody reads any more, folds rare values, and finishes
 * changes of a time zone that were interrupted. Safe in several processes at once.
 */
export async function keepRollups(db: Database, now: number): Promise<void> {
  await trim(db, [dimensions.total, dimensions.event], new Date(now - keptMs.totals))
  const breakdowns = Object.values(dimensions).filter(
    (dimension) => dimension !== dimensions.total && dimension !== dimensions.event,
  )
  await trim(db, breakdowns, new Date(now - keptMs.breakdowns))
  await foldAll(db, days, { from: now - foldedAgainMs, to: now - 2 * dayMs, most: valuesMax })
  await foldAll(db, days, { from: now - 2 * dayMs, to: now + 2 * dayMs, most: openValuesMax })
  await foldAll(db, hours, { from: now - keptMs.breakdowns, to: now + hourMs, most: openValuesMax })
  for (const siteId of await listUnsettled(db)) await rebuildDays(db, siteId, now)
}

/** Lines that one statement deletes. */
const trimmedAtOnce = 20_000

async function trim(db: Database, which: readonly number[], before: Date): Promise<void> {
  for (;;) {
    const deleted = await db.transaction(async (tx) => {
      await lockRollups(tx)
      // By the primary key, site by site: the time alone has no index.
      const [row] = await tx.query(
        'captcha-rollups-trim',
        `with old as (
           select o.place from captcha.sites s cross join unnest($1::smallint[]) d(dimension)
           cross join lateral (select h.ctid as place from captcha.rollup_hourly h where h.site_id = s.id and h.dimension = d.dimension and h.hour < $2) o
           limit $3
         ), gone as (delete from captcha.rollup_hourly where ctid = any(array(select place from old)) returning 1)
         select count(*)::int as n from gone`,
        [which, before, trimmedAtOnce],
      )
      return row?.n ?? 0
    }, rollLimits)
    if (deleted < trimmedAtOnce) return
  }
}

/** The two tables, and how a time is written in each. */
const days = {
  table: 'rollup_daily',
  column: 'day',
  type: 'date',
  at: (ms: number): string => new Date(ms).toISOString().slice(0, 10),
} as const
const hours = {
  table: 'rollup_hourly',
  column: 'hour',
  type: 'timestamptz',
  at: (ms: number): string => new Date(ms).toISOString(),
} as const
type Folded = typeof days | typeof hours

async function foldAll(db: Database, folded: Folded, range: { from: number; to: number; most: number }): Promise<void> {
  let after = 0
  for (;;) {
    const sites = await db.query(
      'captcha-rollups-sites',
      'select id from captcha.sites where id > $1 order by id limit $2',
      [after, sitesAtOnce],
    )
    const last = sites.at(-1)
    if (last === undefined) return
    const crowded = await listCrowded(db, folded, { ...range, sites: sites.map(({ id }) => id) })
    for (const place of crowded) await fold(db, folded, { ...place, most: range.most })
    after = last.id
  }
}

interface Crowded {
  readonly siteId: number
  readonly dimension: number
  readonly time: string
}

async function listCrowded(
  db: Database,
  { table, column, type, at }: Folded,
  { sites, from, to, most }: { sites: readonly number[]; from: number; to: number; most: number },
): Promise<Crowded[]> {
  return db.query(
    `captcha-${table}-crowded`,
    `select s.id as "siteId", d.dimension, c.time::text as time from unnest($5::int[]) s(id) cross join unnest($1::smallint[]) d(dimension)
     cross join lateral (
       select y.${column} as time from captcha.${table} y
       where y.site_id = s.id and y.dimension = d.dimension and y.${column} >= $2::${type} and y.${column} < $3::${type}
       group by 1 having count(distinct y.value) > $4::int + 1) c`,
    [[...openDimensions], at(from), at(to), most, sites],
  )
}

/** Keeps the most frequent values, and adds the others up under one name: sums stay the same. */
async function fold(
  db: Database,
  { table, column, type }: Folded,
  { siteId, dimension, time, most }: Crowded & { most: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockRollups(tx)
    await tx.query(
      `captcha-${table}-fold`,
      `with rare as (
         select value from (
           select value, row_number() over (order by sum(n) desc, sum(fetched) desc, value) as place from captcha.${table}
           where site_id = $1 and dimension = $2 and ${column} = $3::${type} and value <> $5 group by value) v
         where place > $4
       ), gone as (
         delete from captcha.${table} y using rare where y.site_id = $1 and y.dimension = $2 and y.${column} = $3::${type} and y.value = rare.value returning y.*
       )
       insert into captcha.${table} as y (site_id, environment_id, ${column}, dimension, value, n, passed, flagged, refused, fetched)
       select site_id, environment_id, ${column}, dimension, $5, sum(n), sum(passed), sum(flagged), sum(refused), sum(fetched) from gone group by 1, 2, 3, 4
       on conflict (site_id, dimension, ${column}, environment_id, value) do update
         set n = y.n + excluded.n, passed = y.passed + excluded.passed, flagged = y.flagged + excluded.flagged, refused = y.refused + excluded.refused,
           fetched = y.fetched + excluded.fetched`,
      [siteId, dimension, time, most, foldedValue],
    )
  }, rollLimits)
}

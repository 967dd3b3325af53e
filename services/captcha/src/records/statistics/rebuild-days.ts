import type { Database, Queries } from '@bollard/database'
import { countKind } from '../store/counts.ts'
import { partOf } from '../store/queue-parts.ts'
import { lockRollups, rollLimits, takeAll } from './create-roller.ts'
import { dimensions, foldedValue, openDimensions } from './dimensions.ts'
import {
  bucketColumns,
  groupFacts,
  probed,
  quarterOf,
  rollStatement,
  timeOfQuarter,
  weightColumns,
  zoneAt,
} from './roll-statement.ts'

const hourMs = 3_600_000

/**
 * Moves the days of a site over to its time zone, as far back as the log goes; days before it stay as they
 * were counted. What lies in both zones on the same day stays where it is; hours that change their day are moved one after
 * the other, newest first, each in a transaction that takes them from the one day and adds them to the other. So sums are
 * right at every moment, a break loses nothing, and to call it again goes on where it stopped, or does nothing.
 */
export async function rebuildDays(db: Database, siteId: number, now: number): Promise<void> {
  const [site] = await db.query('captcha-rebuild-zone', zoneStatement, [siteId])
  if (site === undefined || site.done) return
  const { zone } = site
  const hours = await db.query('captcha-rebuild-hours', hoursStatement, [siteId, zone, new Date(now + hourMs)])
  for (const { hour, former } of hours) {
    await db.transaction(async (tx) => {
      await lockRollups(tx)
      // The move counts on a queue that one statement can take in whole.
      await takeAll(tx, siteId)
      await tx.query('captcha-rebuild-move', moveStatement, [
        2 ** 31 - 1,
        2 ** 31 - 1,
        partOf(siteId),
        siteId,
        hour,
        new Date(hour.getTime() + hourMs),
        former,
        zone,
      ])
      await clearRests(tx, siteId, hour)
      await setZone(tx, { siteId, zone, since: hour.toISOString() })
    }, rollLimits)
  }
  await db.transaction(async (tx) => {
    await lockRollups(tx)
    await setZone(tx, { siteId, zone, since: '-infinity' })
  }, rollLimits)
}

const settledZone = `coalesce((select case when z.since = '-infinity' then z.zone end from captcha.rollup_zones z where z.site_id = s.id order by z.since desc limit 1), case when not exists (select from captcha.rollup_zones z where z.site_id = s.id) then 'UTC' end)`
const wantedZone = 's.time_zone'

/** Sites whose days are not, or not all, counted in their zone. */
export async function listUnsettled(db: Queries): Promise<number[]> {
  const rows = await db.query(
    'captcha-rebuild-unsettled',
    `select s.id from captcha.sites s where ${wantedZone} is distinct from ${settledZone} order by s.id`,
  )
  return rows.map(({ id }) => id)
}

async function setZone(
  tx: Queries,
  { siteId, zone, since }: { siteId: number; zone: string; since: string },
): Promise<void> {
  await tx.query(
    'captcha-rebuild-set-zone',
    `with passed as (delete from captcha.rollup_zones where site_id = $1 and since >= $2::timestamptz and since <> $2::timestamptz)
     insert into captcha.rollup_zones (site_id, since, zone) values ($1, $2::timestamptz, $3)
     on conflict (site_id, since) do update set zone = excluded.zone`,
    [siteId, since, zone],
  )
}

/**
 * Of a day whose rare values were folded, more may have been taken than was left of a value: the rest comes out of the folded
 * ones. Lines of which nothing is left go.
 */
async function clearRests(tx: Queries, siteId: number, hour: Date): Promise<void> {
  const values = [siteId, hour, [...openDimensions], foldedValue]
  await tx.query('captcha-rebuild-fold-rests', foldRestsStatement, values)
  await tx.query(
    'captcha-rebuild-clear',
    `delete from captcha.rollup_daily where site_id = $1 and day between ($2::timestamptz at time zone 'UTC')::date - 2 and ($2::timestamptz at time zone 'UTC')::date + 2
       and n = 0 and passed = 0 and flagged = 0 and refused = 0 and fetched = 0`,
    [siteId, hour],
  )
}

const foldRestsStatement = `
with short as (
  delete from captcha.rollup_daily
  where site_id = $1 and dimension = any($3::smallint[]) and value <> $4
    and day between ($2::timestamptz at time zone 'UTC')::date - 2 and ($2::timestamptz at time zone 'UTC')::date + 2
    and least(n, passed, flagged, refused, fetched) < 0
  returning *
)
insert into captcha.rollup_daily as y (site_id, environment_id, day, dimension, value, n, passed, flagged, refused, fetched)
select site_id, environment_id, day, dimension, $4, sum(n), sum(passed), sum(flagged), sum(refused), sum(fetched) from short group by 1, 2, 3, 4
on conflict (site_id, dimension, day, environment_id, value) do update
  set n = y.n + excluded.n, passed = y.passed + excluded.passed, flagged = y.flagged + excluded.flagged, refused = y.refused + excluded.refused,
    fetched = y.fetched + excluded.fetched`

const zoneStatement = `select ${wantedZone} as zone, ${wantedZone} is not distinct from ${settledZone} as done from captcha.sites s where s.id = $1`

/** Hours in which at least one quarter is on another day in the zone $2 than in the zone in which it was counted. */
const hoursStatement = `
select h.hour, z.former
from (select min(issued_at) as at from captcha.verifications where site_id = $1) oldest
cross join lateral generate_series(date_bin('1 hour', oldest.at, 'epoch'), $3::timestamptz, '1 hour') as h(hour)
cross join lateral (select ${zoneAt('$1::int', 'h.hour')} as former) z
where exists (
  select from generate_series(h.hour, h.hour + interval '45 minutes', '15 minutes') as q(at)
  where (q.at at time zone z.former)::date <> (q.at at time zone $2::text)::date)
order by h.hour desc`

const dayIn = (zone: string): string => `(m.at at time zone ${zone}::text)::date`
const values = 'n, passed, flagged, refused, fetched'
const taken = values
  .split(', ')
  .map((column) => `-m.${column}`)
  .join(', ')

/**
 * Rolls what is queued and, in the same statement, moves the hour from $5 to $6 of the site $4 from the days of zone $7 to
 * those of zone $8: both see the same moment, so what is recorded meanwhile is either in both or in none. Totals and events
 * are moved as they were counted, everything else as the log tells.
 */
const moveStatement = rollStatement({
  expressions: `
moved_rounds as materialized (
  select v.site_id, v.environment_id, ${quarterOf('v.issued_at')} as quarter, v.outcome, r.verification_id is not null as is_fetched, v.country, v.asn,
    v.network_kind, v.browser, v.operating_system, v.device, v.hostname, v.action, v.language, v.rule, v.bypass_key, v.decision, v.reasons, ${bucketColumns('v.')}
  from captcha.verifications v left join captcha.redemptions r on r.verification_id = v.id and r.issued_at = v.issued_at
  where v.site_id = $4::int and v.issued_at >= $5::timestamptz and v.issued_at < $6::timestamptz and v.outcome < ${countKind.steppedUp} and v.decision <> ${probed}
), moved_facts as (
  select m.*, ${weightColumns({ outcome: 'm.outcome', fetched: 'f.fetched' })}
  from moved_rounds m cross join lateral (select false as fetched union all select true where m.is_fetched) f
), ${groupFacts('moved_groups', 'moved_facts')}, moved as materialized (
  select site_id, environment_id, ${timeOfQuarter('quarter')} as at, dimension, value, ${values} from moved_groups where dimension > ${dimensions.event}
  union all select site_id, environment_id, hour, dimension, value, ${values} from captcha.rollup_hourly
    where site_id = $4::int and dimension in (${dimensions.total}, ${dimensions.event}) and hour >= $5::timestamptz and hour < $6::timestamptz
  union all select site_id, environment_id, ${timeOfQuarter('quarter')}, dimension, value, ${values} from lines
    where site_id = $4::int and dimension in (${dimensions.total}, ${dimensions.event}) and ${timeOfQuarter('quarter')} >= $5::timestamptz
      and ${timeOfQuarter('quarter')} < $6::timestamptz
)`,
  lines: `select m.site_id, m.environment_id, ${dayIn('$7')}, m.dimension, m.value, ${taken} from moved m where ${dayIn('$7')} <> ${dayIn('$8')}
    union all select m.site_id, m.environment_id, ${dayIn('$8')}, m.dimension, m.value, ${values} from moved m where ${dayIn('$7')} <> ${dayIn('$8')}`,
})

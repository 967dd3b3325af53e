import { randomUUIDv7 } from 'node:crypto'
import type { OutageCause } from '@bollard/contracts'
import type { Database, Queries } from '@bollard/database'

/** Times of one cause that follow each other within this are one outage. */
const joinMs = 15_000

export interface StoredOutage {
  readonly id: string
  readonly from: Date
  readonly to: Date | null
  readonly cause: OutageCause
}

const columns = `id, from_at as "from", to_at as "to", cause`

/**
 * A process says that it lives; to be called in a transaction. Whoever is the first to say so after nobody did for longer than
 * `gapMsMin` records the outage: as maintenance when the last one had ended in order, else with the cause that it knows.
 * `isAlive`: this process has said so just before, so that a gap would only be a jump of the database's clock.
 */
export async function beat(
  tx: Queries,
  {
    processId,
    gapMsMin,
    isAlive,
    cause,
  }: { processId: string; gapMsMin: number; isAlive: boolean; cause: OutageCause },
): Promise<void> {
  await lockOutages(tx)
  const [last] = await tx.query('captcha-heartbeat-last', lastStatement)
  if (last !== undefined && last.gapMs > gapMsMin && !isAlive) {
    await keepOutage(tx, { cause: last.stopped ? 'MAINTENANCE' : cause, fromAgeMs: last.gapMs, toAgeMs: 0 })
  }
  await tx.query(
    'captcha-heartbeat',
    `insert into captcha.edge_heartbeats (process_id, at) values ($1, clock_timestamp())
     on conflict (process_id) do update set at = excluded.at, stopped_at = null`,
    [processId],
  )
}

// Times in the future were written before the clock was set back, and would hide every gap until it has caught up.
const lastStatement = `
select extract(epoch from clock_timestamp() - at)::float8 * 1000 as "gapMs", stopped_at is not null as stopped
from captcha.edge_heartbeats where at <= clock_timestamp() + interval '1 minute' order by at desc limit 1`

/** A process says that it ends in order. */
export async function markStopped(db: Queries, processId: string): Promise<void> {
  await db.query(
    'captcha-heartbeat-stop',
    `with moment as (select clock_timestamp() as at)
     update captcha.edge_heartbeats set at = moment.at, stopped_at = moment.at from moment where process_id = $1`,
    [processId],
  )
}

/**
 * Records an outage that began and ended so many milliseconds ago; to be called in a transaction. Nothing happens when it is
 * part of a recorded one, and one of the same cause right before or after grows by it.
 */
export async function keepOutage(
  tx: Queries,
  outage: { cause: OutageCause; fromAgeMs: number; toAgeMs: number },
): Promise<void> {
  await lockOutages(tx)
  const fromAgeMs = Math.max(outage.fromAgeMs, outage.toAgeMs, 0)
  const [times] = await tx.query(
    'captcha-outage-times',
    `select clock_timestamp() - $1 * interval '1 ms' as "from", clock_timestamp() - $2 * interval '1 ms' as "to"`,
    [fromAgeMs, Math.max(outage.toAgeMs, 0)],
  )
  if (times === undefined) return
  const near = await tx.query(
    'captcha-outages-near',
    `select ${columns} from captcha.outages where from_at <= $2 and coalesce(to_at, 'infinity') >= $1 order by from_at`,
    [new Date(times.from.getTime() - joinMs), new Date(times.to.getTime() + joinMs)],
  )
  if (near.some(({ from, to }) => from <= times.from && (to === null || to >= times.to))) return
  const joined =
    outage.cause === 'DATABASE' ? near.find(({ cause, to }) => cause === 'DATABASE' && to !== null) : undefined
  if (joined === undefined) {
    await tx.query(
      'captcha-outage-insert',
      `insert into captcha.outages (id, from_at, to_at, cause) values ($1, $2, $3, $4) on conflict do nothing`,
      [randomUUIDv7(), times.from, times.to, outage.cause],
    )
    return
  }
  await tx.query(
    'captcha-outage-grow',
    `update captcha.outages set from_at = least(from_at, $2), to_at = greatest(to_at, $3) where id = $1`,
    [joined.id, times.from, times.to],
  )
}

/** One at a time, in whichever order they come. */
async function lockOutages(tx: Queries): Promise<void> {
  await tx.query('captcha-outage-lock', `select pg_advisory_xact_lock(hashtext('captcha.outages'))`)
}

/** Outages that ended after a time or last, latest recorded first, after the one with the id `after`. */
export async function listOutages(
  db: Queries,
  query: { endedAfter: Date; after: string | null; limit: number },
): Promise<StoredOutage[]> {
  return db.query(
    'captcha-outages',
    `select ${columns} from captcha.outages where (to_at is null or to_at > $1) and ($2::uuid is null or id < $2) order by id desc limit $3`,
    [query.endedAfter, query.after, query.limit],
  )
}

/** Forgets what is not asked for any more: uses of failover tokens, signs of life, and outages of long ago. */
export async function forgetOldOutages(db: Database, now: number): Promise<void> {
  const daysAgo = (days: number): Date => new Date(now - days * 86_400_000)
  // No result can be taken for longer than a day, so by then the outage behind it is too old.
  await db.query('captcha-failover-uses-old', 'delete from captcha.failover_uses where used_at < $1', [daysAgo(2)])
  await db.query(
    'captcha-heartbeats-old',
    `delete from captcha.edge_heartbeats where at < (select max(at) from captcha.edge_heartbeats) - interval '1 day'`,
  )
  await db.query('captcha-outages-old', 'delete from captcha.outages where to_at < $1', [daysAgo(91)])
}

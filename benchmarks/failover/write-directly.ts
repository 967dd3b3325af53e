import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Database, openDatabase } from '@bollard/database'
import { type DatabaseHost, databaseHostNames } from '../../server/testing/high-availability/place-files.ts'
import type { Cluster } from '../../server/testing/high-availability/start-cluster.ts'

/** What clients were told that write directly to one database host, past HAProxy. */
export interface Direct {
  /** Commits that were acknowledged, and those of them that were after another host had become primary. */
  readonly acknowledged: number
  readonly afterTakeover: number
  /** Commits that were acknowledged and are no rows in the end. */
  readonly lost: number
}

export interface DirectWriter {
  /** Stops, and looks up what was acknowledged on the host that is primary by then. `takeover` is a `performance.now()`. */
  end(takeover: number): Promise<Direct>
}

const everyMs = 20
/** A commit that waits for a standby holds a connection, so there are others that try. */
const atOnce = 8

/**
 * Writes a row of its own to this host every 20 ms, whoever is primary. A connection that was told nothing for 5 s is left, and another one
 * tries.
 */
export async function startDirectWriter(cluster: Cluster, host: DatabaseHost): Promise<DirectWriter> {
  const db = openDatabase({ connectionString: cluster.adminUrl(host), max: atOnce })
  await db.pool.query(
    'create table if not exists direct_writes (id uuid primary key, at timestamptz not null default clock_timestamp())',
  )
  const acknowledged: { readonly id: string; readonly at: number }[] = []
  const writing = new Set<Promise<void>>()
  const timer = setInterval(() => {
    if (writing.size >= atOnce) return
    const id = randomUUID()
    const one = db.pool
      .query('insert into direct_writes (id) values ($1)', [id])
      .then(
        () => void acknowledged.push({ id, at: performance.now() }),
        // Nobody was told that it was stored.
        () => {},
      )
      .finally(() => writing.delete(one))
    writing.add(one)
  }, everyMs)
  return {
    async end(takeover) {
      clearInterval(timer)
      await Promise.all(writing)
      await db.close()
      const ids = acknowledged.map(({ id }) => id)
      return {
        acknowledged: ids.length,
        afterTakeover: acknowledged.filter(({ at }) => at > takeover).length,
        lost: await countMissing(cluster, ids),
      }
    },
  }
}

async function countMissing(cluster: Cluster, ids: readonly string[]): Promise<number> {
  const db = openDatabase({ connectionString: cluster.adminUrl(await cluster.leader()), max: 1 })
  try {
    const [row] = await db.query<{ n: number }>(
      'missing',
      'select count(*)::int as n from unnest($1::uuid[]) as u(id) where not exists (select from direct_writes w where w.id = u.id)',
      [ids],
    )
    return row?.n ?? ids.length
  } finally {
    await db.close()
  }
}

/** When another host than this one took over, by `performance.now()`: its PostgreSQL itself says so, within some 20 ms. */
export async function untilTakeover(cluster: Cluster, from: DatabaseHost, signal: AbortSignal): Promise<number> {
  const others = databaseHostNames
    .filter((host) => host !== from)
    .map((host) => openDatabase({ connectionString: cluster.adminUrl(host), max: 1 }))
  try {
    while (!(await Promise.all(others.map(isPrimary))).includes(true)) {
      signal.throwIfAborted()
      await pause(everyMs)
    }
    return performance.now()
  } finally {
    await Promise.all(others.map((db) => db.close()))
  }
}

async function isPrimary(db: Database): Promise<boolean> {
  const [row] = await db
    .query<{ primary: boolean }>('primary', 'select not pg_is_in_recovery() as primary')
    .catch(() => [])
  return row?.primary === true
}

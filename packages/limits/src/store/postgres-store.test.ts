import { openDatabase } from '@bollard/database'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { bytesOfKey } from '../key/limit-key.ts'
import { begin, charging, keyOf, leaseOf } from '../testing/charges.ts'
import { agreesForAllClocks, stillCounts } from '../testing/clocks-apart.ts'
import { countsAsMemory } from '../testing/counts-as-memory.ts'
import { limitMigrations } from './limit-migrations.ts'
import { createPostgresStore, type PostgresStore, sweepLimits } from './postgres-store.ts'

const server = await startTestDatabase()
const connectionString = await server.createDatabase(limitMigrations)
const databases = Array.from({ length: 4 }, () => openDatabase({ connectionString, max: 4 }))
const played = { clock: 'CALLER' } as const
const stores = databases.map(({ pool }) => createPostgresStore({ query: (config) => pool.query(config) }, played))
const [store] = stores
if (store === undefined) throw new Error('no store')

afterAll(async () => {
  for (const database of databases) await database.close()
  await server.stop()
})

test('PostgreSQL counts as the memory does: every kind, two at a time, clocks that differ, what is given back', () =>
  countsAsMemory(store))

test('of 400 requests at once over four pools, exactly as many pass as the limits allow', async () => {
  const hour = charging({ kind: 'FIXED_WINDOW', limit: 70, windowMs: 3_600_000 }, 'burst by hour')
  const minute = charging({ kind: 'SLIDING_WINDOW', limit: 50, windowMs: 60_000 }, 'burst by minute')
  const answers = await Promise.all(
    Array.from({ length: 400 }, (_, number) =>
      // Every second one names its limits the other way round: they must not wait for each other.
      stores[number % 4]?.take(
        number % 8 < 4 ? [hour(begin), minute(begin)] : [minute(begin), hour(begin)],
        begin,
        leaseOf(number),
      ),
    ),
  )
  expect(answers.filter((outcomes) => outcomes?.every(({ counted }) => counted))).toHaveLength(50)
  const [after] = await store.take([hour(begin)], begin, leaseOf(999))
  // What the minute refused was not charged to the hour.
  expect(after?.used).toBe(51)
})

test('requests that come together are one statement, counted one after the other; what was swept in between is counted anew', async () => {
  const statements: string[] = []
  const pool = databases[0]?.pool
  if (pool === undefined) throw new Error('no database')
  const counting = createPostgresStore(
    {
      async query(config) {
        statements.push(config.name)
        // As if a row had been swept.
        return statements.length === 1 ? { rows: [] } : pool.query(config)
      },
    },
    played,
  )
  const limit = charging({ kind: 'FIXED_WINDOW', limit: 3, windowMs: 3_600_000 }, 'together')
  const watch = charging({ kind: 'SLIDING_WINDOW', limit: 20, windowMs: 3_600_000 }, 'beside', { mode: 'WATCH' })
  const all = await Promise.all(
    Array.from({ length: 5 }, (_, number) => counting.take([limit(begin), watch(begin)], begin, leaseOf(number))),
  )
  expect(all.map((outcomes) => outcomes.map(({ counted, used }) => [counted, used]))).toEqual([
    ...[1, 2, 3].map((used) => [
      [true, used],
      [true, used],
    ]),
    ...Array.from({ length: 2 }, () => [
      [false, 3],
      [false, 3],
    ]),
  ])
  expect(statements).toEqual(['limits-charge', 'limits-charge'])
})

test('machines whose clocks are days apart share a limit: the clock of the database counts', async () => {
  const machines = databases.map(({ pool }) => createPostgresStore({ query: (config) => pool.query(config) }))
  await agreesForAllClocks(machines, Date.now())
  // A worker whose clock is ahead deletes nothing that still counts.
  const [machine] = machines
  if (machine === undefined) throw new Error('no store')
  await sweepLimits(machine, Date.now() + 90 * 86_400_000)
  await stillCounts(machine, Date.now())
  const note = keyOf('note')
  await machine.keep(note, 'open', 60_000, 0)
  expect(await machine.sweepNotes(10, Date.now() + 90 * 86_400_000)).toBe(0)
  expect(await machine.takeOut(note, Date.now() + 90 * 86_400_000)).toBe('open')
})

test('a sweep deletes what has expired and nothing else, in slices', async () => {
  const short = (name: string) => charging({ kind: 'FIXED_WINDOW', limit: 5, windowMs: 1_000 }, name)(begin)
  const long = charging({ kind: 'FIXED_WINDOW', limit: 5, windowMs: 86_400_000 }, 'long')(begin)
  for (let number = 0; number < 7; number++) await store.take([short(`short ${number}`)], begin, leaseOf(number))
  await store.take([long], begin, leaseOf(8))
  const later = begin + 60_000
  expect(await sweepLimits(store, later, 3)).toBeGreaterThan(2)
  const left = await databases[0]?.pool.query('select key from protection_limits.cells where key = any($1)', [
    ['long', ...Array.from({ length: 7 }, (_, number) => `short ${number}`)].map((name) => bytesOfKey(keyOf(name))),
  ])
  expect(left?.rows).toEqual([{ key: bytesOfKey(keyOf('long')) }])
})

test('processes that decide count and delete nothing, and a worker deletes what has expired and counts nothing', async () => {
  const charge = charging({ kind: 'TOKEN_BUCKET', limit: 2, tokens: 1, everyMs: 60_000 }, 'by role', { mode: 'METER' })
  const counts = async (as: PostgresStore) => {
    expect(await as.take([charge(begin)], begin, leaseOf(1))).toMatchObject([{ counted: true }])
    await as.stand(charge(begin).key, { step: 1, since: begin, owed: 1, until: begin + 1 }, begin)
    await as.giveBack([charge(begin)], begin, leaseOf(1), begin)
  }
  const deciding = ['bollard_api']
  for (const role of [...deciding, 'bollard_edge', 'bollard_worker', 'bollard_monitoring'])
    await withRole(role, async (as) => {
      if (deciding.includes(role)) await counts(as)
      else await expect(counts(as)).rejects.toThrow('permission denied')
      if (role === 'bollard_worker') expect(await sweepLimits(as, begin)).toBeGreaterThan(0)
      else await expect(sweepLimits(as, begin)).rejects.toThrow('permission denied')
    })
})

async function withRole(role: string, work: (store: PostgresStore) => Promise<void>): Promise<void> {
  const client = await databases[0]?.pool.connect()
  if (client === undefined) throw new Error('no database')
  try {
    await client.query(`set role ${role}`)
    await work(createPostgresStore({ query: (config) => client.query(config) }, played))
  } finally {
    await client.query('reset role')
    client.release()
  }
}

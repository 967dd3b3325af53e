import { openDatabase } from '@bollard/database'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { bytesOfKey } from '../key/limit-key.ts'
import { begin, charging, keyOf, leaseOf } from '../testing/charges.ts'
import { countsAsMemory } from '../testing/counts-as-memory.ts'
import { createPostgresStore, limitMigrations } from './postgres-store.ts'

const server = await startTestDatabase()
const connectionString = await server.createDatabase(limitMigrations)
const databases = Array.from({ length: 4 }, () => openDatabase({ connectionString, max: 4 }))
const stores = databases.map(({ pool }) => createPostgresStore({ query: (config) => pool.query(config) }))
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

test('a sweep deletes what has expired and nothing else, in slices', async () => {
  const short = (name: string) => charging({ kind: 'FIXED_WINDOW', limit: 5, windowMs: 1_000 }, name)(begin)
  const long = charging({ kind: 'FIXED_WINDOW', limit: 5, windowMs: 86_400_000 }, 'long')(begin)
  for (let number = 0; number < 7; number++) await store.take([short(`short ${number}`)], begin, leaseOf(number))
  await store.take([long], begin, leaseOf(8))
  const later = begin + 60_000
  let after: Buffer | null = null
  let slices = 0
  do {
    after = await store.sweep(after, 3, later)
    slices++
  } while (after !== null)
  expect(slices).toBeGreaterThan(2)
  const left = await databases[0]?.pool.query('select key from protection_limits.cells where key = any($1)', [
    ['long', ...Array.from({ length: 7 }, (_, number) => `short ${number}`)].map((name) => bytesOfKey(keyOf(name))),
  ])
  expect(left?.rows).toEqual([{ key: bytesOfKey(keyOf('long')) }])
})

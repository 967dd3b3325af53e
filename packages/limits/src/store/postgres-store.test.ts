import { openDatabase } from '@bollard/database'
import { runs, startTestDatabase } from '@bollard/testing'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { begin, charging, keyOf, leaseOf, limits } from '../testing/charges.ts'
import type { Charge } from './charge.ts'
import { createMemoryStore } from './memory-store.ts'
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

const steps = fc.array(
  fc.record({
    // Also clocks that are behind, and one that was wrong by a day.
    gapMs: fc.oneof(
      fc.integer({ min: 0, max: 30 }),
      fc.integer({ min: -2_000, max: 9_000 }),
      fc.constantFrom(70_000, -86_400_000),
    ),
    costs: fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 })),
    gives: fc.boolean(),
  }),
  { minLength: 10, maxLength: 25 },
)
const modes = fc.constantFrom('LIMIT', 'WATCH', 'METER')

test('PostgreSQL counts as the memory does: every kind, two at a time, clocks that differ, what is given back', async () => {
  let example = 0
  await fc.assert(
    fc.asyncProperty(limits, limits, modes, steps, async (one, two, mode, played) => {
      example++
      const memory = createMemoryStore({ keysMax: 64 })
      const meter = two.kind === 'CONCURRENCY' && mode === 'METER' ? 'WATCH' : mode
      const charges = [charging(one, `one ${example}`), charging(two, `two ${example}`, { mode: meter })]
      let now = begin
      let latest = begin
      for (const [number, { gapMs, costs, gives }] of played.entries()) {
        now = Math.max(now + gapMs, gapMs < -2_000 ? 0 : latest - 4_000)
        latest = gapMs < -2_000 ? now : Math.max(now, latest)
        const asked: Charge[] = charges.map((charge, index) => {
          const made = charge(now, costs[index])
          return made.rule.kind === 'LEASES' ? { ...made, cost: 1 } : made
        })
        const expected = memory.take(asked, now, leaseOf(number))
        expect(await store.take(asked, now, leaseOf(number)), `step ${number}`).toEqual(expected)
        const counted = asked.filter((_, index) => expected[index]?.counted)
        if (!gives || counted.length === 0) continue
        memory.giveBack(counted, now, leaseOf(number), now)
        await store.giveBack(counted, now, leaseOf(number), now)
      }
    }),
    { numRuns: runs(60) },
  )
})

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
  const left = await databases[0]?.pool.query('select key from limits.cells where key = any($1)', [
    [keyOf('long'), ...Array.from({ length: 7 }, (_, number) => keyOf(`short ${number}`))],
  ])
  expect(left?.rows).toEqual([{ key: keyOf('long') }])
})

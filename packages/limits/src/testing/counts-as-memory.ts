import { strict as assert } from 'node:assert'
import { runs } from '@bollard/testing/seed'
import fc from 'fast-check'
import type { Limit } from '../limit/limit.ts'
import type { Charge, LimitStore } from '../store/charge.ts'
import { createMemoryStore } from '../store/memory-store.ts'
import { begin, charging, leaseOf, limits } from './charges.ts'

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
    stands: fc.option(fc.record({ step: fc.integer({ min: 0, max: 5 }), owed: fc.integer({ min: -2, max: 2 }) })),
  }),
  { minLength: 10, maxLength: 25 },
)
const modes = fc.constantFrom('LIMIT', 'WATCH', 'METER')

/** Plays the same requests to a store and to one in memory: two limits at a time, what is given back, standings. */
export async function countsAsMemory(store: LimitStore): Promise<void> {
  let example = 0
  await fc.assert(
    fc.asyncProperty(limits, limits, modes, steps, async (one, two, mode, played) => {
      example++
      const memory = createMemoryStore({ keysMax: 64 })
      const meter = two.kind === 'CONCURRENCY' && mode === 'METER' ? 'WATCH' : mode
      const charges = [charging(one, `one ${example}`), charging(two, `two ${example}`, { mode: meter })]
      let now = begin
      let latest = begin
      for (const [number, { gapMs, costs, gives, stands }] of played.entries()) {
        // What has expired is forgotten sooner or later, by each store in its own time, so all is used before a clock goes far back.
        const isFarBack = gapMs < -2_000 && ![one.kind, two.kind].includes('CONCURRENCY')
        for (const charge of isFarBack ? charges : []) {
          const expected = memory.take([charge(now)], now, leaseOf(1_000 + number))
          assert.deepEqual(await store.take([charge(now)], now, leaseOf(1_000 + number)), expected, `before ${number}`)
        }
        now = isFarBack ? now + gapMs : Math.max(now + gapMs, latest - 4_000)
        latest = isFarBack ? now : Math.max(now, latest)
        const asked: Charge[] = charges.map((charge, index) => {
          const made = charge(now, costs[index])
          return made.rule.kind === 'LEASES' ? { ...made, cost: 1 } : made
        })
        const expected = memory.take(asked, now, leaseOf(number))
        assert.deepEqual(await store.take(asked, now, leaseOf(number)), expected, `step ${number}`)
        for (const each of [memory, store]) {
          const counted = asked.filter((_, index) => expected[index]?.counted)
          if (gives && counted.length > 0) await each.giveBack(counted, now, leaseOf(number), now)
          const [, metered] = asked
          // A store in memory keeps the leases of a key in another place, and nobody stands on a ladder with them.
          if (metered?.mode === 'METER' && stands !== null)
            await each.stand(metered.key, { ...stands, since: now, until: now + 30 * 86_400_000 }, now)
        }
      }
    }),
    { numRuns: runs(60) },
  )
  for (const [limit, spanMs] of afterSetBack) {
    const memory = createMemoryStore({ keysMax: 4 })
    const charge = charging(limit, `set back ${JSON.stringify(limit)}`)
    // Used up by a clock that is an hour ahead, then asked by the right one, also when it comes to fit again.
    for (const [index, now] of [hour, hour, hour, 0, 0, Math.floor(spanMs / 3), spanMs, spanMs].entries()) {
      const expected = memory.take([charge(begin + now)], begin + now, leaseOf(index))
      assert.deepEqual(await store.take([charge(begin + now)], begin + now, leaseOf(index)), expected, limit.kind)
      assert.equal(expected[0]?.fits, index < 2 || index > 5, `${limit.kind} ${index}`)
    }
  }
}

const hour = 3_600_000
/** Two at a time, and after how many milliseconds there is room for two again. */
const afterSetBack: readonly (readonly [Limit, number])[] = [
  [{ kind: 'FIXED_WINDOW', limit: 2, windowMs: 60_000 }, 60_000],
  [{ kind: 'SLIDING_WINDOW', limit: 2, windowMs: 60_000 }, 60_000],
  [{ kind: 'TOKEN_BUCKET', limit: 2, tokens: 1, everyMs: 60_000 }, 120_000],
  [{ kind: 'CONCURRENCY', limit: 2, leaseMs: 20_000 }, 20_000],
]

import { strict as assert } from 'node:assert'
import { runs } from '@bollard/testing/seed'
import fc from 'fast-check'
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
        now = Math.max(now + gapMs, gapMs < -2_000 ? 0 : latest - 4_000)
        latest = gapMs < -2_000 ? now : Math.max(now, latest)
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
}

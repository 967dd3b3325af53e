import { runs } from '@bollard/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Limit } from '../limit/limit.ts'
import { begin, charging, leaseOf, limits, requests } from '../testing/charges.ts'
import { reckon, type Use } from '../testing/reckon.ts'
import { createMemoryStore } from './memory-store.ts'

/** Above 16, what was used in a sliding window counts up to a fifteenth of it longer. */
function mayBeLate(limit: Limit): boolean {
  return limit.kind === 'SLIDING_WINDOW' && limit.limit > 16
}

test('every limit admits exactly what its definition says, reckoned from all requests', () => {
  fc.assert(
    fc.property(limits, requests, (limit, played) => {
      const store = createMemoryStore({ keysMax: 4 })
      const charge = charging(limit)
      const uses: Use[] = []
      let now = begin
      for (const [number, { gapMs, cost: asked }] of played.entries()) {
        now += gapMs
        const cost = limit.kind === 'CONCURRENCY' ? 1 : asked
        const { used } = reckon(limit, uses, now)
        const [outcome] = store.take([charge(now, cost)], now, leaseOf(number))
        const fits = used + cost <= limit.limit
        if (mayBeLate(limit) && !outcome?.fits) {
          const longer = { ...limit, windowMs: (60_000 / 15) * 16 } as const
          expect(reckon(longer as Limit, uses, now).used + cost).toBeGreaterThan(limit.limit)
          continue
        }
        expect(outcome?.fits, `request ${number}, ${used} used`).toBe(fits)
        if (!fits) continue
        uses.push({ at: now, cost })
        if (!mayBeLate(limit)) expect(outcome?.used).toBeCloseTo(used + cost, 9)
      }
    }),
    { numRuns: runs(400) },
  )
})

test('after the wait it was told, a request is admitted, and not a millisecond before', () => {
  fc.assert(
    fc.property(limits, requests, (limit, played) => {
      const store = createMemoryStore({ keysMax: 4 })
      const charge = charging(limit)
      let now = begin
      for (const [number, { gapMs }] of played.entries()) {
        now += gapMs
        const [outcome] = store.take([charge(now)], now, leaseOf(number))
        if (outcome?.fits !== false) continue
        const waitMs = outcome.waitMs ?? 0
        expect(waitMs).toBeGreaterThan(0)
        const [before] = store.take([charge(now + waitMs - 1)], now + waitMs - 1, leaseOf(1_000))
        expect(before?.fits).toBe(false)
        const [after] = store.take([charge(now + waitMs)], now + waitMs, leaseOf(1_001))
        expect(after?.fits).toBe(true)
        return
      }
    }),
    { numRuns: runs(400) },
  )
})

test('what is given back was never used', () => {
  fc.assert(
    fc.property(limits, requests, (limit, played) => {
      const store = createMemoryStore({ keysMax: 4 })
      const other = createMemoryStore({ keysMax: 4 })
      const charge = charging(limit)
      let now = begin
      for (const [number, { gapMs, cost: asked }] of played.entries()) {
        now += gapMs
        const cost = limit.kind === 'CONCURRENCY' ? 1 : asked
        const [[one], [two]] = [store, other].map((each) => each.take([charge(now, cost)], now, leaseOf(number))) as [
          ReturnType<typeof store.take>,
          ReturnType<typeof store.take>,
        ]
        expect(one).toEqual(two)
        const [extra] = store.take([charge(now, 1)], now, leaseOf(number + 1_000))
        if (extra?.counted === true) store.giveBack([charge(now, 1)], now, leaseOf(number + 1_000), now)
      }
    }),
    { numRuns: runs(200) },
  )
})

test('a large sliding window holds what was used for all of the window, and a fifteenth longer at most', () => {
  const [windowMs, limit] = [60_000, 20]
  const charge = charging({ kind: 'SLIDING_WINDOW', limit, windowMs })
  // At every moment of a slot that may matter: its first and last ones, and some between.
  for (const offset of [0, 1, 1_999, 2_000, 3_998, 3_999, 4_000, 4_001]) {
    const store = createMemoryStore({ keysMax: 4 })
    const first = begin - (begin % 4_000) + offset
    const later = first + 8_000
    store.take([charge(first, 5)], first, leaseOf(1))
    store.take([charge(later, 15)], later, leaseOf(2))
    const take = (now: number, cost: number) => store.take([charge(now, cost)], now, leaseOf(3))[0]
    const last = first + windowMs - 1
    const waits = [1, 5, 6, 20].map((cost) => take(last, cost)?.waitMs ?? 0)
    expect(waits.every((waitMs) => waitMs >= 1 && waitMs <= 1 + 8_000 + windowMs / 15)).toBe(true)
    expect(waits[0]).toBe(waits[1])
    expect(waits[2]).toBe((waits[1] ?? 0) + 8_000)
    expect(waits[3]).toBe(waits[2])
    expect(take(last + (waits[1] ?? 0) - 1, 1)?.fits).toBe(false)
    expect(take(last + (waits[1] ?? 0), 5)?.fits).toBe(true)
  }
})

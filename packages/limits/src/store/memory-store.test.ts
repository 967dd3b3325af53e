import { runs } from '@bollard/testing/seed'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LimitFault } from '../limit/limit-fault.ts'
import type { Limit } from '../limit/limit.ts'
import { begin, charging, leaseOf, limits } from '../testing/charges.ts'
import { createMemoryStore } from './memory-store.ts'

const hour = 3_600_000
const byHour = { kind: 'FIXED_WINDOW', limit: 4, windowMs: hour } as const

test('a request that one limit refuses is charged to no other, and a dry run refuses nobody', () => {
  const store = createMemoryStore({ keysMax: 16 })
  const small = charging({ ...byHour, limit: 1 }, 'small')
  const large = charging(byHour, 'large')
  const dry = charging({ ...byHour, limit: 1 }, 'dry', { mode: 'WATCH' })
  const take = (...charges: (typeof small)[]) =>
    store.take(
      charges.map((charge) => charge(begin)),
      begin,
      leaseOf(1),
    )
  take(small, large, dry)
  const [, refusedToo] = take(large, small).toReversed()
  expect(refusedToo).toMatchObject({ fits: true, counted: false, used: 1 })
  // The dry run is full as well, and says so.
  expect(take(large, dry)).toMatchObject([
    { counted: true, used: 2 },
    { fits: false, counted: false },
  ])
})

test('a meter counts what is refused, up to eight times its limit', () => {
  const store = createMemoryStore({ keysMax: 16 })
  const meter = charging({ ...byHour, limit: 2 }, 'meter', { mode: 'METER' })
  const outcomes = Array.from({ length: 20 }, (_, number) => store.take([meter(begin)], begin, leaseOf(number))[0])
  expect(outcomes.map((outcome) => outcome?.used)).toEqual([
    ...Array.from({ length: 16 }, (_, n) => n + 1),
    16,
    16,
    16,
    16,
  ])
  expect(outcomes[2]).toMatchObject({ fits: false, counted: true, remaining: 0 })
})

test('what costs more than the limit never fits, and is told that waiting does not help', () => {
  const store = createMemoryStore({ keysMax: 16 })
  for (const limit of [
    byHour,
    { kind: 'SLIDING_WINDOW', limit: 4, windowMs: hour },
    { kind: 'SLIDING_WINDOW', limit: 400, windowMs: hour },
    { kind: 'TOKEN_BUCKET', limit: 4, tokens: 1, everyMs: 1_000 },
  ] as const) {
    const [outcome] = store.take([charging(limit, limit.kind + limit.limit)(begin, limit.limit + 1)], begin, leaseOf(1))
    expect(outcome).toMatchObject({ fits: false, waitMs: null, used: 0 })
  }
})

test('a process that was killed holds its leases no longer than they last', () => {
  const store = createMemoryStore({ keysMax: 16 })
  const charge = charging({ kind: 'CONCURRENCY', limit: 2, leaseMs: 30_000 })
  const take = (number: number, now: number) => store.take([charge(now)], now, leaseOf(number))[0]
  take(1, begin)
  take(2, begin + 1_000)
  expect(take(3, begin + 2_000)).toMatchObject({ fits: false, waitMs: 28_000 })
  store.giveBack([charge(begin)], begin + 1_000, leaseOf(2), begin + 2_000)
  expect(take(4, begin + 2_000)?.fits).toBe(true)
  // Neither a foreign lease nor one that was given back before frees a place.
  store.giveBack([charge(begin)], begin, leaseOf(2), begin + 2_000)
  store.giveBack([charge(begin)], begin, leaseOf(77), begin + 2_000)
  expect(take(5, begin + 2_000)?.fits).toBe(false)
  expect(take(6, begin + 30_000)?.fits).toBe(true)
  for (let number = 10; number < 20; number++) take(number, begin + 10 * hour)
  expect(store.figures().leasedKeys).toBe(1)
})

test('a flood of keys makes nobody free who is at their limit, and what is forgotten is counted', () => {
  const store = createMemoryStore({ keysMax: 64 })
  const guilty = charging({ ...byHour, limit: 2 }, 'guilty')
  for (let number = 0; number < 2; number++) store.take([guilty(begin)], begin, leaseOf(number))
  for (let number = 0; number < 1_000; number++)
    store.take([charging(byHour, `flood ${number}`)(begin)], begin, leaseOf(number))
  expect(store.take([guilty(begin)], begin, leaseOf(3))[0]?.fits).toBe(false)
  expect(store.figures()).toMatchObject({ keys: 64, keysMax: 64, evicted: 1_000 - 63, refused: 0 })
})

test('a key keeps its standing after what it used has expired, and a flood of keys does not make it forget', () => {
  const store = createMemoryStore({ keysMax: 64 })
  const meter = charging({ ...byHour, limit: 2 }, 'climber', { mode: 'METER' })
  const take = (now: number) => store.take([meter(now)], now, leaseOf(1))[0]
  take(begin)
  take(begin)
  const since = begin + hour
  store.stand(meter(begin).key, { step: 4, since, owed: 3, until: since + 4 * hour }, begin)
  expect(store.figures().standing).toBe(1)
  for (let number = 0; number < 1_000; number++)
    store.take([charging(byHour, `flood ${number}`)(begin)], begin, leaseOf(number))
  expect(take(since + 3 * hour)?.standing).toEqual({ step: 4, since, owed: 3 })
  store.stand(meter(begin).key, { step: 0, since, owed: -3, until: since }, begin)
  expect(store.figures().standing).toBe(0)
  expect(take(since + 3 * hour)?.standing).toEqual({ step: 0, since: 0, owed: 0 })
  store.stand(charging(byHour, 'nobody')(begin).key, { step: 1, since, owed: 0, until: since }, begin)
  expect(store.figures().standing).toBe(0)
})

test('where all keys are at their limit, another one is not counted and meets the policy of its limit', () => {
  const store = createMemoryStore({ keysMax: 8 })
  for (let number = 0; number < 8; number++)
    store.take([charging({ ...byHour, limit: 1 }, `key ${number}`)(begin)], begin, leaseOf(number))
  const take = (outage: 'OPEN' | 'CLOSED', now: number) =>
    store.take([charging(byHour, 'another', { outage })(now)], now, leaseOf(9))[0]
  expect(take('OPEN', begin)).toMatchObject({ fits: true, counted: false, source: 'FULL' })
  expect(take('CLOSED', begin)).toMatchObject({ fits: false, counted: false, source: 'FULL' })
  expect(store.figures()).toMatchObject({ keys: 8, evicted: 0, refused: 2 })
  // There is room again once they have expired.
  expect(take('CLOSED', begin + 2 * hour)).toMatchObject({ fits: true, counted: true, source: 'STORE' })
})

test('expired keys are freed without a pause, whatever comes', () => {
  const store = createMemoryStore({ keysMax: 1_000 })
  for (let number = 0; number < 4_000; number++) {
    const now = begin + 100 * number
    const charge = charging({ kind: 'FIXED_WINDOW', limit: 3, windowMs: 10_000 }, `key ${number}`)
    store.take([charge(now)], now, leaseOf(number))
  }
  // 100 keys come in a window; each stays for its window and five seconds at most before the hand comes by.
  expect(store.figures()).toMatchObject({ evicted: 0, refused: 0 })
  expect(store.figures().keys).toBeLessThan(400)
})

test('a store of no size is refused', () => {
  for (const keysMax of [0, 1.5, 10_000_001, Number.NaN])
    expect(() => createMemoryStore({ keysMax })).toThrow(LimitFault)
})

test('a clock that is set back gives nobody a limit anew, and one that was wrong lets nobody wait longer than a limit says', () => {
  fc.assert(
    fc.property(limits, fc.integer({ min: 200_000, max: 3 * 86_400_000 }), (limit, wrongBy) => {
      const store = createMemoryStore({ keysMax: 4 })
      const charge = charging(limit)
      let number = 0
      const passes = (now: number) => store.take([charge(now)], now, leaseOf(number++))[0]?.fits === true
      const fill = (now: number) => {
        let passed = 0
        while (passes(now)) passed++
        return passed
      }
      // Ahead by mistake, or right and then set back: nobody can tell.
      expect(fill(begin + wrongBy)).toBe(limit.limit)
      expect(fill(begin)).toBe(0)
      // Asked for all the while, which puts nothing off.
      const longest = spanOf(limit)
      const later = Array.from({ length: 20 }, (_, part) => passes(begin + Math.floor(((part + 1) * longest) / 20)))
      expect(later).toContain(true)
    }),
    { numRuns: runs(100) },
  )
})

/** The longest that anybody waits for something of a limit that was used up, in milliseconds. */
function spanOf(limit: Limit): number {
  if (limit.kind === 'QUOTA') return 86_400_000
  if (limit.kind === 'CONCURRENCY') return limit.leaseMs
  if (limit.kind === 'TOKEN_BUCKET') return Math.ceil(limit.everyMs / limit.tokens)
  // Sixteen slots of a fifteenth of the window.
  return limit.kind === 'SLIDING_WINDOW' ? Math.ceil(limit.windowMs / 15) * 16 : limit.windowMs
}

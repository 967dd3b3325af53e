import { expect, test, vi } from 'vitest'
import { begin, charging, leaseOf } from '../testing/charges.ts'
import type { LimitStore, OutagePolicy } from './charge.ts'
import { guardStore } from './guard-store.ts'
import { createMemoryStore } from './memory-store.ts'

const limit = { kind: 'FIXED_WINDOW', limit: 2, windowMs: 3_600_000 } as const
const lease = leaseOf(1)

function chargeOf(outage: OutagePolicy) {
  return charging(limit, outage, { outage })(begin)
}

/** A store that fails while `fails` says so, and how often it was asked. */
function brittleStore() {
  const memory = createMemoryStore({ keysMax: 16 })
  const state = { fails: false, asked: 0 }
  const store: LimitStore = {
    async take(...asked) {
      state.asked++
      if (state.fails) throw new Error('connection refused')
      return memory.take(...asked)
    },
    async giveBack(...asked) {
      if (state.fails) throw new Error('connection refused')
      memory.giveBack(...asked)
    },
    async stand(...asked) {
      if (state.fails) throw new Error('connection refused')
      memory.stand(...asked)
    },
    async keep(...asked) {
      if (state.fails) throw new Error('connection refused')
      memory.keep(...asked)
    },
    async takeOut(...asked) {
      if (state.fails) throw new Error('connection refused')
      return memory.takeOut(...asked)
    },
  }
  return { state, store }
}

test('while the store is away each limit does what its owner chose, and says so', async () => {
  const { state, store } = brittleStore()
  state.fails = true
  const guarded = guardStore(store, { local: createMemoryStore({ keysMax: 16 }) })
  const charges = [chargeOf('OPEN'), chargeOf('CLOSED'), chargeOf('LOCAL')]
  const seen = []
  for (let request = 0; request < 3; request++) seen.push(await guarded.take(charges, begin, lease))
  expect(seen.map((outcomes) => outcomes.map(({ source, fits }) => [source, fits]))).toEqual([
    [
      ['OPEN', true],
      ['CLOSED', false],
      ['LOCAL', true],
    ],
    [
      ['OPEN', true],
      ['CLOSED', false],
      ['LOCAL', true],
    ],
    // The local limit holds, too.
    [
      ['OPEN', true],
      ['CLOSED', false],
      ['LOCAL', false],
    ],
  ])
  await guarded.giveBack([chargeOf('LOCAL')], begin, lease, begin, 'LOCAL')
  // Nothing of a store that is away reaches whoever tells it something.
  await guarded.stand(chargeOf('OPEN').key, { step: 1, since: begin, owed: 1, until: begin + 1 }, begin)
  const [again] = await guarded.take([chargeOf('LOCAL')], begin, lease)
  expect(again).toMatchObject({ source: 'LOCAL', fits: true })
})

test('a store whose first answer after a pause is late is not left alone for longer and longer', async () => {
  const memory = createMemoryStore({ keysMax: 16 })
  const state = { askedAt: begin, fails: true }
  const waiting: (() => void)[] = []
  // As connections do that end when nobody uses them for ten seconds.
  const store: LimitStore = {
    ...memory,
    async take(charges, now, lease_) {
      if (state.fails) throw new Error('connection refused')
      const isCold = now - state.askedAt > 10_000
      state.askedAt = now
      if (isCold) await new Promise<void>((resolve) => waiting.push(resolve))
      return memory.take(charges, now, lease_)
    },
    keep: async (...asked) => memory.keep(...asked),
    takeOut: async (...asked) => memory.takeOut(...asked),
  }
  const guarded = guardStore(store, { local: createMemoryStore({ keysMax: 16 }), timeoutMs: 1 })
  const sourceAt = async (after: number) =>
    (await guarded.take([chargeOf('OPEN')], begin + after, lease)).map(({ source }) => source)
  // Away for long: tries are 32 seconds apart by now.
  for (const after of [0, 1, 2, 3, 4, 1_004, 3_004, 7_004, 15_004]) await sourceAt(after)
  state.fails = false
  expect(await sourceAt(31_004)).toEqual(['OPEN'])
  for (const answer of waiting) answer()
  await vi.waitFor(() => expect(guarded.isAway(begin + 32_004)).toBe(false), { timeout: 20_000 })
  expect(await sourceAt(32_003)).toEqual(['OPEN'])
  expect(await sourceAt(32_004)).toEqual(['STORE'])
})

test('why the store failed is told, at most once a minute', async () => {
  const { state, store } = brittleStore()
  const onFailure = vi.fn()
  const guarded = guardStore(store, { local: createMemoryStore({ keysMax: 16 }), onFailure })
  await guarded.take([chargeOf('OPEN')], begin, lease)
  expect(onFailure).not.toHaveBeenCalled()
  state.fails = true
  for (const after of [0, 1, 59_999]) await guarded.take([chargeOf('OPEN')], begin + after, lease)
  expect(onFailure.mock.calls).toEqual([[new Error('connection refused')]])
  await guarded.keep(chargeOf('OPEN').key, 'note', begin + 90_000, begin + 60_000)
  expect(onFailure).toHaveBeenCalledTimes(2)
})

test('a note that the store does not take is kept by this process, and any note is taken out once', async () => {
  const { state, store } = brittleStore()
  const local = createMemoryStore({ keysMax: 16 })
  const [one, other] = [guardStore(store, { local }), guardStore(store, { local: createMemoryStore({ keysMax: 16 }) })]
  const { key } = chargeOf('OPEN')
  await one.keep(key, 'shared', begin + 1_000, begin)
  expect(await Promise.all([other.takeOut(key, begin), one.takeOut(key, begin)])).toEqual(['shared', null])
  // What one process alone has counted is no matter of the others.
  await one.keep(key, 'own', begin + 1_000, begin, 'LOCAL')
  expect([await other.takeOut(key, begin), await one.takeOut(key, begin)]).toEqual([null, 'own'])
  state.fails = true
  await one.keep(key, 'alone', begin + 1_000, begin)
  expect([await other.takeOut(key, begin), await one.takeOut(key, begin)]).toEqual([null, 'alone'])
  await one.keep(key, 'late', begin + 1_000, begin)
  expect(await one.takeOut(key, begin + 1_000)).toBeNull()
})

test('a store that is away is asked by one request now and then, and counts again once it is back', async () => {
  const { state, store } = brittleStore()
  state.fails = true
  const guarded = guardStore(store, { local: createMemoryStore({ keysMax: 16 }), failuresMax: 3, restMs: 1_000 })
  const take = (now: number) => guarded.take([chargeOf('OPEN')], now, lease)
  for (let request = 0; request < 50; request++) await take(begin)
  expect(state.asked).toBe(3)
  // Of many at once after the rest, one tries.
  await Promise.all(Array.from({ length: 50 }, () => take(begin + 1_000)))
  expect(state.asked).toBe(4)
  expect(guarded.isAway(begin + 2_999)).toBe(true)
  state.fails = false
  const [outcome] = await take(begin + 3_000)
  expect(outcome?.source).toBe('STORE')
  expect(guarded.isAway(begin + 3_000)).toBe(false)
  expect((await take(begin + 3_000))[0]?.source).toBe('STORE')
})

test('many requests that fail at once keep nobody from the store for longer than one', async () => {
  const { state, store } = brittleStore()
  state.fails = true
  const guarded = guardStore(store, { local: createMemoryStore({ keysMax: 16 }), restMs: 1_000 })
  await Promise.all(Array.from({ length: 200 }, () => guarded.take([chargeOf('OPEN')], begin, lease)))
  expect(state.asked).toBe(200)
  state.fails = false
  expect((await guarded.take([chargeOf('OPEN')], begin + 1_000, lease))[0]?.source).toBe('STORE')
})

test('a clock that was set back by an hour does not leave the store alone for one', async () => {
  const { state, store } = brittleStore()
  state.fails = true
  const guarded = guardStore(store, { local: createMemoryStore({ keysMax: 16 }), failuresMax: 1 })
  await guarded.take([chargeOf('OPEN')], begin, lease)
  expect(guarded.isAway(begin)).toBe(true)
  expect(guarded.isAway(begin - 3_600_000)).toBe(false)
})

test('a store that hangs holds up a request for its time and no later one', async () => {
  vi.useFakeTimers()
  try {
    let asked = 0
    const hung: LimitStore = {
      take: () => {
        asked++
        return new Promise(() => undefined)
      },
      giveBack: () => new Promise(() => undefined),
      stand: () => new Promise(() => undefined),
      keep: () => new Promise(() => undefined),
      takeOut: () => new Promise(() => undefined),
    }
    const guarded = guardStore(hung, { local: createMemoryStore({ keysMax: 16 }), timeoutMs: 100, failuresMax: 1 })
    const first = guarded.take([chargeOf('CLOSED')], begin, lease)
    await vi.advanceTimersByTimeAsync(100)
    expect((await first)[0]).toMatchObject({ source: 'CLOSED', fits: false })
    // No timer is needed for the next one, nor for what it gives back.
    expect((await guarded.take([chargeOf('OPEN')], begin, lease))[0]?.source).toBe('OPEN')
    await guarded.giveBack([chargeOf('OPEN')], begin, lease, begin)
    expect(asked).toBe(1)
  } finally {
    vi.useRealTimers()
  }
})

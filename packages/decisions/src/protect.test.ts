import { expect, test } from 'vitest'
import type { Finding } from './decision.ts'
import { type Clock, type Part, protect } from './protect.ts'

const id = '019ac562-9200-7000-8000-000000000000'
const allow: Finding = { conclusion: 'ALLOW', reasons: [] }
const deny: Finding = { conclusion: 'DENY', reasons: [{ code: 'bad', weight: 90 }] }

function partOf(name: string, run: Part['run'], more: Partial<Part> = {}): Part {
  return { name, mode: 'LIVE', onFault: 'ALLOW', run, ...more }
}

/** A clock that stands still until it is moved. */
function createClock(): Clock & { move: (ms: number) => void } {
  let elapsed = 0
  const waiting = new Set<{ at: number; end: () => void }>()
  return {
    elapsed: () => elapsed,
    after(ms, end) {
      const entry = { at: elapsed + ms, end }
      waiting.add(entry)
      return () => void waiting.delete(entry)
    },
    move(ms) {
      elapsed += ms
      for (const entry of waiting)
        if (entry.at <= elapsed) {
          waiting.delete(entry)
          entry.end()
        }
    },
  }
}

test('parts run in their order, and a live denial ends it', async () => {
  const ran: string[] = []
  const note = (name: string, finding: Finding) => partOf(name, () => (ran.push(name), finding))
  const decision = await protect([note('one', allow), note('two', deny), note('three', allow)], { id, budgetMs: 100 })
  expect(ran).toEqual(['one', 'two'])
  expect(decision).toMatchObject({ id, conclusion: 'DENY', reasons: [{ part: 'two', code: 'bad', weight: 90 }] })
  expect(decision.parts.map(({ state }) => state)).toEqual(['RUN', 'RUN', 'NOT_RUN'])
})

test('a dry run neither decides nor ends the run, and a cached finding counts', async () => {
  const parts = [
    partOf('dry', () => deny, { mode: 'DRY_RUN' }),
    partOf('cached', () => ({ ...allow, cached: true })),
    partOf('dry and cached', () => ({ ...deny, cached: true }), { mode: 'DRY_RUN' }),
  ]
  const decision = await protect(parts, { id, budgetMs: 100 })
  expect(decision.conclusion).toBe('ALLOW')
  expect(decision.parts.map(({ state }) => state)).toEqual(['DRY_RUN', 'CACHED', 'DRY_RUN'])
})

test('whatever a part throws, the decision is made as its owner chose', async () => {
  const faults: Part['run'][] = [
    () => {
      throw new Error('broken')
    },
    () => Promise.reject(new Error('broken')),
    // oxlint-disable-next-line typescript/only-throw-error -- What a careless part may do.
    () => Promise.reject(null),
  ]
  for (const run of faults) {
    const open = await protect([partOf('part', run)], { id, budgetMs: 100 })
    expect(open).toMatchObject({ conclusion: 'ALLOW', failedOpen: true, parts: [{ fault: 'ERROR', state: 'RUN' }] })
    const closed = await protect([partOf('part', run, { onFault: 'DENY' })], { id, budgetMs: 100 })
    expect(closed).toMatchObject({ conclusion: 'DENY', failedOpen: false, reasons: [{ code: 'part-failed' }] })
    const dry = await protect([partOf('part', run, { onFault: 'DENY', mode: 'DRY_RUN' })], { id, budgetMs: 100 })
    expect(dry).toMatchObject({ conclusion: 'ALLOW', failedOpen: false, reasons: [] })
  }
})

test('when the time is over, what is left counts as its owner chose, and the parts are told', async () => {
  const clock = createClock()
  let told: AbortSignal | null = null
  let later = 0
  const parts = [
    partOf('slow', (signal) => {
      told = signal
      return new Promise(() => undefined)
    }),
    partOf('closed', () => (later++, allow), { onFault: 'CHALLENGE' }),
  ]
  const decided = protect(parts, { id, budgetMs: 50, clock })
  clock.move(50)
  const decision = await decided
  expect(decision).toMatchObject({ conclusion: 'CHALLENGE', failedOpen: true, elapsedMs: 50 })
  expect(decision.parts.map(({ fault }) => fault)).toEqual(['TIMEOUT', 'TIMEOUT'])
  expect(told).toMatchObject({ aborted: true })
  expect(later).toBe(0)
})

test('a timer that ends a moment early ends the time for all parts', async () => {
  let later = 0
  const early: Clock = { elapsed: () => 0, after: (_ms, end) => (end(), () => undefined) }
  const parts = [partOf('slow', () => new Promise(() => undefined)), partOf('next', () => (later++, allow))]
  const decision = await protect(parts, { id, budgetMs: 50, clock: early })
  expect(decision.parts.map(({ fault }) => fault)).toEqual(['TIMEOUT', 'TIMEOUT'])
  expect(later).toBe(0)
})

test('a part that answers too late does no harm, even if it fails', async () => {
  const clock = createClock()
  const late = Promise.withResolvers<Finding>()
  const decided = protect([partOf('late', () => late.promise)], { id, budgetMs: 50, clock })
  clock.move(50)
  late.reject(new Error('too late'))
  expect(await decided).toMatchObject({ conclusion: 'ALLOW', parts: [{ fault: 'TIMEOUT' }] })
})

test('a decision is there at once where all parts answer at once, and a signal is made only for who takes one', async () => {
  const signals = new Set<unknown>()
  const without = partOf('without', () => allow)
  const taking = partOf('taking', (signal) => (signals.add(signal), allow))
  const waiting = partOf('waiting', async () => allow)
  expect(protect([without], { id, budgetMs: 100 })).toMatchObject({ conclusion: 'ALLOW' })
  expect(protect([taking, without, taking], { id, budgetMs: 100 })).not.toBeInstanceOf(Promise)
  expect(signals.size).toBe(1)
  const decided = protect([without, waiting, partOf('last', () => deny), without], { id, budgetMs: 100 })
  expect(decided).toBeInstanceOf(Promise)
  expect((await decided).parts.map(({ state }) => state)).toEqual(['RUN', 'RUN', 'RUN', 'NOT_RUN'])
})

test('nothing to look at is no reason to refuse', async () => {
  expect(await protect([], { id, budgetMs: 0 })).toMatchObject({ conclusion: 'ALLOW', parts: [], failedOpen: false })
})

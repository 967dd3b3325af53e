import { alertSettingsSchema } from '@bollard/contracts'
import { expect, test } from 'vitest'
import { type AttackFigures, judgeAttack } from './judge-attack.ts'
import { judgeNeverFetched } from './judge-never-fetched.ts'
import { judgePassRate } from './judge-pass-rate.ts'
import { judgeUsage } from './judge-site.ts'

const bounds = alertSettingsSchema.parse({})
const random = createRandom(20_261_121)

test.for([0.4, 12, 400])('thirty days of noise around %d stopped visitors a quarter raise nothing', (mean) => {
  const days = 37
  const noise = Array.from({ length: days * 96 }, () => ({ stopped: poisson(mean), started: poisson(mean * 8) }))
  const states = new Map<string, number>()
  for (let at = 7 * 96 + 2; at < noise.length - 2; at++) {
    const { state } = judgeAttack(
      { latest: noise.slice(at - 1, at + 1), usual: usualAt(noise, at) },
      bounds.attack,
      null,
    )
    states.set(state, (states.get(state) ?? 0) + 1)
  }
  expect(states.get('on') ?? 0).toBe(0)
  expect(states.get('off')).toBeGreaterThan(2_000)
})

test.for([30, 300, 3_000])(
  'thirty days of noise around %d visitors in three hours raise no alert of the pass rate',
  (visitors) => {
    const windows = Array.from({ length: 38 * 8 }, () => binomial(poisson(visitors), 0.9))
    let judged = 0
    for (let at = 7 * 8; at < windows.length; at++) {
      const before = [1, 2, 3, 4, 5, 6, 7]
        .map((day) => windows[at - day * 8] ?? { visitors: 0, through: 0 })
        .reduce(add)
      const recent = windows[at] ?? { visitors: 0, through: 0 }
      const day = windows.slice(at - 7, at + 1).reduce(add)
      const { state } = judgePassRate(
        [
          { hours: 3, recent, before },
          { hours: 24, recent: day, before: windows.slice(at - 56, at - 8).reduce(add) },
        ],
        bounds.passRateFalling,
      )
      if (state !== 'unknown') judged++
      expect(state).not.toBe('on')
    }
    expect(judged).toBeGreaterThan(200)
  },
)

test('an attack is far above the usual, and over only well below the bound', () => {
  const usual = Array.from({ length: 35 }, () => ({ stopped: 40, started: 400 }))
  const judge = (stopped: number, lasting: 'STOPPED' | null = null) =>
    judgeAttack({ latest: [{ stopped, started: 400 }], usual }, bounds.attack, lasting)
  expect(judge(119).state).toBe('between')
  expect(judge(120)).toEqual({
    state: 'on',
    facts: { kind: 'ATTACK', signal: 'STOPPED', count: 120, usual: 40, minutes: 15 },
  })
  expect(judge(80, 'STOPPED').state).toBe('between')
  expect(judge(79, 'STOPPED').state).toBe('off')
})

test('an attack of two days before does not hide that of today', () => {
  const usual = Array.from({ length: 35 }, (_none, index) => ({ stopped: index < 10 ? 5_000 : 4, started: 0 }))
  expect(judgeAttack({ latest: [{ stopped: 60, started: 0 }], usual }, bounds.attack, null)).toMatchObject({
    state: 'on',
    facts: { usual: 4 },
  })
})

test('a new site is told of stopped visitors, and of many visitors only once the usual is known', () => {
  const figures = (stopped: number, started: number, usual: AttackFigures['usual'] = []) =>
    judgeAttack({ latest: [{ stopped, started }], usual }, bounds.attack, null)
  expect(figures(50, 100).state).toBe('on')
  expect(figures(0, 100_000).state).toBe('off')
  const days = Array.from({ length: 15 }, () => ({ stopped: 0, started: 10 }))
  expect(figures(0, 199, days).state).not.toBe('on')
  expect(figures(0, 200, days)).toMatchObject({ state: 'on', facts: { signal: 'STARTED', count: 200 } })
  expect(figures(50, 200, days)).toMatchObject({ state: 'on', facts: { signal: 'STOPPED' } })
})

test('an alert keeps telling of what raised it', () => {
  const usual = Array.from({ length: 35 }, () => ({ stopped: 1, started: 10 }))
  expect(judgeAttack({ latest: [{ stopped: 0, started: 5_000 }], usual }, bounds.attack, 'STOPPED')).toMatchObject({
    state: 'on',
    facts: { signal: 'STOPPED', count: 0 },
  })
  expect(judgeAttack({ latest: [{ stopped: 0, started: 0 }], usual }, bounds.attack, 'STARTED')).toMatchObject({
    state: 'off',
    facts: { signal: 'STARTED' },
  })
})

test('the pass rate falls when it is no chance and large enough', () => {
  const judge = (through: number, visitors: number) =>
    judgePassRate(
      [{ hours: 3, recent: { visitors, through }, before: { visitors: 5_000, through: 4_500 } }],
      bounds.passRateFalling,
    ).state
  expect(judge(70, 100)).toBe('on')
  // Twelve points, which chance hardly does, but less than the owner wants to hear of.
  expect(judge(7_800, 10_000)).toBe('between')
  expect(judge(9_000, 10_000)).toBe('off')
  expect(judge(99, 99)).toBe('unknown')
  expect(judge(0, 99)).toBe('unknown')
})

test('too few visitors before, or of either, say nothing; a longer window is asked', () => {
  const few = { hours: 3, recent: { visitors: 20, through: 0 }, before: { visitors: 140, through: 130 } }
  expect(judgePassRate([few], bounds.passRateFalling).state).toBe('unknown')
  expect(judgePassRate([], bounds.passRateFalling).state).toBe('unknown')
  const long = { hours: 24, recent: { visitors: 150, through: 40 }, before: { visitors: 1_000, through: 920 } }
  expect(judgePassRate([few, long], bounds.passRateFalling)).toMatchObject({
    state: 'on',
    facts: { hours: 24, visitors: 150 },
  })
})

test('results that nobody takes are told of from half of twenty on', () => {
  const state = (results: number, fetched: number) =>
    judgeNeverFetched({ results, fetched }, bounds.resultsNeverFetched).state
  expect([state(19, 0), state(20, 10), state(20, 11), state(100, 60), state(100, 61)]).toEqual([
    'unknown',
    'on',
    'between',
    'between',
    'off',
  ])
  expect(state(20, 25)).toBe('off')
})

test('usage reaches 80, 100 and 120 percent, exactly', () => {
  const percent = (used: number) => judgeUsage({ month: '2026-11', used }, 1_000).facts.percent
  expect([799, 800, 999, 1_000, 1_199, 1_200, 9_999].map(percent)).toEqual([0, 80, 80, 100, 100, 120, 120])
  expect(judgeUsage({ month: '2026-11', used: 0 }, 1).state).toBe('off')
})

type Quarter = AttackFigures['usual'][number]
function usualAt(noise: readonly Quarter[], at: number): Quarter[] {
  return [1, 2, 3, 4, 5, 6, 7].flatMap((day) => noise.slice(at - day * 96 - 2, at - day * 96 + 3))
}

function add(a: { visitors: number; through: number }, b: { visitors: number; through: number }) {
  return { visitors: a.visitors + b.visitors, through: a.through + b.through }
}

function binomial(visitors: number, share: number) {
  let through = 0
  for (let index = 0; index < visitors; index++) if (random() < share) through++
  return { visitors, through }
}

/** Knuth's method, in parts that do not underflow. */
function poisson(mean: number): number {
  if (mean > 100) return poisson(100) + poisson(mean - 100)
  let count = 0
  for (let product = random(); product > Math.exp(-mean); product *= random()) count++
  return count
}

/** mulberry32: the same noise in every run. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

import { expect, test } from 'vitest'
import { SitePace } from './site-pace.ts'

/** Starts at an even rate; gives the bits after the last. */
function run(
  pace: SitePace,
  { from, seconds, perSecond }: { from: number; seconds: number; perSecond: number },
): number {
  let bits = 0
  for (let n = 0; n < seconds * perSecond; n++) {
    const now = from + (n * 1000) / perSecond
    pace.count(now)
    bits = pace.bits(now)
  }
  return bits
}

test('a quiet site and a steady busy one add nothing', () => {
  expect(run(new SitePace(), { from: 0, seconds: 60, perSecond: 15 })).toBe(0)
  const busy = new SitePace()
  run(busy, { from: 0, seconds: 7_200, perSecond: 60 })
  expect(run(busy, { from: 7_200_000, seconds: 60, perSecond: 60 })).toBe(0)
})

test('a flood raises the work smoothly to three bits, and it comes down again within a minute', () => {
  const pace = new SitePace()
  let last = 0
  let most = 0
  let largestStep = 0
  for (let n = 0; n < 40_000; n++) {
    pace.count(n / 2)
    const bits = pace.bits(n / 2)
    largestStep = Math.max(largestStep, bits - last)
    expect(bits).toBeGreaterThanOrEqual(0)
    expect(bits).toBeLessThanOrEqual(3)
    most = Math.max(most, bits)
    last = bits
  }
  expect(most).toBe(3)
  expect(largestStep).toBeLessThan(0.05)
  const after = [5, 15, 30, 60].map((seconds) => pace.bits(20_000 + seconds * 1000))
  expect(after).toEqual(after.toSorted((a, b) => b - a))
  expect(after.at(-1)).toBe(0)
})

test('a process that has just started takes a busy site for what it is: half a bit after five minutes, and none where its past is known', () => {
  const fresh = new SitePace()
  expect(run(fresh, { from: 0, seconds: 300, perSecond: 100 })).toBeLessThan(0.5)
  const known = new SitePace()
  let bits = 0
  for (let n = 0; n < 6_000; n++) {
    known.count(n * 10)
    bits = Math.max(bits, known.bits(n * 10, 90))
  }
  expect(bits).toBe(0)
})

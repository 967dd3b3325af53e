import { expect, test } from 'vitest'
import { createSiteLoad } from './site-load.ts'

/** Starts at an even rate; gives the bits after the last. */
function run(
  load: ReturnType<typeof createSiteLoad>,
  { from, seconds, perSecond }: { from: number; seconds: number; perSecond: number },
): number {
  let bits = 0
  for (let n = 0; n < seconds * perSecond; n++) bits = load.count(1, from + (n * 1000) / perSecond)
  return bits
}

test('a quiet site and a steady busy one add nothing', () => {
  expect(run(createSiteLoad(), { from: 0, seconds: 60, perSecond: 15 })).toBe(0)
  const busy = createSiteLoad()
  run(busy, { from: 0, seconds: 7_200, perSecond: 60 })
  expect(run(busy, { from: 7_200_000, seconds: 60, perSecond: 60 })).toBe(0)
})

test('a flood raises the work smoothly to three bits, and it comes down again within a minute', () => {
  const load = createSiteLoad()
  let last = 0
  let largestStep = 0
  for (let n = 0; n < 40_000; n++) {
    const bits = load.count(1, n / 2)
    largestStep = Math.max(largestStep, bits - last)
    expect(bits).toBeGreaterThanOrEqual(0)
    expect(bits).toBeLessThanOrEqual(3)
    last = bits
  }
  expect(last).toBe(3)
  expect(largestStep).toBeLessThan(0.05)
  const after = [5, 15, 30, 60].map((seconds) => load.bits(1, 20_000 + seconds * 1000))
  expect(after).toEqual(after.toSorted((a, b) => b - a))
  expect(after.at(-1)).toBe(0)
})

test('a flood on one site leaves the others alone', () => {
  const load = createSiteLoad()
  run(load, { from: 0, seconds: 20, perSecond: 2_000 })
  expect(load.count(2, 20_000)).toBe(0)
})

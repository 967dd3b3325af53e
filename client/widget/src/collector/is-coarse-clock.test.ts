import { expect, test } from 'vitest'
import { isCoarseClock } from './is-coarse-clock.ts'

/** A clock that shows the time in steps; each reading of it takes a microsecond. */
function clockOf(stepMs: number) {
  let reading = 0
  return { now: () => Math.floor(reading++ / 1000 / stepMs) * stepMs }
}

test.for([
  [0.005, false],
  [0.1, false],
  [1, false],
  [2, false],
  [3, true],
  [16, true],
  [100, true],
] as const)('a clock with steps of %s ms: coarse %s', async ([stepMs, coarse]) => {
  expect(await isCoarseClock(clockOf(stepMs))).toBe(coarse)
})

import { expect, test } from 'vitest'
import { nextTryAt, triesMax } from './retry-schedule.ts'

test('waits grow from five seconds to a day, and the tenth try is the last', () => {
  const waits = Array.from({ length: triesMax }, (_none, index) => nextTryAt(index + 1, 0, 0))
  expect(waits).toEqual(
    [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400, null].map((wait) =>
      wait === null ? null : wait * 1000,
    ),
  )
})

test('chance lengthens a wait by a tenth at most', () => {
  expect(nextTryAt(1, 100, 0.5)).toBe(100 + 5_250)
  expect(nextTryAt(1, 100, 1)).toBe(100 + 5_500)
})

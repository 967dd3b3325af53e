import { expect, test } from 'vitest'
import { isWithin } from './is-within.ts'

test('what was learned in the future of a clock that was set back is old', () => {
  expect(isWithin(5, undefined, 10)).toBe(false)
  expect([6, 10, 11, 1_000].map((since) => isWithin(5, since, 10))).toEqual([true, true, false, false])
  expect(isWithin(5, 5, 10)).toBe(false)
})

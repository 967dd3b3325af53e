import { expect, test } from 'vitest'
import { remainingPercent } from './notification-progress.ts'

test('the bar is full at first and empty when the display time is over', () => {
  expect(remainingPercent(0, 6)).toBe(100)
  expect(remainingPercent(6000, 6)).toBeCloseTo(0)
  expect(remainingPercent(60_000, 6)).toBe(0)
})

test('the bar falls in steps of a tenth of a percent', () => {
  expect(remainingPercent(5, 6)).toBe(100)
  expect(remainingPercent(6, 6)).toBeCloseTo(99.9)
  expect(remainingPercent(3000, 6)).toBeCloseTo(50)
})

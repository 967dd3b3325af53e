import { expect, test } from 'vitest'
import { scoredFrom } from './scored-from.ts'

const scores = Array.from({ length: 20 }, (_, index) => ({
  from: index / 20,
  to: (index + 1) / 20,
  passed: index < 10 ? 1 : 0,
  flagged: 0,
  refused: index < 10 ? 0 : 2,
}))

test('where a part begins the number of visitors is exact, and inside of one it is a range', () => {
  expect(scoredFrom(scores, 0.5)).toEqual({ least: 20, most: 20 })
  expect(scoredFrom(scores, 0.15)).toEqual({ least: 27, most: 27 })
  expect(scoredFrom(scores, 0.52)).toEqual({ least: 18, most: 20 })
})

test('at the top some of the last part may have scored it', () => {
  expect(scoredFrom(scores, 1)).toEqual({ least: 0, most: 2 })
  expect(scoredFrom([], 0.5)).toEqual({ least: 0, most: 0 })
})

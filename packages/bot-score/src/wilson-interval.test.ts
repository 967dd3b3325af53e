import { expect, test } from 'vitest'
import { wilsonInterval } from './wilson-interval.ts'

// The first four as R. G. Newcombe prints them (Statistics in Medicine 17 (1998) 857–872, table I, method 3), the others as
// scipy's binomtest(count, of).proportion_ci(method='wilson') gives them.
const known = [
  { count: 81, of: 263, low: 0.2553, high: 0.3662 },
  { count: 15, of: 148, low: 0.0624, high: 0.1605 },
  { count: 0, of: 20, low: 0, high: 0.1611 },
  { count: 1, of: 29, low: 0.0061, high: 0.1718 },
  { count: 1, of: 10, low: 0.0179, high: 0.4042 },
  { count: 10, of: 10, low: 0.7225, high: 1 },
  { count: 3, of: 1_000, low: 0.001, high: 0.0088 },
]

test.for(known)('$count of $of is what others compute', ({ count, of, low, high }) => {
  const interval = wilsonInterval(count, of)
  expect(interval?.share).toBe(count / of)
  expect(interval?.low).toBeCloseTo(low, 4)
  expect(interval?.high).toBeCloseTo(high, 4)
})

test('the interval is the set of shares that a score test at 5 % does not reject', () => {
  for (const [count, of] of [
    [2, 7],
    [19, 20],
    [40, 900],
  ] as const) {
    const { low, high } = wilsonInterval(count, of) ?? { low: Number.NaN, high: Number.NaN }
    for (const bound of [low, high])
      expect(Math.abs(count / of - bound) / Math.sqrt((bound * (1 - bound)) / of)).toBeCloseTo(1.959964, 5)
  }
})

test('counting people and counting the others tells the same', () => {
  const [some, others] = [wilsonInterval(3, 40), wilsonInterval(37, 40)]
  expect(some?.low).toBeCloseTo(1 - (others?.high ?? Number.NaN), 12)
  expect(some?.high).toBeCloseTo(1 - (others?.low ?? Number.NaN), 12)
})

test('without a case there is no figure', () => {
  expect(wilsonInterval(0, 0)).toBeNull()
})

test.for([
  [-1, 5],
  [6, 5],
  [Number.NaN, 5],
  [1, Number.NaN],
] as const)('%s of %s is refused', ([count, of]) => {
  expect(() => wilsonInterval(count, of)).toThrow(RangeError)
})

import { expect, test } from 'vitest'
import { wilsonInterval } from './wilson-interval.ts'

// As statsmodels' proportion_confint(count, nobs, method='wilson') and R's prop.test(…, correct = FALSE) give them.
const known = [
  { count: 0, of: 10, low: 0, high: 0.277533 },
  { count: 1, of: 10, low: 0.017876, high: 0.404150 },
  { count: 5, of: 10, low: 0.236593, high: 0.763407 },
  { count: 10, of: 10, low: 0.722467, high: 1 },
  { count: 0, of: 1, low: 0, high: 0.793451 },
  { count: 81, of: 263, low: 0.255289, high: 0.366213 },
  { count: 3, of: 1_000, low: 0.001021, high: 0.008784 },
]

test.for(known)('$count of $of is what other programs compute', ({ count, of, low, high }) => {
  const interval = wilsonInterval(count, of)
  expect(interval?.share).toBe(count / of)
  expect(interval?.low).toBeCloseTo(low, 5)
  expect(interval?.high).toBeCloseTo(high, 5)
})

test('the interval is the set of shares that a score test at 5 % does not reject', () => {
  for (const [count, of] of [[2, 7], [19, 20], [40, 900]] as const) {
    const { low, high } = wilsonInterval(count, of) ?? { low: Number.NaN, high: Number.NaN }
    for (const bound of [low, high]) expect(Math.abs(count / of - bound) / Math.sqrt((bound * (1 - bound)) / of)).toBeCloseTo(1.959964, 5)
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

test.for([[-1, 5], [6, 5], [Number.NaN, 5], [1, Number.NaN]] as const)('%s of %s is refused', ([count, of]) => {
  expect(() => wilsonInterval(count, of)).toThrow(RangeError)
})

import { expect, test } from 'vitest'
import { compareDecisions } from './compare-decisions.ts'
import type { Scored } from './read-database.ts'
import { describeComparison } from './report.ts'

const scored = (given: Partial<Scored>): Scored => ({
  codes: [],
  round: 0,
  score: 0.1,
  shadowScore: 0.1,
  threshold: 0.5,
  label: null,
  n: 1,
  ...given,
})

test('who would be decided otherwise is counted by way, with what spoke and what they really were', () => {
  const comparison = compareDecisions([
    scored({ n: 90 }),
    scored({ codes: ['webdriver', 'no-plugins'], score: 0.6, shadowScore: 0.4, n: 2, label: 'PERSON' }),
    scored({ codes: ['headless-header'], score: 0.2, shadowScore: 0.7, n: 5 }),
    scored({ codes: ['headless-header', 'no-plugins'], score: 0.2, shadowScore: 0.8, n: 3, label: 'BOT' }),
  ])
  expect(comparison).toEqual({
    rounds: 100,
    changed: 10,
    changes: [
      {
        from: 'pass',
        to: 'refuse',
        n: 8,
        people: 0,
        bots: 3,
        codes: [
          { code: 'headless-header', n: 8 },
          { code: 'no-plugins', n: 3 },
        ],
      },
      {
        from: 'refuse',
        to: 'step-up',
        n: 2,
        people: 2,
        bots: 0,
        codes: [
          { code: 'no-plugins', n: 2 },
          { code: 'webdriver', n: 2 },
        ],
      },
    ],
  })
  const text = describeComparison(comparison, 7)
  expect(text).toContain('10 (10.00 %)')
  expect(text).toContain('pass → refuse: 8 (labelled: 0 people, 3 bots)')
  expect(text).toContain('8 × headless-header')
})

test('soft evidence refuses nobody, a second round asks for no third, and the bar is that of the site', () => {
  expect(
    compareDecisions([scored({ codes: ['webdriver-hidden'], round: 1, score: 0.1, shadowScore: 0.9 })]).changed,
  ).toBe(0)
  expect(
    compareDecisions([scored({ codes: ['webdriver'], score: 0.6, shadowScore: 0.8, threshold: 0.7 })]).changes,
  ).toMatchObject([{ from: 'step-up', to: 'refuse' }])
  expect(
    compareDecisions([scored({ codes: ['webdriver'], round: 1, score: 0.6, shadowScore: 0.65, threshold: 0.7 })])
      .changed,
  ).toBe(0)
})

test('wrong work is refused under any weights', () => {
  expect(compareDecisions([scored({ codes: ['work-wrong'], score: 0.9, shadowScore: 0.1 })])).toEqual({
    rounds: 1,
    changed: 0,
    changes: [],
  })
})

test('without shadow scores it says so', () => {
  expect(describeComparison(compareDecisions([]), 7)).toMatch(/SHADOW_WEIGHTS/u)
})

import { languages } from '@bollard/i18n'
import { expect, test } from 'vitest'
import { isSlow, isUnsafe, readResult } from './results.ts'
import { kindNames, kinds } from './kinds.ts'
import { tableOf, writtenTable } from './tables.ts'

const result = readResult()

test.for(languages)('the table of the page in %s is what was measured', (language) => {
  expect(writtenTable(language)).toBe(tableOf(result, language))
})

test('nothing that was measured is unsafe, and every kind was measured as often as it has to be', () => {
  expect(result.runs.filter(isUnsafe)).toEqual([])
  for (const kind of kindNames) expect(result.kinds[kind]?.times, kind).toBeGreaterThanOrEqual(kinds[kind].times)
})

const good = {
  kind: 'primary',
  gapMs: 15_000,
  answers: 50,
  redemptions: 50,
  untold: 0,
  broken: 0,
  lostAnswers: 0,
  lostRedemptions: 0,
  acceptedTwice: 0,
  wrongRollups: 0,
  failoverToken: true,
  forgedFailovers: 0,
  wholeMs: 30_000,
  load: 2,
} as const

test.for([
  { lostAnswers: 1 },
  { lostRedemptions: 1 },
  { acceptedTwice: 1 },
  { wrongRollups: 1 },
  { broken: 1 },
  { forgedFailovers: 1 },
  { failoverToken: false },
])('a run with %j is unsafe', (fault) => {
  expect([isUnsafe(good), isUnsafe({ ...good, ...fault })]).toEqual([false, true])
})

test.for([{ gapMs: 20_001 }, { kind: 'switchover' as const, gapMs: 6_001 }, { kind: 'stop' as const, gapMs: 6_001 }])(
  'a run with %j is slow',
  (fault) => {
    expect([isSlow(good), isSlow({ ...good, ...fault })]).toEqual([false, true])
  },
)

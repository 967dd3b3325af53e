import { languages } from '@bollard/i18n'
import { expect, test } from 'vitest'
import { isFaulty, readResult } from './results.ts'
import { tableOf, writtenTable } from './tables.ts'

const result = readResult()

test.for(languages)('the table of the page in %s is what was measured', (language) => {
  expect(writtenTable(language)).toBe(tableOf(result, language))
})

test('nothing that was measured is as it must not be', () => {
  expect(result.runs.filter(isFaulty)).toEqual([])
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
} as const

test.for([
  { lostAnswers: 1 },
  { lostRedemptions: 1 },
  { acceptedTwice: 1 },
  { wrongRollups: 1 },
  { broken: 1 },
  { forgedFailovers: 1 },
  { failoverToken: false },
  { gapMs: 20_001 },
  { kind: 'switchover' as const, gapMs: 6_001 },
])('a run with %j is a fault', (fault) => {
  expect([isFaulty(good), isFaulty({ ...good, ...fault })]).toEqual([false, true])
})

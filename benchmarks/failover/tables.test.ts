import { languages } from '@bollard/i18n'
import { expect, test } from 'vitest'
import { isCellAtFault, isSlow, isUnsafe, readResult } from './results.ts'
import { kindNames, kinds } from './kinds.ts'
import { tableOf, writtenTable } from './tables.ts'

const result = readResult()

test.for(languages)('the table of the page in %s is what was measured', (language) => {
  expect(writtenTable(language)).toBe(tableOf(result, language))
})

test('nothing that was measured is unsafe, and every kind was measured as often as it has to be', () => {
  expect(result.runs.filter(isUnsafe)).toEqual([])
  expect((result.cells?.runs ?? []).filter(isCellAtFault)).toEqual([])
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
  { direct: { acknowledged: 900, afterTakeover: 3, lost: 1 } },
])('a run with %j is unsafe', (fault) => {
  expect([isUnsafe(good), isUnsafe({ ...good, ...fault })]).toEqual([false, true])
})

test.for([{ gapMs: 20_001 }, { kind: 'switchover' as const, gapMs: 6_001 }, { kind: 'stop' as const, gapMs: 6_001 }])(
  'a run with %j is slow',
  (fault) => {
    expect([isSlow(good), isSlow({ ...good, ...fault })]).toEqual([false, true])
  },
)

test('direct writes of a kind are a note below the table, and none where nobody wrote directly', () => {
  const found = result.kinds.primary
  if (found === undefined) throw new Error('deaths of the primary are measured')
  const direct = { acknowledged: 1_234, afterTakeover: 5, lost: 6 }
  const without = tableOf({ ...result, kinds: { primary: found } }, 'en')
  const written = tableOf({ ...result, kinds: { primary: found, hang: { ...found, direct } } }, 'en')
  expect(without).not.toContain('wrote directly')
  expect(written).toContain('1,234 commits acknowledged, 5 of them after another host had taken over, 6 lost.')
  expect(written).toContain(`| the primary's Patroni, frozen | ${found.times} |`)
})

test.for([{ faults: 1 }, { besideRepeated: 1 }, { besideMs: 4_001 }])('a cell beside with %j is at fault', (fault) => {
  const fine = {
    gapMs: 13_000,
    besideCalmMs: 1_000,
    besideMs: 4_000,
    besideAnswers: 20,
    besideCalmAnswers: 20,
    besideRepeated: 0,
    answers: 90,
    faults: 0,
    load: 2,
  }
  expect([isCellAtFault(fine), isCellAtFault({ ...fine, ...fault })]).toEqual([false, true])
})

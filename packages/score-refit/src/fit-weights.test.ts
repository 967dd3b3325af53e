import { createScorer, type Weights } from '@bollard/bot-score'
import { expect, test } from 'vitest'
import { fitShift, fitWeights } from './fit-weights.ts'
import { checksByCode, gatherPatterns } from './labelled.ts'
import { drawLabelled } from './testing/draw-labelled.ts'

const truth: Weights = {
  'webdriver-hidden': 1.4,
  'no-plugins': 1.1,
  'odd-user-agent': 0.3,
  'missing-browser-headers': 1.2,
  'real-pointer-movement': -0.2,
  'busy-network': 0.3,
}
const codes = Object.keys(truth)
const today = (code: string): number => checksByCode.get(code)?.weight ?? Number.NaN

test('weights that were really at work are found again, whatever the share of bots among the labels', () => {
  const { patterns } = gatherPatterns(drawLabelled({ truth, codes, shift: 2.5, n: 40_000, seed: 1 }))
  const fit = fitWeights(patterns, { spread: 1 })
  for (const code of codes)
    expect([code, Math.abs((fit.weights[code] ?? Number.NaN) - (truth[code] ?? 0)) < 0.12]).toEqual([code, true])
  expect(Math.abs(fit.shift - 2.5)).toBeLessThan(0.15)
})

test('the outcome does not hang on the order of the data, to the last digit', () => {
  const labelled = drawLabelled({ truth, codes, shift: 2.5, n: 2_000, seed: 2 })
  const fit = fitWeights(gatherPatterns(labelled).patterns, { spread: 1 })
  expect(fitWeights(gatherPatterns(labelled.toReversed()).patterns, { spread: 1 })).toEqual(fit)
})

/** The furthest that a weight moves from today's with so many labels. */
function change(n: number): number {
  const { patterns } = gatherPatterns(drawLabelled({ truth, codes, shift: 2.5, n, seed: 3 }))
  const { weights } = fitWeights(patterns, { spread: 0.5 })
  return Math.max(...codes.map((code) => Math.abs((weights[code] ?? today(code)) - today(code))))
}

test('few data change little, and more data more', () => {
  expect(change(20)).toBeLessThan(0.35)
  expect(change(20_000)).toBeGreaterThan(1)
})

test('evidence never changes sides: against a visitor stays against, for one stays for', () => {
  const turned: Weights = { 'no-plugins': -2, 'odd-user-agent': -1, 'real-pointer-movement': 1.5 }
  const { patterns } = gatherPatterns(
    drawLabelled({ truth: turned, codes: Object.keys(turned), shift: 2, n: 20_000, seed: 4 }),
  )
  const { weights } = fitWeights(patterns, { spread: 10 })
  for (const [code, weight] of Object.entries(weights))
    expect([code, Math.sign(weight)]).toEqual([code, Math.sign(today(code))])
  expect(weights).toMatchObject({ 'no-plugins': 0.05, 'odd-user-agent': 0.05, 'real-pointer-movement': -0.05 })
})

test('a group at its cap is not pushed further, as nothing would come of it', () => {
  // Together far above the cap of their group, and always together.
  const together = ['no-plugins', 'small-screen', 'emulated-viewport', 'missing-chrome-object', 'no-pointing-device']
  const { patterns } = gatherPatterns([
    { codes: together, label: 'BOT', n: 990 },
    { codes: together, label: 'PERSON', n: 10 },
    { codes: [], label: 'PERSON', n: 500 },
    { codes: [], label: 'BOT', n: 500 },
  ])
  const { weights } = fitWeights(patterns, { spread: 1 })
  for (const code of together) expect(weights[code]).toBeCloseTo(today(code), 6)
})

test('codes that the data does not have are left alone', () => {
  const { weights } = fitWeights(gatherPatterns(drawLabelled({ truth, codes, shift: 2.5, n: 500, seed: 5 })).patterns, {
    spread: 1,
  })
  expect(Object.keys(weights).filter((code) => !codes.includes(code))).toEqual(['consistent-browser'])
})

test('the shift alone makes the expected number of bots the real one', () => {
  const { patterns, bots } = gatherPatterns(drawLabelled({ truth, codes, shift: 2.5, n: 3_000, seed: 6 }))
  const shift = fitShift(patterns)
  const scorer = createScorer()
  const expected = patterns.reduce(
    (sum, { evidence, people, bots: own }) => sum + (people + own) / (1 + Math.exp(-scorer(evidence).logOdds - shift)),
    0,
  )
  expect(expected).toBeCloseTo(bots, 4)
})

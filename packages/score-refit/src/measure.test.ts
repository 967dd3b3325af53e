import { expect, test } from 'vitest'
import { crossValidate } from './cross-validate.ts'
import { gatherPatterns } from './labelled.ts'
import { type Judged, measure } from './measure.ts'
import { drawLabelled } from './testing/draw-labelled.ts'

const logit = (probability: number): number => Math.log(probability / (1 - probability))
const judged = (probability: number, people: number, bots: number, more: Partial<Judged> = {}): Judged => ({
  logOdds: logit(probability),
  hardEvidence: false,
  shift: 0,
  people,
  bots,
  ...more,
})

test('Brier score, log loss and reliability are what their definitions say', () => {
  const found = measure([judged(0.25, 3, 1), judged(0.85, 1, 3)])
  expect(found.brier).toBeCloseTo((3 * 0.25 ** 2 + 0.75 ** 2 + 0.85 ** 2 + 3 * 0.15 ** 2) / 8, 12)
  expect(found.logLoss).toBeCloseTo(
    -(3 * Math.log(0.75) + Math.log(0.25) + Math.log(0.15) + 3 * Math.log(0.85)) / 8,
    12,
  )
  expect(found.reliability).toHaveLength(10)
  expect(found.reliability[2]).toMatchObject({
    from: 0.2,
    to: 0.3,
    n: 4,
    expected: expect.closeTo(0.25, 9),
    found: { share: 0.25 },
  })
  expect(found.reliability[8]).toMatchObject({ n: 4, found: { share: 0.75 } })
  expect(found.reliability[0]).toMatchObject({ n: 0, expected: null, found: null })
})

test("the bars are the product's own, and the shift of the sample moves none of them", () => {
  const shift = 5
  const cases = [
    judged(0.1, 90, 10, { shift }),
    judged(0.4, 8, 20, { shift }),
    judged(0.9, 1, 30, { shift }),
    judged(0.9, 1, 40, { shift, hardEvidence: true }),
  ]
  const at = Object.fromEntries(
    measure(cases).atBars.map(({ bar, peopleHit, botsHit }) => [bar, [peopleHit?.count, botsHit?.count]]),
  )
  expect(at).toEqual({ 'more-work': [10, 90], refused: [1, 40], 'score-only': [2, 70] })
  expect(measure(cases).atBars[0]?.peopleHit).toMatchObject({
    of: 100,
    share: 0.1,
    low: expect.closeTo(0.0552, 4),
    high: expect.closeTo(0.1744, 4),
  })
})

test('without people there is no rate of people', () => {
  expect(measure([judged(0.9, 0, 5)]).atBars[0]?.peopleHit).toBeNull()
})

test('new weights are better calibrated where old ones were wrong, on verifications they were not fitted to', () => {
  const truth = {
    'webdriver-hidden': 1.2,
    'no-plugins': 1.3,
    'odd-user-agent': 0.2,
    'missing-browser-headers': 1,
    'busy-network': 0.1,
  }
  const { patterns } = gatherPatterns(drawLabelled({ truth, codes: Object.keys(truth), shift: 2, n: 6_000, seed: 8 }))
  const { today, fitted } = crossValidate(patterns, { folds: 5, spread: 1 })
  const [before, after] = [measure(today), measure(fitted)]
  expect(after.logLoss).toBeLessThan(before.logLoss - 0.02)
  expect(after.brier).toBeLessThan(before.brier)
  expect(miscalibration(after)).toBeLessThan(miscalibration(before) / 3)
})

test('where the old weights are right, new ones gain nothing worth having', () => {
  const codes = ['webdriver-hidden', 'no-plugins', 'odd-user-agent', 'missing-browser-headers', 'busy-network']
  const { patterns } = gatherPatterns(drawLabelled({ truth: {}, codes, shift: 2, n: 6_000, seed: 9 }))
  const { today, fitted } = crossValidate(patterns, { folds: 5, spread: 1 })
  expect(measure(fitted).logLoss).toBeGreaterThan(measure(today).logLoss - 0.002)
})

test('every verification is judged exactly once', () => {
  const { patterns, people, bots } = gatherPatterns(
    drawLabelled({ truth: {}, codes: ['no-plugins'], shift: 2, n: 301, seed: 10 }),
  )
  for (const judgedCases of Object.values(crossValidate(patterns, { folds: 7, spread: 1 })))
    expect([
      judgedCases.reduce((sum, one) => sum + one.people, 0),
      judgedCases.reduce((sum, one) => sum + one.bots, 0),
    ]).toEqual([people, bots])
})

/** Mean distance between what is expected and what is found, over the bins. */
function miscalibration({ reliability }: ReturnType<typeof measure>): number {
  const n = reliability.reduce((sum, bin) => sum + bin.n, 0)
  return reliability.reduce(
    (sum, { n: own, expected, found }) => sum + (own / n) * Math.abs((expected ?? 0) - (found?.share ?? 0)),
    0,
  )
}

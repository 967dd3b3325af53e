import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { measured } from '../pieces/measured.ts'
import { areaUnder, curveOf, pointAt, ratesAt, rateText } from './rates.ts'

const scores = { bots: [0.2, 0.9, 0.9, 1], genuine: [0.01, 0.2] }

test('a score that equals the threshold counts as caught, of bots as of people', () => {
  expect(ratesAt(scores, 0.2)).toEqual({ caught: 4, bots: 4, accused: 1, genuine: 2 })
  expect(ratesAt(scores, 0.21)).toEqual({ caught: 3, bots: 4, accused: 0, genuine: 2 })
})

test('the curve begins at nobody, ends at everybody and never falls', () => {
  const points = curveOf(scores)
  expect(points[0]).toEqual({ falsePositives: 0, truePositives: 0 })
  expect(points.at(-1)).toEqual({ falsePositives: 1, truePositives: 1 })
  expect(points).toContainEqual(pointAt(scores, 0.9))
  for (const [index, { falsePositives, truePositives }] of points.slice(1).entries()) {
    expect(falsePositives).toBeGreaterThanOrEqual(points[index]?.falsePositives ?? 0)
    expect(truePositives).toBeGreaterThanOrEqual(points[index]?.truePositives ?? 0)
  }
})

test('the area is the chance that a bot scores above a person, with ties as half', () => {
  expect(areaUnder(scores)).toBe(7.5 / 8)
  expect(areaUnder({ bots: [1], genuine: [0] })).toBe(1)
  expect(areaUnder({ bots: [0.5], genuine: [0.5] })).toBe(0.5)
})

test('a rate is told with its interval, in the reader’s own figures', () => {
  const pattern = '{count} of {of}: {share} ({low}–{high})'
  expect(rateText(pattern, 0, 65, 'en')).toBe('0 of 65: 0% (0%–5.6%)')
  expect(rateText(pattern, 1, 2, 'de')).toBe('1 of 2: 50\u00a0% (9,5\u00a0%–90,5\u00a0%)')
})

test('the page shows the scores that the lab has stored, each once', () => {
  const stored = JSON.parse(
    readFileSync(new URL('../../../../../benchmarks/results/bot-lab.json', import.meta.url), 'utf8'),
  ) as { measuredAt: string; results: { kind: string; decision: string; score: number | null }[] }
  const counted = stored.results.filter(({ decision }) => decision !== 'BROKEN')
  const of = (kind: string) => counted.filter((visitor) => visitor.kind === kind).map(({ score }) => score)
  const sorted = (kind: string) =>
    of(kind)
      .filter((score) => score !== null)
      .toSorted((one, other) => one - other)
  expect(measured.labScores).toEqual({
    measuredAt: stored.measuredAt,
    bots: sorted('bot'),
    genuine: sorted('genuine'),
    botsWithoutScore: of('bot').filter((score) => score === null).length,
  })
})

import { seededRandom } from '@bollard/testing/seed'
import { expect, test } from 'vitest'
import { type HourOfFigure, hourOfWeek, judgeHour, medianOf, passRateFigures } from './seasonal-baseline.ts'

const hour = 3_600_000
const week = 168 * hour
const zone = 'Europe/Berlin'
const { solveRate, timeToSolveP95 } = passRateFigures
const now = Date.parse('2026-06-08T09:00Z')

/** The same hour of eight weeks, the newest first. */
function weeks(values: readonly number[], volume = 1_000): HourOfFigure[] {
  return values.map((value, index) => ({ at: now - (index + 1) * week, value, volume }))
}

const usual = weeks([0.95, 0.96, 0.95, 0.94, 0.95, 0.96, 0.95, 0.94])

test('a solve rate that falls is unusual, and one that rises is not', () => {
  expect(judgeHour(solveRate, { at: now, value: 0.8, volume: 800 }, usual, zone)).toMatchObject({
    verdict: 'UNUSUAL',
    reason: 'TOO_LOW',
    median: 0.95,
    weeks: 8,
  })
  expect(judgeHour(solveRate, { at: now, value: 1, volume: 800 }, usual, zone)).toMatchObject({
    verdict: 'USUAL',
    reason: 'BETTER',
  })
  expect(judgeHour(solveRate, { at: now, value: 0.93, volume: 800 }, usual, zone)).toMatchObject({
    reason: 'WITHIN_SPREAD',
  })
})

test('three weeks of outages among eight neither hide the next one nor make a good hour unusual', () => {
  const withOutages = weeks([0.1, 0.96, 0.95, 0, 0.95, 0.96, 0.3, 0.94])
  expect(judgeHour(solveRate, { at: now, value: 0.5, volume: 800 }, withOutages, zone).verdict).toBe('UNUSUAL')
  expect(judgeHour(solveRate, { at: now, value: 0.95, volume: 800 }, withOutages, zone).verdict).toBe('USUAL')
})

test('few people say nothing, and neither do few weeks nor quiet ones', () => {
  const low = { at: now, value: 0, volume: 49 }
  expect(judgeHour(solveRate, low, usual, zone)).toMatchObject({ verdict: 'UNKNOWN', reason: 'LOW_VOLUME' })
  const enough = { ...low, volume: 50 }
  expect(judgeHour(solveRate, enough, usual.slice(0, 2), zone)).toMatchObject({
    verdict: 'UNKNOWN',
    reason: 'SHORT_HISTORY',
  })
  expect(judgeHour(solveRate, enough, weeks([1, 1, 1, 1], 10), zone)).toMatchObject({ verdict: 'UNKNOWN', weeks: 0 })
})

test('a spread is never believed to be less than what chance makes of so few people', () => {
  const alike = weeks(
    Array.from({ length: 8 }, () => 0.9),
    60,
  )
  const hourWith = (volume: number): HourOfFigure => ({ at: now, value: 0.79, volume })
  expect(judgeHour(solveRate, hourWith(60), alike, zone)).toMatchObject({ verdict: 'USUAL', reason: 'WITHIN_SPREAD' })
  expect(judgeHour(solveRate, hourWith(6_000), alike, zone)).toMatchObject({ verdict: 'UNUSUAL' })
})

test('a difference that is certain and small is left alone', () => {
  const steady = weeks(
    Array.from({ length: 8 }, () => 2_000),
    100_000,
  )
  expect(judgeHour(timeToSolveP95, { at: now, value: 2_490, volume: 100_000 }, steady, zone)).toMatchObject({
    verdict: 'USUAL',
    reason: 'SMALL_DIFFERENCE',
  })
  expect(judgeHour(timeToSolveP95, { at: now, value: 2_600, volume: 100_000 }, steady, zone)).toMatchObject({
    reason: 'TOO_HIGH',
  })
})

test('hours are compared on the wall clock, also over a change of it', () => {
  const before = Date.parse('2026-03-27T08:00Z')
  const after = Date.parse('2026-04-03T07:00Z')
  expect(hourOfWeek(zone, before)).toBe(4 * 24 + 9)
  expect(hourOfWeek(zone, after)).toBe(hourOfWeek(zone, before))
  const history = [0, 1, 2].map((back) => ({ at: before - back * week, value: 0.9, volume: 500 }))
  expect(judgeHour(solveRate, { at: after, value: 0.9, volume: 500 }, history, zone)).toMatchObject({
    verdict: 'USUAL',
    weeks: 3,
  })
})

test('of hours that differ by chance alone, one in fifty at most is unusual; a fall by a fifth nearly always is', () => {
  const random = seededRandom('people who solve captchas')
  const draw = (rate: number, volume: number): number => {
    let solved = 0
    for (let person = 0; person < volume; person++) if (random() < rate) solved++
    return solved / volume
  }
  const [volume, hours] = [120, 700]
  let [falseAlarms, missed] = [0, 0]
  for (let round = 0; round < hours; round++) {
    const history = weeks(
      Array.from({ length: 8 }, () => draw(0.93, volume)),
      volume,
    )
    if (judgeHour(solveRate, { at: now, value: draw(0.93, volume), volume }, history, zone).verdict !== 'USUAL')
      falseAlarms++
    if (judgeHour(solveRate, { at: now, value: draw(0.74, volume), volume }, history, zone).verdict !== 'UNUSUAL')
      missed++
  }
  expect(falseAlarms).toBeLessThanOrEqual(14)
  expect(missed).toBeLessThanOrEqual(35)
})

test('the median is the middle one, or between the two in the middle', () => {
  expect([medianOf([3, 1, 2]), medianOf([4, 1, 2, 3]), medianOf([])]).toEqual([2, 2.5, Number.NaN])
})

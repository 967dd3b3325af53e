import { formatsFor, isTimeZone } from '@bollard/site-kit'
import { expect, test } from 'vitest'

const english = formatsFor('en', 'Europe/Berlin')
const german = formatsFor('de', 'Europe/Berlin')
const at = '2026-07-04T22:04:31.000Z'

test('numbers follow the language of the page', () => {
  expect(english.whole(184_203)).toBe('184,203')
  expect(german.whole(184_203)).toBe('184.203')
  expect(english.score(0.456)).toBe('0.46')
  expect(german.score(0.456)).toBe('0,46')
})

test('a change carries its sign, and none when there is none', () => {
  expect(english.change(0.0614)).toBe('+6.1%')
  expect(english.change(-0.5)).toBe('−50%')
  expect(english.change(0)).toBe('0%')
})

test('a duration keeps its unit and a sensible number of digits', () => {
  expect(english.duration(7)).toBe('7 ms')
  expect(english.duration(310)).toBe('0.31 s')
  expect(german.duration(12_340)).toBe('12,34 s')
  expect(english.duration(90_000)).toBe('1.5 min')
})

test('what lasted is told in whole units, and percent are never rounded up', () => {
  expect([0, 42_900, 30_000, 320_000, 3_600_000, 9_000_000].map(english.lasting)).toEqual([
    '0 s',
    '42 s',
    '30 s',
    '5 min 20 s',
    '1 h',
    '2 h 30 min',
  ])
  expect(german.lasting(88 * 86_400_000)).toBe('88 Tage')
  expect([99.972, 99.9999, 100, 0].map(english.percent)).toEqual(['99.972%', '99.999%', '100%', '0%'])
  expect(german.percent(99.5)).toBe('99,5\u00a0%')
})

test('times are those of the zone, summer time included', () => {
  expect(english.clock(at)).toBe('00:04:31')
  expect(english.moment(at)).toBe('5 Jul 2026, 00:04:31')
  expect(german.weekdayHour(at)).toBe('So 00:04')
  expect(formatsFor('en', 'UTC').clock(at)).toBe('22:04:31')
})

test('midnight is 00, never 24', () => {
  expect(formatsFor('en', 'UTC').hour('2026-01-01T00:00:00.000Z')).toBe('00:00')
})

test('a time of today goes without its day, one of yesterday does not', () => {
  const now = Date.parse('2026-07-05T12:00:00.000Z')
  expect(english.recent('2026-07-05T08:00:00.000Z', now)).toBe('10:00:00')
  expect(english.recent('2026-07-04T08:00:00.000Z', now)).toBe('4 Jul, 10:00:00')
})

test('only zones that exist count as zones', () => {
  expect(isTimeZone('Europe/Berlin')).toBe(true)
  expect(isTimeZone('UTC')).toBe(true)
  expect(isTimeZone('Mars/Olympus')).toBe(false)
  expect(isTimeZone('<script>')).toBe(false)
  expect(isTimeZone('')).toBe(false)
})

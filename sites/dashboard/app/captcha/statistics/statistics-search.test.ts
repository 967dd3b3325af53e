import { scoreTwentieths } from '@bollard/contracts'
import { expect, test } from 'vitest'
import { dayAt, filtersOf, logSearch, shiftDays, toggled, without } from './statistics-search.ts'

const search = new URLSearchParams('period=30d&compare=off&country=DE&outcome=REFUSED')

test('a click adds a filter, the same click takes it out, and another value of it gives way', () => {
  expect(toggled(search, { name: 'browser', value: 'Firefox 152' })).toBe(
    '?period=30d&compare=off&country=DE&outcome=REFUSED&browser=Firefox+152',
  )
  expect(toggled(search, { name: 'country', value: 'DE' })).toBe('?period=30d&compare=off&outcome=REFUSED')
  expect(toggled(search, { name: 'country', value: 'FR' })).toContain('country=FR')
})

test('without filters the period and the comparison stay', () => {
  expect(without(new URLSearchParams(`${search}&scoreFrom=0.95&scoreTo=1`))).toBe('?period=30d&compare=off')
})

test('a part of the score is one filter with both bounds, as the API takes them', () => {
  for (const { scoreFrom, scoreTo } of scoreTwentieths) {
    const added = new URLSearchParams(toggled(new URLSearchParams(), { name: 'scoreFrom', value: String(scoreFrom) }))
    expect([added.get('scoreFrom'), added.get('scoreTo')]).toEqual([String(scoreFrom), String(scoreTo)])
    expect(filtersOf(added)).toHaveLength(1)
    expect(toggled(added, { name: 'scoreFrom', value: String(scoreFrom) })).toBe('?')
  }
})

test('the log gets the filters and the times, and nothing else of the page', () => {
  const times = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z' }
  expect(Object.fromEntries(new URLSearchParams(logSearch(search, times, { fetched: 'NEVER' })))).toEqual({
    ...times,
    outcome: 'REFUSED',
    country: 'DE',
    fetched: 'NEVER',
  })
})

test('days are those of the calendar, also where clocks are changed', () => {
  const across = { first: '2026-03-28', last: '2026-03-30' }
  expect(shiftDays(across, -1, '2026-11-23')).toEqual({ first: '2026-03-25', last: '2026-03-27' })
  expect(shiftDays({ first: '2026-10-24', last: '2026-10-25' }, 1, '2026-11-23')).toEqual({
    first: '2026-10-26',
    last: '2026-10-27',
  })
  // 23 and 25 hours long: its first and its last moment are of the same day.
  for (const [day, start, end] of [
    ['2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29T21:59:59Z'],
    ['2026-10-25', '2026-10-24T22:00:00Z', '2026-10-25T22:59:59Z'],
  ] as const)
    expect([start, end].map((at) => dayAt(Date.parse(at), 'Europe/Berlin'))).toEqual([day, day])
})

test('nothing lies after today, and the newest days end today', () => {
  expect(shiftDays({ first: '2026-11-17', last: '2026-11-23' }, 1, '2026-11-23')).toBeNull()
  expect(shiftDays({ first: '2026-11-10', last: '2026-11-16' }, 1, '2026-11-20')).toEqual({
    first: '2026-11-14',
    last: '2026-11-20',
  })
})

import { formatsFor } from '@bollard/site-kit'
import { expect, test } from 'vitest'
import { labelAxis, labelBucket } from './label-buckets.ts'

const berlin = formatsFor('en', 'Europe/Berlin')
const hour = 3_600_000

function starts(first: string, count: number, bucketHours: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(first) + index * bucketHours * hour).toISOString(),
  )
}

test('a day is labelled every four hours of the visitor’s clock', () => {
  const labels = labelAxis(starts('2026-11-20T13:00:00.000Z', 24, 1), '24h', berlin)
  expect(labels.map(({ text }) => text)).toEqual(['16:00', '20:00', '00:00', '04:00', '08:00', '12:00'])
})

test('a week is labelled where the visitor’s day begins, not the one of UTC', () => {
  const labels = labelAxis(starts('2026-11-15T00:00:00.000Z', 42, 4), '7d', formatsFor('en', 'America/New_York'))
  expect(labels.map(({ text }) => text)).toEqual(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'])
  expect(labels[0]?.bar).toBe(2)
})

test('a month is labelled every five days, today among them', () => {
  const labels = labelAxis(starts('2026-10-23T00:00:00.000Z', 30, 24), '30d', berlin)
  expect(labels.map(({ text }) => text)).toEqual(['27 Oct', '1 Nov', '6 Nov', '11 Nov', '16 Nov', '21 Nov'])
  expect(labels.at(-1)).toEqual({ bar: 29, text: '21 Nov', minor: false })
})

test('a quarter has six labels at most, the last day among them', () => {
  const labels = labelAxis(starts('2026-08-23T00:00:00.000Z', 91, 24), '30d', berlin)
  expect(labels.length).toBeLessThanOrEqual(6)
  expect(labels.at(-1)?.bar).toBe(90)
})

test('a narrow chart leaves out every second label', () => {
  const labels = labelAxis(starts('2026-10-23T00:00:00.000Z', 30, 24), '30d', berlin)
  expect(labels.map(({ minor }) => minor)).toEqual([true, false, true, false, true, false])
})

test('a bar of hours says from when to when, a bar of a day says which', () => {
  expect(labelBucket('2026-11-21T12:00:00.000Z', 240, berlin)).toBe('Sat 21 Nov, 13:00–17:00')
  expect(labelBucket('2026-11-21T00:00:00.000Z', 1440, berlin)).toBe('Sat 21 Nov')
})

test('hours around the end of summer time are told by the clock on the wall', () => {
  expect(labelBucket('2026-10-25T00:00:00.000Z', 240, berlin)).toBe('Sun 25 Oct, 02:00–05:00')
})

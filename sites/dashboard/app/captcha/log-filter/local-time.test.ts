import { runs } from '@bollard/testing/seed'
import { assert, constantFrom, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { fromLocalTime, toLocalTime } from './local-time.ts'

test('a time is shown and read by the clocks of its zone', () => {
  for (const [at, zone, local] of [
    ['2026-11-19T09:12:00.000Z', 'Europe/Berlin', '2026-11-19T10:12'],
    ['2026-07-19T09:12:30.000Z', 'Europe/Berlin', '2026-07-19T11:12:30'],
    ['2026-11-19T09:12:00.000Z', 'Asia/Kathmandu', '2026-11-19T14:57'],
    ['2026-11-19T03:00:00.000Z', 'America/New_York', '2026-11-18T22:00'],
    ['2026-11-19T00:00:00.000Z', 'UTC', '2026-11-19T00:00'],
  ] as const) {
    expect(toLocalTime(at, zone)).toBe(local)
    expect(fromLocalTime(local, zone)).toBe(at)
  }
})

test('of an hour that comes twice it is the first, and a skipped one is the one after', () => {
  expect(fromLocalTime('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z')
  expect(fromLocalTime('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z')
})

test('what is no time is none', () => {
  for (const text of ['', '2026-11-19', '2026-13-40T10:00', '2026-11-19T10:00Z', 'yesterday'])
    expect(fromLocalTime(text, 'UTC'), text).toBeNull()
  expect(toLocalTime('yesterday', 'UTC')).toBe('')
})

test('what a zone shows is read as that again, all year', () => {
  const seconds = integer({ min: Date.UTC(2024, 0) / 1000, max: Date.UTC(2028, 0) / 1000 })
  const zones = constantFrom('Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC')
  assert(
    property(seconds, zones, (second, zone) => {
      const shown = toLocalTime(new Date(second * 1000).toISOString(), zone)
      expect(toLocalTime(fromLocalTime(shown, zone) ?? '', zone)).toBe(shown)
    }),
    { numRuns: runs(300) },
  )
})

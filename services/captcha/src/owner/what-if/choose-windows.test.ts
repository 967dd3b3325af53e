import { runs } from '@bollard/testing/seed'
import { assert, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { chooseWindows } from './choose-windows.ts'

const period = { from: Date.UTC(2026, 9, 1), to: Date.UTC(2026, 9, 31) }
const lengthOf = (windows: readonly { from: number; to: number }[]): number =>
  windows.reduce((so, { from, to }) => so + to - from, 0)

test('windows of the whole period hold each moment of it exactly once', () => {
  const windows = chooseWindows(period, 1).toSorted((a, b) => a.from - b.from)
  expect([windows[0]?.from, windows.at(-1)?.to]).toEqual([period.from, period.to])
  for (const [index, { to }] of windows.entries())
    if (index + 1 < windows.length) expect(windows[index + 1]?.from).toBe(to)
})

test('windows of a part overlap nowhere, hold that part, and are spread over the whole period', () => {
  assert(
    property(integer({ min: 2, max: 5_000 }), (every) => {
      const windows = chooseWindows(period, every).toSorted((a, b) => a.from - b.from)
      for (const [index, { from, to }] of windows.entries()) {
        expect(to).toBeGreaterThan(from)
        expect(windows[index + 1]?.from ?? period.to).toBeGreaterThanOrEqual(to)
      }
      const length = period.to - period.from
      expect(lengthOf(windows) / (length / every)).toBeCloseTo(1, 1)
      for (let part = 0; part < 30; part++) {
        const [from, to] = [period.from + (length * part) / 30, period.from + (length * (part + 1)) / 30]
        const inside = windows.filter((window) => window.from >= from && window.from < to)
        expect(lengthOf(inside) / (length / every / 30)).toBeCloseTo(1, 1)
      }
    }),
    { numRuns: runs(12) },
  )
})

test('the first windows alone are spread over the period as well', () => {
  const windows = chooseWindows(period, 1).slice(0, 205)
  const days = new Set(windows.map(({ from }) => Math.floor((from - period.from) / 86_400_000)))
  expect(days.size).toBe(30)
})

test('no minute of the hour and no second of the minute is preferred', () => {
  const seconds = Array.from({ length: 6 }, () => 0)
  for (const { from } of chooseWindows(period, 997))
    seconds[Math.floor((from % 60_000) / 10_000)] = (seconds[Math.floor((from % 60_000) / 10_000)] ?? 0) + 1
  for (const count of seconds) expect(Math.abs(count - 4_096 / 6)).toBeLessThan(120)
})

test('a period of less than a moment for each slice still holds each moment once', () => {
  const windows = chooseWindows({ from: 1_000, to: 1_500 }, 1)
  expect(lengthOf(windows)).toBe(500)
})

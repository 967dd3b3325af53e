import { expect, test } from 'vitest'
import { foldBuckets } from './fold-buckets.ts'

const days = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    at: new Date(Date.UTC(2026, 0, 1 + index)).toISOString(),
    to: new Date(Date.UTC(2026, 0, 2 + index)).toISOString(),
    passed: index,
    flagged: 1,
    refused: 2,
  }))

test('a quarter is shown day by day', () => {
  expect(foldBuckets(days(91))).toEqual({ bars: days(91), areWeeks: false })
})

test('four hundred days are weeks without gaps that lose nobody, and the last one ends with the last day', () => {
  const all = days(400)
  const { bars, areWeeks } = foldBuckets(all)
  expect([areWeeks, bars.length]).toEqual([true, 58])
  expect(bars.reduce((sum, { passed }) => sum + passed, 0)).toBe(all.reduce((sum, { passed }) => sum + passed, 0))
  expect(bars.at(-1)).toMatchObject({ at: all[393]?.at, to: all[399]?.to, flagged: 7, refused: 14 })
  for (const [index, { to }] of bars.entries()) expect(to).toBe(bars[index + 1]?.at ?? all.at(-1)?.to)
})

import { runs } from '@bollard/testing/seed'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { flatten, layer, type Range } from './ranges.ts'

const size = 40
const range = fc
  .tuple(fc.nat(size - 1), fc.nat(size - 1), fc.nat(3))
  .map(([a, b, value]) => ({ start: BigInt(Math.min(a, b)), end: BigInt(Math.max(a, b)), value }))

/** Ranges that only nest: of two that share an address, one contains the other. */
const nested = fc
  .array(range, { maxLength: 12 })
  .map((ranges) =>
    ranges.filter((one, index) => ranges.slice(0, index).every((other) => !crosses(one, other) && !same(one, other))),
  )

test('inside a wider range the narrower one wins', () => {
  fc.assert(
    fc.property(nested, (ranges) => {
      const narrowestFirst = ranges.toSorted((a, b) => Number(a.end - a.start - (b.end - b.start)))
      expect(paint(flatten(ranges))).toEqual(
        positions().map((at) => narrowestFirst.find(({ start, end }) => start <= at && at <= end)?.value ?? 0),
      )
    }),
    { numRuns: runs(2000) },
  )
})

test('of two that overlap in part, the one that starts later wins', () => {
  const flat = flatten([
    { start: 0n, end: 9n, value: 1 },
    { start: 5n, end: 14n, value: 2 },
  ])
  expect(flat).toEqual([
    { start: 0n, end: 4n, value: 1 },
    { start: 5n, end: 14n, value: 2 },
  ])
})

test('flat ranges are sorted, apart and as few as possible', () => {
  fc.assert(
    fc.property(fc.array(range, { maxLength: 12 }), (ranges) => {
      const flat = flatten(ranges)
      for (const [index, one] of flat.entries()) {
        const next = flat[index + 1]
        expect(one.start <= one.end && one.value !== 0).toBe(true)
        if (next) expect(next.start > one.end && !(next.start === one.end + 1n && next.value === one.value)).toBe(true)
      }
    }),
  )
})

test('layers keep every value at every address, without gaps or repetitions', () => {
  const flat = fc.array(range, { maxLength: 8 }).map(flatten)
  fc.assert(
    fc.property(flat, flat, (first, second) => {
      const segments = layer([first, second])
      expect(segments[0]?.start).toBe(0n)
      const painted = [paint(first), paint(second)]
      for (const at of positions())
        expect(segments.findLast(({ start }) => start <= at)?.values).toEqual(
          painted.map((values) => values[Number(at)]),
        )
      for (const [index, { values }] of segments.entries()) expect(values).not.toEqual(segments[index + 1]?.values)
    }),
  )
})

function positions(): bigint[] {
  return Array.from({ length: size }, (_, at) => BigInt(at))
}

function paint(flat: readonly Range[]): number[] {
  return positions().map((at) => flat.find(({ start, end }) => start <= at && at <= end)?.value ?? 0)
}

function crosses(a: Range, b: Range): boolean {
  const apart = a.end < b.start || b.end < a.start
  const contained = (a.start <= b.start && b.end <= a.end) || (b.start <= a.start && a.end <= b.end)
  return !apart && !contained
}

function same(a: Range, b: Range): boolean {
  return a.start === b.start && a.end === b.end
}

import { expect, test } from 'vitest'
import { layOutChart } from './lay-out-chart.ts'

const at = '2026-11-21T12:00:00.000Z'
const bucket = (passed: number, flagged = 0, refused = 0) => ({ at, passed, flagged, refused })

test('the taller bar has more visitors, and all bars stand on the floor', () => {
  const { bars } = layOutChart([bucket(10), bucket(20)], { height: 200 })
  const [low, high] = bars.map(({ posts }) => posts[0])
  expect((high?.height ?? 0) / (low?.height ?? 1)).toBeCloseTo(2)
  for (const post of [low, high]) expect((post?.y ?? 0) + (post?.height ?? 0)).toBeCloseTo(200)
})

test('people stand below, then the doubtful, then bots, and no post touches another', () => {
  const [bar] = layOutChart([bucket(50, 10, 30)], { height: 200 }).bars
  expect(bar?.posts.map(({ series }) => series)).toEqual(['passed', 'flagged', 'refused'])
  const [people, doubtful, bots] = bar?.posts ?? []
  expect((doubtful?.y ?? 0) + (doubtful?.height ?? 0)).toBeLessThan(people?.y ?? 0)
  expect((bots?.y ?? 0) + (bots?.height ?? 0)).toBeLessThan(doubtful?.y ?? 0)
})

test('one bot among thousands is still drawn', () => {
  const [bar] = layOutChart([bucket(9_000, 0, 1)], { height: 200 }).bars
  expect(bar?.posts.at(-1)?.series).toBe('refused')
  expect(bar?.posts.at(-1)?.height).toBeGreaterThanOrEqual(4)
})

test('the highest stack stays inside the plot', () => {
  for (const full of [bucket(10_000, 1, 1), bucket(1, 1, 10_000), bucket(1, 1, 1)]) {
    const [bar] = layOutChart([full], { height: 200 }).bars
    expect(bar?.posts.at(-1)?.y).toBeGreaterThanOrEqual(0)
  }
})

test('a bar without visitors has no post', () => {
  const [bar] = layOutChart([bucket(0)], { height: 200 }).bars
  expect(bar?.posts).toEqual([])
  expect(bar?.total).toBe(0)
})

test('bars share the width evenly, each in the middle of its place', () => {
  const { bars } = layOutChart([bucket(1), bucket(1), bucket(1), bucket(1)], { height: 200 })
  expect(bars.map(({ centre }) => centre)).toEqual([12.5, 37.5, 62.5, 87.5])
})

test('lines stand at whole numbers, from zero on the floor to above the highest bar', () => {
  const { lines } = layOutChart([bucket(3), bucket(7)], { height: 200 })
  expect(lines[0]).toEqual({ value: 0, y: 200 })
  expect(lines.every(({ value }) => Number.isInteger(value))).toBe(true)
  expect(lines.at(-1)?.value).toBeGreaterThanOrEqual(7)
})

test('a period without buckets draws nothing and fails nowhere', () => {
  expect(layOutChart([], { height: 200 }).bars).toEqual([])
})

test('the period before is a line on the same scale, and the scale has room for it', () => {
  const { bars, before, lines } = layOutChart([bucket(10), bucket(20)], { height: 200, before: [10, 80, 5] })
  expect(before.map(({ centre }) => centre)).toEqual(bars.map(({ centre }) => centre))
  expect(before[0]?.y).toBeCloseTo(bars[0]?.posts[0]?.y ?? 0)
  expect(lines.at(-1)?.value).toBeGreaterThanOrEqual(80)
  expect(before[1]?.y).toBeGreaterThanOrEqual(0)
})

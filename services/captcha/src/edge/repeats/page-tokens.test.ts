import { conductSignal } from '@bollard/bot-score'
import { expect, test } from 'vitest'
import { countsMax, createHourlyCounts, createPageTokens } from './page-tokens.ts'

const minuteMs = 60_000

function scene(limit?: number) {
  const clock = { now: 1_000_000_000 }
  const counts = createHourlyCounts(() => clock.now, limit)
  return { clock, counts, pages: createPageTokens(counts) }
}

test('two tokens of a page are free, and from the third on each is evidence, for an hour', () => {
  const { clock, pages } = scene()
  const judged = () => pages.judge(1, 77)
  expect(judged()).toBe(0)
  pages.redeemed(1, 'a', 77)
  expect(judged()).toBe(0)
  clock.now += 30 * minuteMs
  pages.redeemed(1, 'b', 77)
  expect(judged()).toBe(conductSignal.manyTokensOfPage)
  clock.now += 29 * minuteMs
  expect(judged()).toBe(conductSignal.manyTokensOfPage)
  clock.now += 2 * minuteMs
  expect(judged()).toBe(0)
})

test('other pages and other sites have counts of their own, and a page that nobody named has none', () => {
  const { pages } = scene()
  for (const id of ['a', 'b', 'c']) pages.redeemed(1, id, 77)
  expect([pages.judge(1, 78), pages.judge(2, 77)]).toEqual([0, 0])
  for (const id of ['d', 'e', 'f']) pages.redeemed(1, id, 0)
  expect(pages.judge(1, 0)).toBe(0)
})

test('a server that repeats its question, or may take a result several times, counts once', () => {
  const { pages } = scene()
  for (let time = 0; time < 5; time++) pages.redeemed(1, 'a', 77)
  expect(pages.judge(1, 77)).toBe(0)
})

test('a server that asks by the id is counted like one that has the token', () => {
  const { pages } = scene()
  for (const id of ['a', 'b']) {
    pages.issued(id, 77)
    pages.redeemed(1, id)
  }
  expect(pages.judge(1, 77)).toBe(conductSignal.manyTokensOfPage)
  pages.redeemed(1, 'unknown')
  expect(pages.judge(1, 77)).toBe(conductSignal.manyTokensOfPage)
})

test('memory is bounded: the keys that were counted longest ago are forgotten, and counts stop at a few', () => {
  const { counts } = scene(3)
  for (const key of ['a', 'b', 'c', 'd']) counts.add(key, 1)
  expect(['a', 'b', 'c', 'd'].map((key) => counts.count(key))).toEqual([0, 1, 1, 1])
  counts.add('d', 1_000_000)
  expect(counts.count('d')).toBe(countsMax)
})

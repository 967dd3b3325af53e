import { expect, test } from 'vitest'
import { comparisonSources, criteria, isOutdated, reviewedOn } from './comparison.ts'

test('the comparison names points in which the other one is better, and every claim about it has a source', () => {
  expect(criteria.filter(({ better }) => better === 'them').length).toBeGreaterThanOrEqual(3)
  for (const { name, better, sources } of criteria)
    if (better !== 'open') expect(sources.length, name).toBeGreaterThan(0)
})

test('each source stands in the list once, with an address of its publisher', () => {
  const addresses = comparisonSources.map(({ address }) => address)
  expect(new Set(addresses).size).toBe(addresses.length)
  for (const address of addresses)
    expect(new URL(address).hostname).toMatch(/\.google\.com$|\.googlecloudcommunity\.com$/u)
})

const daysLater = (days: number) => new Date(Date.parse(reviewedOn) + days * 86_400_000)

test('after half a year without a review the page says so', () => {
  expect([isOutdated(daysLater(180)), isOutdated(daysLater(181))]).toEqual([false, true])
})

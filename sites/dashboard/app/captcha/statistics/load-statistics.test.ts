import { statisticsQuerySchema } from '@bollard/contracts'
import { expect, test } from 'vitest'
import { queryOf, readPeriod, wrongFilters } from './load-statistics.server.ts'

const of = (query: string) => new URLSearchParams(query)

test.for([
  ['', { period: '7d' }, null],
  ['period=91d', { period: '91d' }, null],
  ['period=1y', { period: '7d' }, null],
  ['from=2026-03-28&to=2026-03-30', { period: '7d', from: '2026-03-28', to: '2026-03-30' }, null],
  ['from=2026-03-30&to=2026-03-28', { period: '7d' }, 'from-after-to'],
  ['from=2025-01-01&to=2026-03-28', { period: '7d' }, 'too-long'],
  ['from=2026-03-28', { period: '7d' }, 'from-and-to'],
  ['from=2026-02-30&to=2026-03-28', { period: '7d' }, 'wrong'],
] as const)('the period of ?%s is %o, with the fault %o', ([query, period, fault]) => {
  expect(readPeriod(of(query))).toEqual({ period, fault })
})

test('filters that the log would refuse are named, and no others', () => {
  expect(wrongFilters(of('outcome=PASSED,FLAGGED&country=DE&scoreFrom=0.95&scoreTo=1&compare=off'))).toEqual([])
  expect(wrongFilters(of('outcome=GOOD&country=de&asn=0'))).toEqual(['outcome', 'country', 'asn'])
  expect(wrongFilters(of('scoreFrom=0.93&scoreTo=1'))).toEqual(['scoreFrom', 'scoreTo'])
})

test('one property is counted, several are not, and the API accepts what it is asked', () => {
  const one = queryOf(of('country=DE&outcome=REFUSED&all=browser&environmentId=01941f29-7c00-7000-8000-000000000001'))
  expect(one).toMatchObject({ country: 'DE', whole: ['country', 'browser'] })
  expect(one).not.toHaveProperty('outcome')
  expect(queryOf(of('scoreFrom=0.95&scoreTo=1'))).toEqual({ scoreFrom: 0.95, scoreTo: 1, whole: ['country'] })
  expect(queryOf(of('country=DE&asn=3320&all=reasons'))).toEqual({ whole: ['country'] })
  for (const query of ['country=DE', 'asn=3320', 'reason=webdriver', 'decision=RULE', 'scoreFrom=0&scoreTo=0.049']) {
    const { whole, ...asked } = queryOf(of(query))
    expect(statisticsQuerySchema.safeParse({ ...asked, whole: `${String(whole)}` }).success, query).toBe(true)
  }
})

import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { exampleDecision, exampleDecisionFigures } from '../examples/example-decisions.ts'
import { solutionPage } from '../examples/example-pages.ts'
import * as analytics from './analytics.tsx'
import * as decision from './decision.tsx'
import * as decisions from './decisions.tsx'
import { periodSince, queryOf, readSearch } from './decision-search.ts'

const solution = { item: { type: 'BUNDLE_SECURITY' } } as const
const { totals } = exampleDecisionFigures
const none = Object.fromEntries(Object.keys(totals).map((name) => [name, 0])) as typeof totals

test('figures of requests are clean, and each leads to its decisions', async () => {
  const state = solutionPage({
    at: '/analytics',
    solution,
    page: layer('analytics/analytics', analytics, {
      path: 'analytics',
      loaderData: { statistics: exampleDecisionFigures },
    }),
    heading: (t) => t(($) => $.analytics.title),
    has(page) {
      const links = [...page.querySelectorAll<HTMLAnchorElement>('main a[href*="/analytics/decisions?"]')]
      const searches = links.map(({ href }) => new URL(href).search)
      for (const search of [
        'conclusion=DENY',
        'part=sign-in&',
        'part=sign-in.TRIAL-2&',
        'operator=64500',
        'failedOpen=true',
        'dryRun=DENY',
        'rung=HARD',
        'stopped=true',
        'tookMsMin=',
        'exactPath=',
        'country=ZZ',
        'notBefore=',
      ])
        expect(
          searches.some((one) => one.includes(search)),
          search,
        ).toBe(true)
      expect(page.textContent).toContain('Example Net')
      // An edit in dry run is told by the name of its limiter.
      expect(page.textContent).toContain('sign-in, ')
      expect(page.textContent).not.toContain('TRIAL')
      // DB-IP asks for a link where its data is shown.
      expect(page.querySelectorAll('main a[href="https://db-ip.com"]').length).toBe(1)
      // What monitoring asks is in no figure but its own.
      for (const search of searches.filter((one) => one !== '?period=24h'))
        expect(/[?&]probe=(?:true|false)(?:&|$)/u.test(search) || search.includes('control=true'), search).toBe(true)
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test.for(['24h', '30d'] as const)('a site without requests in %s is led on', async (period) => {
  const statistics = { ...exampleDecisionFigures, period, totals: none, previous: none, buckets: [] }
  const state = solutionPage({
    at: `/analytics?period=${period}`,
    solution,
    page: layer('analytics/analytics', analytics, {
      path: 'analytics',
      loaderData: { statistics },
    }),
    heading: (t) => t(($) => $.analytics.title),
    has: (page) =>
      expect(
        page.querySelector(`main a[href$="${period === '30d' ? '/protection/start' : '?period=30d'}"]`),
      ).not.toBeNull(),
  })
  expect(await faultsOfPage(state)).toEqual([])
})

const path = 'analytics/decisions'

test.for([
  ['some', { filter: { path: '/sign-in', part: 'sign-in.TRIAL-2' }, wrong: [], items: [exampleDecision] }],
  ['none that fit a wrong filter', { filter: { country: 'Germany' }, wrong: ['country' as const], items: [] }],
] as const)('a list of decisions with %s is clean', async ([, loaded]) => {
  const loaderData = {
    ...loaded,
    period: '24h' as const,
    wrong: [...loaded.wrong],
    items: [...loaded.items],
    isFirstPage: true,
    nextCursor: null,
  }
  const state = solutionPage({
    at: '/analytics/decisions',
    solution,
    page: layer('analytics/decisions', decisions, { path, loaderData }),
    heading: (t) => t(($) => $.analytics.log.title),
    has(page) {
      expect(page.querySelectorAll('main tbody tr')).toHaveLength(loaded.items.length)
      expect(page.querySelectorAll('main [aria-invalid=true]')).toHaveLength(loaded.wrong.length)
      // Each filter in use is named above the rows, and can be taken away.
      const without = [...page.querySelectorAll<HTMLAnchorElement>('main li a')].map(({ href }) => new URL(href).search)
      const others = ['?period=24h&path=%2Fsign-in', '?period=24h&part=sign-in.TRIAL-2']
      expect(without.toSorted()).toEqual('part' in loaded.filter ? others.toSorted() : ['?period=24h'])
      // An edit in dry run is told by the name of its limiter.
      expect(page.textContent).not.toContain('TRIAL')
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('one decision says what each part found', async () => {
  const state = solutionPage({
    at: `/analytics/decisions/${exampleDecision.id}`,
    solution,
    page: layer('analytics/decision', decision, {
      path: `${path}/:decisionId`,
      loaderData: { decision: exampleDecision, period: '7d' },
    }),
    heading: (t) => t(($) => $.analytics.decision.title),
    has(page, { t }) {
      expect(page.textContent).toContain(t(($) => $.decisions.reasons['limit-reached']))
      expect(page.textContent).toContain('limit-reached · ')
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('filters of an address are read as the service takes them, and those that are no values are named', () => {
  const { filter, wrong } = readSearch(
    new URLSearchParams('path=/a&country=de&operator=x&conclusion=DENY&control=&made=up'),
  )
  expect(filter).toEqual({ path: '/a', country: 'de', operator: 'x', conclusion: 'DENY' })
  expect(wrong).toEqual(['country', 'operator'])
  expect(queryOf({ operator: '64500' })).toEqual({ operator: 64_500 })
})

test('a decision leads to its network in a period that has both', () => {
  const now = Date.UTC(2026, 0, 31)
  expect(
    [0, 22, 24, 100, 160].map((hours) => periodSince(new Date(now - hours * 3_600_000).toISOString(), now)),
  ).toEqual(['24h', '24h', '7d', '7d', '30d'])
})

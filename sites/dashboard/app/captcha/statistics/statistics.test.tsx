import type { Accuracy, Statistics } from '@bollard/contracts'
import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { refusedSolutionPage, solutionPage } from '../../examples/example-pages.ts'
import { unusedSite } from '../../examples/example-solution.ts'
import {
  emptyStatistics,
  exampleStatistics,
  fullStatistics,
  labelledAccuracy,
  unlabelledAccuracy,
} from '../../examples/example-statistics.ts'
import * as statistics from './statistics.tsx'

type Given = Parameters<typeof layer<typeof statistics>>[2]['loaderData']
type State = Parameters<typeof solutionPage>[0]

const environments = [
  { id: '01K5Z7QEEE0000000000000001', name: 'Production' },
  { id: '01K5Z7QEEE0000000000000002', name: 'Staging' },
]

function shownAt(query: string, shown: Statistics, more: Partial<Given> & Omit<Partial<State>, 'page' | 'at'> = {}) {
  const { fault = null, more: later = figures(labelledAccuracy), captcha, solution, has } = more
  const loaderData: Given = { statistics: shown, threshold: 0.6, environments, more: later, fault, today: '2026-11-19' }
  return solutionPage({
    at: `/captcha/statistics${query}`,
    page: layer('captcha/statistics/statistics', statistics, { path: 'captcha/statistics', loaderData }),
    heading: (t) => t(($) => $.statistics.title),
    ...(captcha ? { captcha } : {}),
    ...(solution ? { solution } : {}),
    ...(has ? { has } : {}),
  })
}

async function figures(accuracy: Accuracy) {
  const outage = { id: '01K5Z7QOOO0000000000000001', from: '2026-11-18T08:00:00.000Z', cause: 'DATABASE' } as const
  return {
    accuracy,
    outages: [
      { ...outage, to: '2026-11-18T08:03:00.000Z' },
      { ...outage, id: '2', to: null },
    ],
  }
}

const hrefs = (page: HTMLElement) =>
  [...page.querySelectorAll<HTMLAnchorElement>('main a')].map((link) => link.getAttribute('href') ?? '')

test('figures with something in every breakdown are clean, and a long list is cut', async () => {
  const state = shownAt('', fullStatistics, {
    async has(page, { t }) {
      await expect.poll(() => page.querySelectorAll('svg [data-country]').length).toBe(11)
      expect(page.querySelectorAll('svg [data-country][tabindex="0"]')).toHaveLength(1)
      expect(page.textContent).toContain(t(($) => $.statistics.funnel.neverMany))
      expect(page.textContent).toContain(t(($) => $.statistics.events.outage.text))
      const [countries] = [...page.querySelectorAll('main table')].filter(({ textContent }) =>
        textContent?.includes('240'),
      )
      expect(countries?.querySelectorAll('tbody tr')).toHaveLength(10)
      await expect.poll(() => page.textContent).toContain(t(($) => $.statistics.outages.text))
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('few visitors have their real figures, and every figure leads to its rows', async () => {
  const totals = { ...exampleStatistics.totals, started: 3, passed: 2, flagged: 0, refused: 1, solved: 2 }
  const few = { ...exampleStatistics, totals: { ...totals, fetched: 2, neverFetched: 0, expired: 0, open: 0 } }
  const state = shownAt('?environmentId=01K5Z7QEEE0000000000000001', few, {
    more: figures(unlabelledAccuracy),
    has(page, { t }) {
      const log = hrefs(page).filter((href) => href.includes('/captcha/verifications?'))
      expect(log.some((href) => href.includes('outcome=REFUSED'))).toBe(true)
      for (const href of log) {
        const query = new URLSearchParams(href.split('?')[1])
        expect([query.get('from'), query.get('to')]).toEqual([few.from, few.to])
        expect(query.get('environmentId')).toBe('01K5Z7QEEE0000000000000001')
      }
      expect(page.textContent).toContain(t(($) => $.overview.medianFrom, { count: 20 }))
      expect(page.textContent).toContain(t(($) => $.statistics.funnel.neverNone))
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

const breakdowns = { ...exampleStatistics.breakdowns, country: fullStatistics.breakdowns.country }
const matching: Statistics['matching'] = {
  count: 900,
  passed: 880,
  flagged: 8,
  refused: 12,
  fetched: 700,
  buckets: [
    {
      at: '2026-11-13T00:00:00.000Z',
      to: '2026-11-14T00:00:00.000Z',
      count: 900,
      passed: 880,
      flagged: 8,
      refused: 12,
      fetched: 700,
    },
  ],
}

test('a filter is a chip that takes itself out, and its figures stand above those of all', async () => {
  const state = shownAt(
    '?period=7d&country=DE&outcome=REFUSED',
    { ...exampleStatistics, breakdowns, matching },
    {
      has(page, { t }) {
        expect(page.textContent).toContain(t(($) => $.statistics.belowAll))
        const chip = [...page.querySelectorAll('main a')].find((link) =>
          link.getAttribute('href')?.endsWith('?period=7d&outcome=REFUSED'),
        )
        expect(chip?.textContent).toContain(t(($) => $.statistics.names.country))
        expect(page.querySelectorAll('tbody [aria-current="true"]')).toHaveLength(1)
      },
    },
  )
  expect(await faultsOfPage(state)).toEqual([])
})

const lock = {
  id: '01K5Z7QLLL0000000000000001',
  reason: 'ABUSE',
  effect: 'REFUSE',
  publicMessage: {},
  lockedAt: '2026-11-18T00:00:00.000Z',
  lockedUntil: null,
} as const

test('a viewer of a locked captcha reads them too; several properties are not counted together, nor compared when that is off', async () => {
  const state = shownAt('?country=DE&browser=Firefox+152&compare=off', exampleStatistics, {
    solution: { myRole: 'VIEWER', locks: [lock] },
    has(page, { t }) {
      expect(page.textContent).toContain(t(($) => $.settings.locks.title, { count: 1 }))
      expect(page.textContent).toContain(t(($) => $.statistics.severalTitle))
      expect(page.textContent).not.toContain(t(($) => $.statistics.chart.before))
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('four hundred days are drawn in weeks', async () => {
  const start = Date.parse('2025-10-16T00:00:00.000Z')
  const days = Array.from({ length: 400 }, (_, index) => ({
    at: new Date(start + index * 86_400_000).toISOString(),
    to: new Date(start + (index + 1) * 86_400_000).toISOString(),
    started: 4,
    passed: 3,
    flagged: 0,
    refused: 1,
    fetched: 3,
  }))
  const range = { name: null, days: { first: '2025-10-16', last: '2026-11-19' }, timeZone: 'Europe/Berlin' }
  const state = shownAt(
    '?from=2025-10-16&to=2026-11-19',
    { ...exampleStatistics, range, buckets: days, period: '30d' },
    {
      has: (page, { t }) => expect(page.textContent).toContain(t(($) => $.statistics.chart.perWeek)),
    },
  )
  expect(await faultsOfPage(state)).toEqual([])
})

test('days that cannot be shown are told beside their field, as they were typed', async () => {
  const state = shownAt('?from=2026-11-19&to=2026-11-01', exampleStatistics, {
    fault: 'from-after-to',
    has(page, { t }) {
      const field = page.querySelector<HTMLInputElement>('input[name="to"]')
      expect([field?.value, field?.getAttribute('aria-invalid')]).toEqual(['2026-11-01', 'true'])
      expect(page.textContent).toContain(t(($) => $.statistics.faults['from-after-to']))
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('a period without visitors, and a captcha without any, lead on', async () => {
  const states = [
    shownAt('', emptyStatistics, {
      has: (page, { t }) => expect(page.textContent).toContain(t(($) => $.statistics.emptyTitle)),
    }),
    shownAt('', emptyStatistics, {
      captcha: unusedSite,
      has: (page) => expect(hrefs(page).some((href) => href.endsWith('/set-up'))).toBe(true),
    }),
  ]
  for (const state of states) expect(await faultsOfPage(state)).toEqual([])
})

test('what could not be loaded is said in its place, beside figures that stay', async () => {
  const state = shownAt('', exampleStatistics, {
    more: Promise.resolve(null),
    has: async (page, { t }) =>
      void (await expect.poll(() => page.textContent).toContain(t(($) => $.statistics.missing))),
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('somebody else’s statistics are not found, and those of a failing service can be asked again', async () => {
  for (const [status, title] of [
    [404, 'notFoundTitle'],
    [403, 'forbiddenTitle'],
    [503, 'title'],
  ] as const) {
    const state = refusedSolutionPage({ at: '/captcha/statistics', status, heading: (t) => t(($) => $.failure[title]) })
    expect(await faultsOfPage(state)).toEqual([])
  }
})

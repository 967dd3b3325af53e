import { faultsOfPage, layer, type PageState } from '@bollard/site-kit/page-states'
import type { JointReport } from '@bollard/contracts'
import { expect, test } from 'vitest'
import { solutionPage } from '../examples/example-pages.ts'
import { exampleSolution } from '../examples/example-solution.ts'
import { monthOf, recentMonths } from './months.ts'
import * as report from './report.tsx'
import * as shared from './shared-report.tsx'

const change = { now: 1_204, before: 1_100 }
const full: JointReport = {
  month: '2026-10',
  timeZone: 'Europe/Berlin',
  from: '2026-09-30T22:00:00.000Z',
  to: '2026-10-31T23:00:00.000Z',
  complete: true,
  solution: { id: exampleSolution.id, label: 'Kundschaft' },
  captcha: {
    started: change,
    passed: change,
    flagged: change,
    refused: change,
    passRate: { now: 98.2, before: null },
    checkMsMedian: change,
  },
  protection: {
    requests: change,
    challenged: change,
    throttled: change,
    denied: change,
    failedOpen: change,
    savedBytes: change,
    savedMessages: change,
    mistakes: { count: 1, of: 40, share: 0.025, low: 0.004, high: 0.128 },
    topPaths: [{ path: '/sign-in', stopped: 900 }],
    topReasons: [{ code: 'limit-reached', requests: 900 }],
  },
  uptime: [
    {
      solutionId: '019a',
      label: 'Monitoring',
      services: [{ name: 'Shop', uptimePercent: 99.97, downSeconds: 90, outages: 1 }],
    },
  ],
}
const empty: JointReport = { ...full, complete: false, captcha: null, protection: null, uptime: [] }
const link = {
  id: 'l1',
  month: '2026-10',
  url: null,
  expiresAt: '2026-12-01T00:00:00.000Z',
  createdAt: full.to,
  createdBy: 'u',
}
const schedule = {
  id: 's1',
  emails: ['anna@example.org'],
  language: 'de' as const,
  every: 'FIRST_OF_MONTH' as const,
  lastSentAt: null,
  createdAt: full.to,
  createdBy: 'u',
}
const url = `https://dashboard.example/en/shared-reports/${'a'.repeat(43)}`

test.for([
  ['all that a month can have, for an admin', 'ADMIN', full],
  ['an empty month, for a viewer', 'VIEWER', empty],
] as const)('a report with %s is clean', async ([, myRole, shown]) => {
  const isAdmin = myRole === 'ADMIN'
  const state = solutionPage({
    at: '/reports/overview',
    solution: { item: { type: 'BUNDLE_SECURITY' }, myRole },
    page: layer('joint-report/report', report, {
      path: 'reports/overview',
      loaderData: {
        report: shown,
        months: ['2026-11', '2026-10'],
        schedules: isAdmin ? [schedule] : [],
        links: isAdmin ? [link] : [],
      },
      ...(isAdmin ? { actionData: { did: 'link' as const, problem: null, link: { ...link, url } } } : {}),
    }),
    heading: (t) => t(($) => $.jointReport.title),
    has(page) {
      expect(page.querySelector(`a[href="${url}"]`) !== null).toBe(isAdmin)
      expect(page.querySelectorAll('main form[method=post]')).toHaveLength(isAdmin ? 4 : 0)
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test.for([full, null])('a shared report needs no account, and a link that ended says so', async (shown) => {
  const page = layer('joint-report/shared-report', shared, {
    path: ':language/shared-reports/:token',
    loaderData: { report: shown },
  })
  const state: PageState = {
    site: 'dashboard',
    at: `/shared-reports/${'a'.repeat(43)}`,
    layers: [page],
    heading: (t) => shown?.solution.label ?? t(($) => $.jointReport.goneTitle),
    has: (main) => expect(main.querySelectorAll('main table')).toHaveLength(shown === null ? 0 : 5),
  }
  expect(await faultsOfPage(state)).toEqual([])
})

test('the last whole month is shown unless another is asked for', () => {
  const months = recentMonths(new Date('2026-01-15T00:00:00Z'))
  expect(months.slice(0, 3)).toEqual(['2026-01', '2025-12', '2025-11'])
  expect([monthOf(new URLSearchParams(), months), monthOf(new URLSearchParams('month=2026-01'), months)]).toEqual([
    '2025-12',
    '2026-01',
  ])
  expect(monthOf(new URLSearchParams('month=1999-01'), months)).toBe('2025-12')
})

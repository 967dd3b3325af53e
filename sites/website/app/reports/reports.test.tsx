import { reportIds } from '@bollard/content/published'
import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { websitePage } from '../examples/website-page.ts'
import * as overview from './overview.tsx'
import * as report from './report.tsx'

test('the list of reports is clean', async () => {
  const reports = reportIds.map((id) => ({ id, date: '2026-11-23', charts: 4, rows: 240 }))
  const state = websitePage({
    at: '/reports',
    page: layer('reports/overview', overview, { path: ':language/reports', loaderData: { reports } }),
    heading: (t) => t(($) => $.reports.title),
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('a report is clean, and every bar is also a row of a table', async () => {
  const state = websitePage({
    at: '/reports/bot-lab',
    page: layer('reports/report', report, {
      path: ':language/reports/:reportId',
      loaderData: {
        id: 'bot-lab',
        measuredOn: ['2026-11-23'],
        machine: '2 × AMD EPYC · Node 26.10.0',
        charts: [
          {
            id: 'noticed',
            unit: '%',
            bars: [
              {
                label: { key: 'agents' },
                value: 0.96,
                low: 0.88,
                high: 0.99,
                count: { found: 54, of: 56 },
                isOurs: true,
              },
              { label: { name: 'BotD' }, value: 0.36 },
            ],
          },
        ],
        values: {
          bots: 171,
          noticed: 154,
          stopped: 120,
          osBots: 10,
          osNoticed: 0,
          unseen: 70,
          unseenNoticed: 65,
          people: 65,
          peopleBlocked: 0,
          peopleAtMost: 5.6,
        },
        rowCount: 240,
      },
    }),
    heading: (t) => t(($) => $.reports.items['bot-lab'].title),
    has: (page) => {
      expect(page.querySelectorAll('figure tbody tr')).toHaveLength(2)
      expect(page.textContent).not.toContain('{{')
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

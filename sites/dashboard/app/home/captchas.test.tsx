import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { dashboardPage, newcomer } from '../examples/example-pages.ts'
import { exampleSolution } from '../examples/example-solution.ts'
import * as captchas from './captchas.tsx'

type Given = Parameters<typeof layer<typeof captchas>>[2]['loaderData']
const list = (loaderData: Given) => layer('home/captchas', captchas, { path: ':language/captchas', loaderData })
const first = { isFirstPage: true, hasLeft: false, nextCursor: null }
const solutions = [
  { ...exampleSolution, standing: null, verifications: 1384 },
  { ...exampleSolution, id: '01K5Z7QAAA0000000000000003', label: 'Second captcha', standing: null, verifications: 0 },
]

test('the list of captchas is clean', async () => {
  const heading = dashboardPage({
    at: '/captchas',
    page: list({ ...first, solutions }),
    heading: (t) => t(($) => $.solutions.title),
    has: (page) => expect(page.querySelectorAll('main tbody tr').length).toBe(2),
  })
  expect(await faultsOfPage(heading)).toEqual([])
})

test('the list of somebody without a captcha leads to the first one, and is clean', async () => {
  const state = dashboardPage({
    at: '/captchas',
    user: newcomer,
    page: list({ ...first, solutions: [] }),
    heading: (t) => t(($) => $.solutions.title),
    has: (page, { t }) => expect(page.textContent).toContain(t(($) => $.solutions.emptyAction)),
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('a list with every standing, unknown figures and a next page is clean', async () => {
  const standings = ['LOCKED', 'CANCEL_SCHEDULED', 'ENDED', 'DELETION_PENDING'] as const
  const state = dashboardPage({
    at: '/captchas?left',
    page: list({
      ...first,
      hasLeft: true,
      nextCursor: 'next',
      solutions: standings.map((standing) => ({ ...exampleSolution, id: standing, standing, verifications: null })),
    }),
    heading: (t) => t(($) => $.solutions.title),
    has(page, { t }) {
      for (const standing of standings) expect(page.textContent).toContain(t(($) => $.solutions.standings[standing]))
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

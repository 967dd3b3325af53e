import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { dashboardPage, newcomer } from '../examples/example-pages.ts'
import * as captchas from '../home/captchas.tsx'

test('an operator who looks at somebody’s dashboard reads on each page as whom, why and until when, and finds the way out', async () => {
  const view = { reason: 'Asked why a form is locked', until: '2026-03-09T10:15:00.000Z' }
  const state = dashboardPage({
    at: '/captchas',
    user: { ...newcomer, view },
    page: layer('home/captchas', captchas, {
      path: ':language/captchas',
      loaderData: { isFirstPage: true, hasLeft: false, nextCursor: null, solutions: [] },
    }),
    heading: (t) => t(($) => $.solutions.title),
    has: (page, { t }) => {
      expect(page.textContent).toContain(view.reason)
      expect(page.textContent).toContain('11:15')
      expect(page.querySelector('form[action$="/view-as"]')?.textContent).toBe(t(($) => $.viewAs.leave))
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

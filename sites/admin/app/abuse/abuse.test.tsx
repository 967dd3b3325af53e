import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { operatorPage } from '../examples/operator-page.ts'
import * as abuse from './abuse.tsx'

const solutionId = '01a205b2-1759-73ba-91fc-d8bedc8c40c2'
const cluster = {
  value: '203.0.113.0/24',
  name: null,
  solutions: 3,
  verifications: 900,
  refused: 700,
  busiestSolutionId: solutionId,
}
const loaderData = {
  by: 'NETWORK' as const,
  from: 'MAIL_DOMAIN' as const,
  clusters: [cluster],
  sources: [{ value: 'yopmail.com', signUps: 12, confirmed: 2, disposable: true }],
  keys: [{ solutionId, lockedAt: '2026-11-21T12:00:00Z', rotated: false }],
}

test.each([
  [false, 0],
  [true, 1],
])('clusters lead to what can be done about them, with change mode %s', async (mayChange, links) => {
  const state = operatorPage({
    at: '/abuse?by=NETWORK',
    page: layer('abuse/abuse', abuse, { path: ':language/abuse', loaderData }),
    mayChange,
    heading: (t) => t(($) => $.abuse.title),
    has: (shown) => {
      expect(shown.querySelectorAll(`main a[href*="scopeId=203.0.113.0"]`)).toHaveLength(links)
      expect(shown.querySelectorAll(`main a[href$="/solutions/${solutionId}"]`)).toHaveLength(2)
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('an installation in which nothing stands out says so', async () => {
  const state = operatorPage({
    at: '/abuse',
    page: layer('abuse/abuse', abuse, {
      path: ':language/abuse',
      loaderData: { by: 'OPERATOR', from: 'NETWORK', clusters: [], sources: [], keys: [] },
    }),
    heading: (t) => t(($) => $.abuse.title),
    has: (shown, { t }) => expect(shown.textContent).toContain(t(($) => $.abuse.noKeys)),
  })
  expect(await faultsOfPage(state)).toEqual([])
})

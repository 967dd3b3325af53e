import { accountActions } from '@bollard/contracts'
import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { accountPage } from '../examples/example-pages.ts'
import * as activity from './account-activity.tsx'

const entries = accountActions.map((what, index) => ({
  id: String(index),
  at: '2026-11-20T08:30:00.000Z',
  by: what === 'second-factors.removed' ? ('OPERATOR' as const) : ('USER' as const),
  what: String(what),
  network: index % 2 === 0 ? '198.51.100.0' : '2001:db8:85a3::',
}))
const page = (loaderData: object) =>
  layer('routes/account-activity', activity, {
    path: ':language/account/activity',
    loaderData: {
      timezone: 'Europe/Berlin',
      entries,
      nextCursor: null,
      action: null,
      isFirstPage: true,
      ...loaderData,
    },
  })

test.for([
  ['with everything that can happen', {}],
  ['with more before and after it', { nextCursor: 'next', isFirstPage: false, action: 'session.opened' }],
  ['that a filter leaves empty', { entries: [], action: 'passkey.added' }],
] as const)('the activity %s is clean', async ([, loaderData]) => {
  const state = accountPage({
    at: '/account/activity',
    page: page(loaderData),
    heading: (t) => t(($) => $.account.sections.activity),
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('every action has a text, and is offered once as a filter', async () => {
  const state = accountPage({
    at: '/account/activity',
    page: page({}),
    heading: (t) => t(($) => $.account.sections.activity),
    has: (shown, { t }) => {
      expect(shown.textContent).not.toContain(t(($) => $.activity.other))
      const offered = [...shown.querySelectorAll<HTMLOptionElement>('select[name=action] option')].map(
        ({ value }) => value,
      )
      expect(offered.toSorted()).toEqual(['', ...accountActions].toSorted())
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

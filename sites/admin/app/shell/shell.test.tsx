import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import * as changeMode from '../change-mode/change-mode.tsx'
import * as content from '../content/content.tsx'
import * as open from '../entry/open.tsx'
import { emptyOverview } from '../examples/example-overview.ts'
import { adminPage } from '../examples/example-pages.ts'
import * as overview from '../overview/overview.tsx'

test.for([true, false])('the overview is clean, and says whether changes are possible: %s', async (mayChange) => {
  const state = adminPage({
    at: '/overview',
    mayChange,
    page: layer('overview/overview', overview, { path: 'overview', loaderData: emptyOverview }),
    heading: (t) => t(($) => $.overview.title),
    has: (page, { t }) =>
      expect(page.textContent).toContain(
        mayChange ? t(($) => $.changeMode.on, { time: '15:30' }) : t(($) => $.changeMode.off),
      ),
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('the change mode asks for its reason, and keeps what was typed', async () => {
  const state = adminPage({
    at: '/change-mode',
    mayChange: false,
    page: layer('change-mode/change-mode', changeMode, {
      path: 'change-mode',
      loaderData: null,
      actionData: {
        problem: { type: '', title: '', status: 422, detail: '', code: 'validation-failed', requestId: 'r-1' },
        reason: 'short',
        ticket: 'T-1042',
      },
    }),
    heading: (t) => t(($) => $.changeMode.title),
    has: (page) => expect(page.querySelector<HTMLInputElement>('[name=reason]')?.value).toBe('short'),
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test.for(['ready', 'no-factor', 'stranger'] as const)('the entry is clean for whoever is %s', async (state) => {
  const faults = await faultsOfPage({
    site: 'admin',
    at: '/open',
    layers: [layer('entry/open', open, { path: ':language/open', loaderData: { state } })],
    heading: (t) =>
      state === 'ready'
        ? t(($) => $.entry.title)
        : t(($) => (state === 'stranger' ? $.entry.strangerTitle : $.entry.noFactorTitle)),
  })
  expect(faults).toEqual([])
})

test.for([
  [
    'full',
    [{ path: '/guides/start', language: 'de', yes: 3, no: 12 }],
    [{ query: '', language: 'en', searches: 4, lastOn: '2026-11-19' }],
  ],
  ['empty', [], []],
] as const)('the content page is clean when it is %s', async ([, answers, searches]) => {
  const state = adminPage({
    at: '/content',
    mayChange: false,
    page: layer('content/content', content, {
      path: 'content',
      loaderData: { days: 30, answers: [...answers], searches: [...searches] },
    }),
    heading: (t) => t(($) => $.content.title),
  })
  expect(await faultsOfPage(state)).toEqual([])
})

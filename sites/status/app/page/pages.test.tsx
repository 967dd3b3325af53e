import { exampleProblem, faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { exampleComponent, exampleMaintenance, examplePage, exampleReport } from '../examples/example-page.ts'
import { statusPageState } from '../examples/status-page-state.ts'
import * as history from '../history/history.tsx'
import * as subscribe from '../subscribe/subscribe.tsx'
import * as subscription from '../subscribe/subscription.tsx'
import type { RowWords } from '../posts/row-words.ts'
import * as unlock from '../unlock/unlock.tsx'
import { drawComponents } from './draw-components.ts'
import * as statusPage from './status-page.tsx'

const { content } = examplePage({ components: 4, responseTimes: true })
const words: RowWords = {
  states: { UP: 'Works', DEGRADED: 'Slow', DOWN: 'Down', MAINTENANCE: 'Maintenance', UNKNOWN: 'Unknown' },
  first: '90 days ago',
  today: 'Today',
  noUptime: 'No figures',
  uptime: (percent) => `${percent}%`,
  label: (troubled) => `${troubled} days with problems`,
  day: (at) => `Day ${at}`,
  down: (seconds) => `Down ${seconds} s`,
  degraded: (seconds) => `Slow ${seconds} s`,
  hours: (count) => `${count} hours`,
  latest: ({ p50Ms, p95Ms }) => `${p50Ms} to ${p95Ms} ms`,
}
/** As the loader says it. */
const loaded = (one: typeof content) => ({
  name: 'Example shop',
  base: '/example-shop',
  content: one,
  groups: one.groups.map(({ name, components }) => ({
    name,
    components,
    rows: drawComponents(components, one.days, words),
  })),
})

test('a page with everything on it says first how it is, and each day by its height', async () => {
  const troubled = {
    ...content,
    state: 'DOWN' as const,
    description: 'How the shop is doing.',
    announcement: 'Until Sunday, parcels take longer.',
    reports: [exampleReport, { ...exampleReport, id: 'ended', resolvedAt: exampleReport.startedAt }],
    maintenance: [exampleMaintenance],
    groups: [
      {
        name: 'Europe',
        components: [exampleComponent(1, 90, { state: 'DOWN' }), exampleComponent(2, 90, { description: 'Pays' })],
      },
    ],
  }
  const faults = await faultsOfPage(
    statusPageState({
      page: layer('page/status-page', statusPage, { path: ':page', loaderData: loaded(troubled) }),
      frame: { staleSince: '2026-11-27T12:40:00.000Z' },
      heading: (t) => t(($) => $.overall.DOWN, { count: 1, all: 2 }),
      has: (page) => {
        const heights = [...page.querySelectorAll('#services ~ section rect')].map((post) =>
          post.getAttribute('height'),
        )
        expect(new Set(heights)).toEqual(new Set(['28', '21', '14']))
        expect(page.querySelectorAll('svg title').length).toBeGreaterThan(0)
        expect(page.textContent).toContain('13:40')
      },
    }),
  )
  expect(faults).toEqual([])
})

test('a page without trouble, and one with nothing on it yet', async () => {
  const page = (one: typeof content) =>
    layer('page/status-page', statusPage, { path: ':page', loaderData: loaded(one) })
  const well = statusPageState({ page: page(content), heading: (t) => t(($) => $.overall.UP) })
  expect(await faultsOfPage(well)).toEqual([])
  const empty = { ...content, state: 'UNKNOWN' as const, groups: [] }
  expect(await faultsOfPage(statusPageState({ page: page(empty), heading: (t) => t(($) => $.overall.EMPTY) }))).toEqual(
    [],
  )
})

test('the form to subscribe keeps what was typed and says what is wrong with it', async () => {
  const components = content.groups.flatMap((group) => group.components)
  const problem = exampleProblem('validation-failed', [{ pointer: '/destination', code: 'email' }])
  const page = layer('subscribe/subscribe', subscribe, {
    path: ':page/subscribe',
    loaderData: { name: 'Example shop', components, isOpen: true, siteKey: 'site-key', handOver: null },
    actionData: { problem, typed: { channel: 'EMAIL', destination: 'ada@', componentIds: [components[0]?.id ?? ''] } },
  })
  const state = statusPageState({
    page,
    at: '/subscribe',
    heading: (t) => t(($) => $.subscribe.title),
    has: (root) => {
      expect(root.querySelector('[aria-invalid=true]')?.getAttribute('name')).toBe('destination')
      expect(root.querySelectorAll('input[name=component]:checked')).toHaveLength(1)
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('a month with a report, the password form with a wrong one, and a subscription to confirm', async () => {
  const month = layer('history/history', history, {
    path: ':page/history',
    loaderData: {
      name: 'Example shop',
      base: '/example-shop',
      zone: 'UTC',
      names: [],
      history: { month: '2026-11', reports: [exampleReport], maintenance: [exampleMaintenance] },
      before: '2026-10',
      after: null,
    },
  })
  const inMonth = statusPageState({ page: month, at: '/history', heading: (t) => t(($) => $.nav.history) })
  expect(await faultsOfPage(inMonth)).toEqual([])
  const password = layer('unlock/unlock', unlock, {
    path: ':page/unlock',
    loaderData: { name: 'Example shop' },
    actionData: { problem: exampleProblem('credentials-invalid') },
  })
  const locked = statusPageState({
    page: password,
    at: '/unlock',
    frame: { isLocked: true },
    heading: (t) => t(($) => $.unlock.title),
  })
  expect(await faultsOfPage(locked)).toEqual([])
  const link = layer('subscribe/subscription', subscription, {
    path: ':page/subscription',
    loaderData: {
      subscription: {
        page: { slug: 'example-shop', host: null, name: 'Example shop', components: [] },
        channel: 'EMAIL',
        destination: 'ada@example.org',
        state: 'PENDING',
        componentIds: [],
        language: 'en',
      },
    },
  })
  expect(
    await faultsOfPage({
      site: 'status',
      at: '/subscription',
      layers: [link],
      heading: (t) => t(($) => $.subscription.pending),
    }),
  ).toEqual([])
})

import type { Replay } from '@bollard/contracts'
import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { adminPage } from '../examples/example-pages.ts'
import * as performance from './performance.tsx'
import * as replays from './replays.tsx'
import * as visits from './visits.tsx'

const replay: Replay = {
  id: '01941f29-7c00-7000-8000-000000000031',
  startedAt: '2026-11-19T08:00:00.000Z',
  lastAt: '2026-11-19T08:04:00.000Z',
  path: '/products/captcha',
  language: 'de',
  device: 'phone',
  country: null,
  batches: 3,
  characters: 120_000,
}

test.for<[string, { path: string; views: number }[], { value: string; views: number }[]]>([
  ['with views', [{ path: '/products/captcha', views: 1200 }], [{ value: '', views: 3 }]],
  ['empty', [], []],
])('visits are clean %s', async ([, pages, shares]) => {
  const loaderData = { days: 30, of: 'referrer' as const, pages, shares }
  const state = adminPage({
    at: '/visits',
    mayChange: false,
    page: layer('telemetry/visits', visits, { path: 'visits', loaderData }),
    heading: (t) => t(($) => $.telemetry.title),
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('the speed of pages is clean', async () => {
  const items = (['LCP', 'CLS'] as const).map((metric) => ({
    path: '/products/captcha',
    metric,
    events: 12,
    p50: 40,
    p75: 900,
    p95: 2400,
  }))
  const state = adminPage({
    at: '/visits/performance',
    page: layer('telemetry/performance', performance, { path: 'visits/performance', loaderData: { days: 7, items } }),
    heading: (t) => t(($) => $.telemetry.performance),
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test.for([
  ['in change mode', [replay], true, 1],
  ['without change mode', [replay], false, 0],
  ['empty', [], true, 0],
] as const)('replays are clean %s, and are deleted in change mode alone', async ([, items, mayChange, buttons]) => {
  const state = adminPage({
    at: '/visits/replays',
    mayChange,
    page: layer('telemetry/replays', replays, {
      path: 'visits/replays',
      loaderData: { replays: [...items], nextCursor: null, isFirstPage: true },
    }),
    heading: (t) => t(($) => $.telemetry.replays),
    has: (page) => expect(page.querySelectorAll('input[name=replayId]')).toHaveLength(buttons),
  })
  expect(await faultsOfPage(state)).toEqual([])
})

import { exampleProblem, faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { exampleLimiter, exampleLimiterTried } from '../../examples/example-protection.ts'
import { protectionPage } from '../../examples/example-protection-page.ts'
import * as allowed from './allowed.tsx'
import * as creation from './limiter-new.tsx'
import * as page from './limiter.tsx'
import * as list from './limiters.tsx'
import { newLimiter, shownLimiter } from './typed-limiter.ts'

const zones = [{ region: 'Europe', zones: [{ id: 'Europe/Berlin', label: 'Berlin' }] }]
const inDryRun = {
  ...exampleLimiter,
  id: '019a9b1c-5d3e-7000-8000-000000000902',
  mode: 'DRY_RUN',
  rollout: null,
} as const

test.for([
  ['some', [exampleLimiter, inDryRun], 'MEMBER', 1],
  ['none', [], 'MEMBER', 3],
  ['none, for a viewer', [], 'VIEWER', 0],
] as const)('a list of limits with %s is clean', async ([, items, myRole, ways]) => {
  const state = protectionPage({
    at: '/limiters',
    solution: { myRole },
    page: layer('protection/limiters/limiters', list, {
      path: 'limiters',
      loaderData: { items: [...items], nextCursor: null },
    }),
    heading: (t) => t(($) => $.protection.limiters.title),
    has: (shown) => expect(shown.querySelectorAll('main a[href*="/limiters/new"]').length).toBe(ways),
  })
  expect(await faultsOfPage(state)).toEqual([])
})

type PageGiven = Parameters<typeof layer<typeof page>>[2]
const override = {
  id: '019a9b1c-5d3e-7000-8000-000000000911',
  values: ['192.0.2.0/24', '*'],
  limit: null,
  until: null,
  note: 'Büro in der Sonnenallee',
  createdAt: exampleLimiter.createdAt,
  createdBy: 'anna@example.org',
}
const loaded: PageGiven['loaderData'] = {
  limiter: exampleLimiter,
  overrides: [override, { ...override, id: 'o2', limit: 50, until: '2026-12-18T09:40:00.000Z' }],
  nextCursor: null,
  isFirstPage: true,
  zones,
}
const refused = exampleProblem('validation-failed', [
  { pointer: '/limit/windowSeconds', code: 'too-large', params: { max: 2_678_400 } },
  { pointer: '/ladder/steps', code: 'not-ascending' },
])
const waiting = {
  ...exampleLimiter,
  rollout: exampleLimiter.rollout && { ...exampleLimiter.rollout, nextAt: '2026-12-19T09:40:00.000Z' },
}
const watched = {
  ...exampleLimiter,
  rollout: exampleLimiter.rollout && { ...exampleLimiter.rollout, stage: 'DRY_RUN' as const, percent: 0 },
}
const pages: [string, Omit<PageGiven, 'path'>, object][] = [
  ['whose change is on its way', { loaderData: loaded }, {}],
  ['whose change waits for visitors', { loaderData: { ...loaded, limiter: waiting } }, {}],
  ['whose edit runs dry', { loaderData: { ...loaded, limiter: watched } }, {}],
  [
    'whose change was refused',
    {
      loaderData: { ...loaded, limiter: inDryRun, overrides: [] },
      actionData: { did: 'save', problem: refused, typed: shownLimiter(inDryRun), tried: null, stamp: '' },
    },
    {},
  ],
  ['for a viewer', { loaderData: loaded }, { myRole: 'VIEWER' }],
]

test.for(pages)('a limit %s is clean', async ([, given, solution]) => {
  const isViewer = 'myRole' in solution
  const state = protectionPage({
    at: `/limiters/${exampleLimiter.id}`,
    solution,
    page: layer('protection/limiters/limiter', page, { path: 'limiters/:limiterId', ...given }),
    heading: () => exampleLimiter.name,
    has(shown) {
      for (const deed of ['save', 'delete', 'add'])
        expect(shown.querySelectorAll(`main button[value="${deed}"]`).length, deed).toBe(isViewer ? 0 : 1)
      const isOnItsWay = given.loaderData.limiter.rollout !== null && !isViewer
      expect(shown.querySelector('main button[value="roll-back"]') !== null).toBe(isOnItsWay)
      // The day by which it goes on is told in words.
      const next = exampleLimiter.rollout?.nextAt
      expect(shown.querySelectorAll(`time[datetime="${next}"]`).length).toBe(
        given.loaderData.limiter === exampleLimiter || given.loaderData.limiter === watched ? 1 : 0,
      )
      expect(shown.querySelectorAll('time[datetime="2026-12-19T09:40:00.000Z"]').length).toBe(0)
      for (const fold of shown.querySelectorAll('details')) fold.open = true
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('a new limit that was tried is clean', async () => {
  const typed = newLimiter('sign-in')
  const intent = '7d1f3f2a-6f0e-4a3e-9d61-2f4b6f0f7a11' as const
  const state = protectionPage({
    at: '/limiters/new?from=sign-in',
    page: layer('protection/limiters/limiter-new', creation, {
      path: 'limiters/new',
      loaderData: { typed, intent, zones },
      actionData: { typed, problem: null, tried: exampleLimiterTried, intent },
    }),
    heading: (t) => t(($) => $.protection.limiters.new),
    has(shown) {
      expect(shown.querySelector<HTMLInputElement>('[name="match/paths"]')?.value).toBe('/login')
      expect(shown.querySelector('[name=mode]'), 'begins in dry run').toBeNull()
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('an allowlist with an entry that was refused is clean', async () => {
  const { values: _values, limit: _limit, ...visitor } = override
  const state = protectionPage({
    at: '/allowed',
    page: layer('protection/limiters/allowed', allowed, {
      path: 'allowed',
      loaderData: {
        items: [{ ...visitor, field: 'address', value: '2001:db8::/32', used: 1_204 }],
        nextCursor: null,
        isFirstPage: true,
      },
      actionData: {
        problem: exampleProblem('validation-failed', [{ pointer: '/value', code: 'invalid-network' }]),
        typed: { field: 'address', value: '2001:db8::/200' },
        stamp: '',
      },
    }),
    heading: (t) => t(($) => $.protection.allowed.title),
    has: (shown) => expect(shown.querySelectorAll('[aria-invalid="true"]').length).toBe(1),
  })
  expect(await faultsOfPage(state)).toEqual([])
})

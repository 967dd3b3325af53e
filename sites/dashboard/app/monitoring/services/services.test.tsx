import { exampleProblem, faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { monitoringPage } from '../../examples/example-monitoring.ts'
import {
  exampleChoices,
  exampleMonth,
  exampleResult,
  exampleService,
  exampleTried,
  exampleUptime,
} from '../../examples/example-service.ts'
import * as edit from './service-edit.tsx'
import * as creation from './service-new.tsx'
import * as page from './service.tsx'
import * as list from './services.tsx'
import { newService, serviceOf, shownService } from './typed-service.ts'

type ListGiven = Parameters<typeof layer<typeof list>>[2]
const loaded: ListGiven['loaderData'] = {
  items: [exampleService],
  nextCursor: null,
  filter: {},
  isFirstPage: true,
  places: ['frankfurt'],
}
const unchanged = { changed: 0, problem: null, stamp: '', wanted: 'DELETE' as const }
const lists: [string, ListGiven, object][] = [
  ['some', { loaderData: { ...loaded, nextCursor: 'next' } }, {}],
  ['none', { loaderData: { ...loaded, items: [] } }, {}],
  [
    'none that a filter finds',
    { loaderData: { ...loaded, items: [], filter: { search: 'kasse', state: 'DOWN' } } },
    {},
  ],
  [
    'some, with a change that was refused',
    { loaderData: loaded, actionData: { ...unchanged, fault: null, problem: exampleProblem('quota-exceeded') } },
    {},
  ],
  [
    'some, to be deleted without a confirmation',
    { loaderData: loaded, actionData: { ...unchanged, fault: 'unsure' } },
    {},
  ],
  [
    'one that the plan has no room for, for a viewer',
    { loaderData: { ...loaded, items: [{ ...exampleService, withheld: true, state: 'PAUSED' }] } },
    { myRole: 'VIEWER' },
  ],
]

test.for(lists)('a list of services with %s is clean', async ([, given, solution]) => {
  const state = monitoringPage({
    at: '/services',
    solution,
    page: layer('monitoring/services/services', list, { path: 'services', ...given }),
    heading: (t) => t(($) => $.monitoring.services.title),
    has(shown) {
      expect(shown.querySelectorAll('main tbody tr').length).toBe(given.loaderData.items.length)
      const boxes = shown.querySelectorAll('main input[name="serviceIds"]').length
      expect(boxes).toBe('myRole' in solution ? 0 : given.loaderData.items.length)
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

type PageGiven = Parameters<typeof layer<typeof page>>[2]
const ofService: PageGiven['loaderData'] = {
  service: exampleService,
  downSeconds: Array.from({ length: 90 }, (_, day) => (day < 10 ? -1 : day === 80 ? 2_100 : 0)),
  hours: [
    {
      at: '2026-11-18T09:00:00.000Z',
      checks: 60,
      up: 58,
      degraded: 0,
      down: 2,
      challenged: 0,
      unknown: 0,
      averageMs: 160,
      minMs: 90,
      maxMs: 800,
      p50Ms: 140,
      p95Ms: 400,
      p99Ms: 790,
      downSeconds: 0,
    },
  ],
  uptime: exampleUptime,
  places: [exampleResult],
  results: [exampleResult, { ...exampleResult, at: '2026-11-18T10:14:00.000Z', verdict: 'UP', fault: null }],
  changes: [
    { id: 'c1', at: exampleService.stateSince, from: 'UP', to: 'DOWN', reason: 'CHECKS', result: exampleTried },
    { id: 'c2', at: '2026-09-01T08:31:00.000Z', from: 'UNKNOWN', to: 'UP', reason: 'START', result: null },
  ],
  heartbeat: null,
  months: ['2026-11', '2026-10'],
  month: '2026-10',
  report: exampleMonth,
}
const fresh: PageGiven['loaderData'] = {
  ...ofService,
  service: {
    ...exampleService,
    check: { kind: 'HEARTBEAT', target: { periodSeconds: 3_600, cron: null, timeZone: null, graceSeconds: 60 } },
    state: 'UNKNOWN',
    fault: null,
    incidentId: null,
    lastTotalMs: null,
    certificateExpiresAt: null,
    domainExpiresAt: null,
    learning: null,
  },
  hours: [],
  uptime: { ...exampleUptime, uptimePercent: null },
  places: [],
  results: [],
  changes: [],
  report: null,
  heartbeat: {
    path: `/monitoring/v1/heartbeats/${'a'.repeat(43)}`,
    secret: 'b'.repeat(43),
    signedOnly: false,
    lastAt: null,
  },
}
const pages: [string, Omit<PageGiven, 'path'>, object][] = [
  ['that is down', { loaderData: ofService }, {}],
  ['that was tested', { loaderData: ofService, actionData: { did: 'try', problem: null, tried: exampleTried } }, {}],
  ['that waits for its first heartbeat', { loaderData: fresh }, {}],
  [
    'that others depend on',
    { loaderData: ofService, actionData: { did: 'delete', problem: exampleProblem('in-use'), tried: null } },
    {},
  ],
  ['for a viewer', { loaderData: ofService }, { myRole: 'VIEWER' }],
]

test.for(pages)('a service %s is clean', async ([, given, solution]) => {
  const state = monitoringPage({
    at: `/services/${exampleService.id}`,
    solution,
    page: layer('monitoring/services/service', page, { path: 'services/:serviceId', ...given }),
    heading: () => exampleService.name,
    has: (shown) => expect(shown.querySelectorAll('main form[method="post"]').length > 0).toBe(!('myRole' in solution)),
  })
  expect(await faultsOfPage(state)).toEqual([])
})

type NewGiven = Parameters<typeof layer<typeof creation>>[2]
const intent = '7d1f3f2a-6f0e-4a3e-9d61-2f4b6f0f7a11' as const
const begin = { kind: null, choices: exampleChoices, intent }
const look = {
  address: 'rundbrief.example.org',
  intent: begin.intent,
  isNoAddress: false,
  problem: null,
  tried: exampleTried,
  offer: {
    url: 'https://rundbrief.example.org/',
    hasCertificate: true,
    hasDomain: true,
    hasStatusPage: true,
    seconds: 60,
    room: 2,
  },
}
const news: [string, Pick<NewGiven, 'loaderData'> & Partial<NewGiven>][] = [
  ['with what was found at an address', { loaderData: begin, actionData: { look } }],
  [
    'with what is no address',
    {
      loaderData: begin,
      actionData: { look: { ...look, address: 'mailto:anna', isNoAddress: true, tried: null, offer: null } },
    },
  ],
  [
    'that the plan has no room for',
    { loaderData: begin, actionData: { look: { ...look, tried: null, problem: exampleProblem('quota-exceeded') } } },
  ],
  [
    'whose check was refused',
    {
      loaderData: { ...begin, kind: 'HTTP' },
      actionData: {
        form: {
          did: 'save',
          problem: exampleProblem('validation-failed', [
            { pointer: '/check/target/url', code: 'url' },
            { pointer: '/check/assertions/0/target', code: 'target-of-source' },
          ]),
          typed: shownService(exampleService),
          tried: null,
        },
        intent: begin.intent,
      },
    },
  ],
  ...(['DNS', 'HEARTBEAT', 'GROUP', 'FORM', 'PASS_RATE'] as const).map(
    (kind): [string, Pick<NewGiven, 'loaderData'>] => [`of kind ${kind}`, { loaderData: { ...begin, kind } }],
  ),
]

test.for(news)('a new service %s is clean', async ([, given]) => {
  const kind = given.loaderData.kind
  const state = monitoringPage({
    at: `/services/new${kind === null ? '' : `?kind=${kind}`}`,
    page: layer('monitoring/services/service-new', creation, { path: 'services/new', ...given }),
    heading: (t) => (kind === null ? t(($) => $.monitoring.new.title) : t(($) => $.monitoring.kinds[kind].name)),
    has(shown) {
      if (kind === null) return
      for (const name of Object.keys(newService(kind).values))
        if (name.startsWith('check/target/') && name !== 'check/target/members')
          expect(shown.querySelector(`main [name="${name}"]`), name).not.toBeNull()
      for (const fold of shown.querySelectorAll('details')) fold.open = true
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('the form of a service behind a gateway shows where its secret goes, keeps it, and never shows it', async () => {
  const { check } = exampleService
  if (check.kind !== 'HTTP') throw new Error('the example is no web address')
  const behind = { ...exampleService, check: { ...check, target: { ...check.target, gateway: { secret: null } } } }
  const typed = shownService(behind)
  expect(serviceOf(typed).check.target).toMatchObject({ gateway: { secret: null } })
  const wanting = { ...typed, values: { ...typed.values, 'check/target/gateway/secret': ' new '.padEnd(40, 'x') } }
  expect(serviceOf(wanting).check.target).toMatchObject({ gateway: { secret: 'new '.padEnd(39, 'x') } })
  expect(serviceOf(shownService(exampleService)).check.target).not.toHaveProperty('gateway')
  const state = monitoringPage({
    at: `/services/${exampleService.id}/edit`,
    page: layer('monitoring/services/service-edit', edit, {
      path: 'services/:serviceId/edit',
      loaderData: { service: behind, choices: exampleChoices },
    }),
    heading: () => exampleService.name,
    has(shown) {
      const secret = shown.querySelector<HTMLInputElement>('[name="check/target/gateway/secret"]')
      expect([secret?.value, secret?.checkVisibility()]).toEqual(['', true])
      const tick = shown.querySelector<HTMLInputElement>('input[name="check/target/gateway"]')
      tick?.click()
      expect(secret?.checkVisibility()).toBe(false)
      tick?.click()
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('the form of a service that somebody else has changed is clean, and its secret is not shown', async () => {
  const typed = shownService(exampleService)
  const state = monitoringPage({
    at: `/services/${exampleService.id}/edit`,
    page: layer('monitoring/services/service-edit', edit, {
      path: 'services/:serviceId/edit',
      loaderData: { service: exampleService, choices: exampleChoices },
      actionData: { did: 'save', problem: exampleProblem('version-conflict'), typed, tried: exampleTried },
    }),
    heading: () => exampleService.name,
    has(shown) {
      const password = shown.querySelector<HTMLInputElement>('[name="check/target/authentication/password"]')
      expect(password?.value).toBe('')
      expect(shown.querySelector<HTMLInputElement>('[name="check/assertions/0/value"]')?.value).toBe('Rundbrief')
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { monitoringPage } from '../../examples/example-monitoring.ts'
import { exampleService } from '../../examples/example-service.ts'
import { findServices } from './find-services.ts'
import * as overview from './overview.tsx'

type Loaded = Parameters<typeof layer<typeof overview>>[2]['loaderData']
const none = { UP: 0, DEGRADED: 0, DOWN: 0, CHALLENGED: 0, MAINTENANCE: 0, PAUSED: 0, UNKNOWN: 0 }
const service: Loaded['services'][number] = {
  id: exampleService.id,
  name: exampleService.name,
  tags: ['Kundschaft'],
  kind: 'HTTP',
  state: 'UP',
  stateSince: exampleService.stateSince,
  fault: null,
  lastCheckedAt: exampleService.lastCheckedAt,
  lastTotalMs: 182,
  incidentId: null,
  uptimePercent: 99.9731,
  downSecondsByDay: Array.from({ length: 30 }, (_, day) => (day < 4 ? -1 : day === 12 ? 90 : day === 20 ? 4_000 : 0)),
}
const many: Loaded = {
  search: '',
  total: 100,
  counts: { ...none, DOWN: 2, UP: 98 },
  open: 2,
  services: Array.from({ length: 100 }, (_, index) => ({
    ...service,
    id: `s${index}`,
    name: `Dienst ${index}`,
    state: index < 2 ? ('DOWN' as const) : ('UP' as const),
    downSecondsByDay: [],
  })),
}
const few: Loaded = {
  search: '',
  total: 3,
  counts: { ...none, DOWN: 1, UP: 1, PAUSED: 1 },
  open: 1,
  services: (['DOWN', 'UP', 'PAUSED'] as const).map((state) => ({ ...service, id: state, state })),
}

test.for<[string, Loaded, string, object]>([
  ['some services', few, '3', {}],
  ['a wall of services', many, '100', {}],
  ['nothing found', { ...many, search: 'kasse', services: [] }, '0', {}],
  ['no service yet', { ...many, total: 0, counts: none, open: 0, services: [] }, '0', {}],
  ['no service yet, for a viewer', { ...many, total: 0, counts: none, services: [] }, '0', { myRole: 'VIEWER' }],
])('an overview with %s is clean', async ([, loaderData, shown, solution]) => {
  const state = monitoringPage({
    at: '/overview',
    solution,
    page: layer('monitoring/overview/overview', overview, { path: 'overview', loaderData }),
    heading: (t) => t(($) => $.monitoring.overview.title),
    has(page) {
      expect(page.querySelectorAll('main section li a').length).toBe(Number(shown))
      const address = page.querySelector<HTMLInputElement>('#address')
      expect(address !== null).toBe(loaderData.total === 0 && !('myRole' in solution))
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('a search finds services by every word in name, tag, kind or state, in the language of the page too, with numbers in order', () => {
  const services = [
    { name: 'Shop', kind: 'HTTP', state: 'DOWN', tags: ['Kasse'] },
    { name: 'Blog', kind: 'HTTP', state: 'UP', tags: [] },
  ]
  const reading = {
    language: 'de' as const,
    wordsOf: ({ state }: { state: string }) => (state === 'DOWN' ? ['Ausgefallen'] : []),
  }
  const found = (search: string, all = services) => findServices(all, search, reading).map(({ name }) => name)
  expect([found(''), found('  kasse down'), found('http'), found('shop up'), found('ausgefallen')]).toEqual([
    ['Blog', 'Shop'],
    ['Shop'],
    ['Blog', 'Shop'],
    [],
    ['Shop'],
  ])
  const numbered = ['Filiale 10', 'Filiale 2', 'Filiale 1'].map((name) => ({
    name,
    kind: 'TCP',
    state: 'UP',
    tags: [],
  }))
  expect(found('', numbered)).toEqual(['Filiale 1', 'Filiale 2', 'Filiale 10'])
})

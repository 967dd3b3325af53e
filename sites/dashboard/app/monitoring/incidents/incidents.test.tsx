import type { IncidentEvent } from '@bollard/contracts'
import { exampleProblem, faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { monitoringPage } from '../../examples/example-monitoring.ts'
import { exampleIncident } from '../../examples/example-service.ts'
import * as incident from './incident.tsx'
import * as incidents from './incidents.tsx'

const loaded = { nextCursor: null, state: null, isFirstPage: true, now: Date.parse('2026-11-18T10:15:00.000Z') }
const all = (['OPEN', 'ACKNOWLEDGED', 'RESOLVED', 'MERGED'] as const).map((state, index) => ({
  ...exampleIncident,
  id: `i${index}`,
  state,
  resolvedAt: state === 'RESOLVED' ? '2026-11-18T09:52:00.000Z' : null,
}))

test.for([
  ['some', all],
  ['none', []],
] as const)('a list of incidents with %s is clean', async ([, items]) => {
  const state = monitoringPage({
    at: '/incidents',
    page: layer('monitoring/incidents/incidents', incidents, {
      path: 'incidents',
      loaderData: { ...loaded, items: [...items] },
    }),
    heading: (t) => t(($) => $.monitoring.incidents.title),
    has: (page) => expect(page.querySelectorAll('main tbody tr').length).toBe(items.length),
  })
  expect(await faultsOfPage(state)).toEqual([])
})

const event = (id: string, kind: IncidentEvent['kind'], more: Partial<IncidentEvent> = {}): IncidentEvent => ({
  id,
  at: '2026-11-18T09:40:00.000Z',
  kind,
  by: null,
  text: null,
  state: null,
  ...more,
})
type Given = Parameters<typeof layer<typeof incident>>[2]
const open: Given['loaderData'] = {
  incident: {
    ...exampleIncident,
    timeline: [
      event('e1', 'OPENED', { state: 'DOWN' }),
      event('e2', 'COMMENTED', { by: 'u1', text: 'Das Zertifikat wird erneuert.\nDauert zehn Minuten.' }),
    ],
  },
  names: { u1: 'Anna Berger' },
  captchas: [
    {
      solutionId: 'c1',
      from: '2026-11-18T09:25:00.000Z',
      to: '2026-11-18T10:15:00.000Z',
      minutes: [{ at: '2026-11-18T09:39:00.000Z', verifications: 20, solved: 18, refused: 2, solveRate: 0.9 }],
    },
  ],
  labels: { c1: 'Rundbrief' },
  mergeable: [{ id: 'i2', serviceName: 'Mailserver', openedAt: '2026-11-18T09:41:00.000Z' }],
}
const over: Given['loaderData'] = {
  ...open,
  captchas: [],
  incident: {
    ...open.incident,
    state: 'MERGED',
    mergedInto: 'i2',
    cause: 'Das Zertifikat war abgelaufen.',
    impact: 'Browser warnten vor der Seite.',
    resolvedAt: '2026-11-18T09:52:00.000Z',
  },
}

test.for<[string, Omit<Given, 'path'>, 'ADMIN' | 'MEMBER' | 'VIEWER', readonly string[]]>([
  [
    'that is open',
    { loaderData: open },
    'MEMBER',
    ['ACKNOWLEDGE', 'COMMENT', 'SET_CAUSE', 'SET_IMPACT', 'RESOLVE', 'MERGE'],
  ],
  [
    'that was answered too late',
    {
      loaderData: open,
      actionData: { did: 'RESOLVE', problem: exampleProblem('state-conflict'), typed: 'Erneuert.' },
    },
    'ADMIN',
    ['ACKNOWLEDGE', 'COMMENT', 'SET_CAUSE', 'SET_IMPACT', 'RESOLVE', 'MERGE'],
  ],
  ['that is merged', { loaderData: over }, 'MEMBER', ['COMMENT', 'SET_CAUSE', 'SET_IMPACT']],
  ['for a viewer', { loaderData: open }, 'VIEWER', []],
])('an incident %s is clean', async ([, given, myRole, deeds]) => {
  const state = monitoringPage({
    at: `/incidents/${exampleIncident.id}`,
    solution: { myRole },
    page: layer('monitoring/incidents/incident', incident, { path: 'incidents/:incidentId', ...given }),
    heading: () => exampleIncident.serviceName,
    has(page) {
      const buttons = page.querySelectorAll<HTMLButtonElement>('main button[name="do"]')
      expect(Array.from(buttons, ({ value }) => value)).toEqual([...deeds])
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

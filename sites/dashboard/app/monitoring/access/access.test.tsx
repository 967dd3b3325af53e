import type { MonitoringKey, Probe } from '@bollard/contracts'
import { exampleProblem, faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { monitoringPage } from '../../examples/example-monitoring.ts'
import * as access from './access.tsx'
import { noAccess } from './typed-access.ts'

const shared = {
  id: '019a9b1c-5d3e-7000-8000-000000000401',
  name: 'Bericht der Bereitschaft',
  last4: 'k7Qx',
  createdAt: '2026-09-01T08:30:00.000Z',
  createdBy: 'u1',
  revokedAt: null,
}
const key: MonitoringKey = { ...shared, scopes: ['statistics', 'manage'], expiresAt: null, lastUsedAt: null }
const probe: Probe = {
  ...shared,
  id: 'p1',
  place: 'buero-berlin',
  allowPrivate: true,
  lastSeenAt: shared.createdAt,
  state: 'AWAY',
  softwareVersion: '1.0.0',
  clockMs: -4_200,
  waitingResults: 12,
  droppedResults: 1,
  hasLine: false,
}
const now = Date.parse('2026-11-18T10:15:00.000Z')
const some = {
  keys: [key, { ...key, id: 'k2', expiresAt: '2026-11-01T00:00:00.000Z' }],
  probes: [probe, { ...probe, id: 'p2', revokedAt: shared.createdAt, state: 'REVOKED' as const }],
  names: { u1: 'Anna Berger' },
  typed: null,
  now,
}
type Given = Parameters<typeof layer<typeof access>>[2]

test.for<[string, Omit<Given, 'path'>, 'ADMIN' | 'MEMBER', number]>([
  ['some', { loaderData: some }, 'ADMIN', 3],
  ['none', { loaderData: { ...some, keys: [], probes: [] } }, 'ADMIN', 0],
  [
    'one that was made',
    {
      loaderData: some,
      actionData: { did: 'create', what: 'probe', problem: null, typed: null, secretKey: `bprobe_${'a'.repeat(43)}` },
    },
    'ADMIN',
    3,
  ],
  [
    'one that was refused',
    {
      loaderData: some,
      actionData: {
        did: 'create',
        what: 'probe',
        problem: exampleProblem('in-use'),
        typed: { ...noAccess('probe'), name: 'Büro', place: 'buero-berlin' },
        secretKey: null,
      },
    },
    'ADMIN',
    3,
  ],
  ['some, for a member', { loaderData: some }, 'MEMBER', 0],
])('a page of keys and probes with %s is clean', async ([, given, myRole, revokes]) => {
  const state = monitoringPage({
    at: '/access',
    solution: { myRole },
    page: layer('monitoring/access/access', access, { path: 'access', ...given }),
    heading: (t) => t(($) => $.monitoring.access.title),
    has(page) {
      expect(page.querySelectorAll('main button[value="revoke"]').length).toBe(revokes)
      // Keys are the operators' to make in this installation; probes are every admin's.
      const made = Array.from(page.querySelectorAll<HTMLInputElement>('main form:has([value="create"]) [name="what"]'))
      expect(made.map(({ value }) => value)).toEqual(myRole === 'ADMIN' ? ['probe'] : [])
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

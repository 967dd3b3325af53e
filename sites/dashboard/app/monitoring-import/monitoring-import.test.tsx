import type { Imported } from '@bollard/contracts'
import { exampleProblem, faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { monitoringPage } from '../examples/example-monitoring.ts'
import * as page from './monitoring-import.tsx'

const tried: Imported = {
  applied: false,
  revision: 'a'.repeat(64),
  created: [{ kind: 'SERVICE', key: 'kuma-1', name: 'Bericht der Bereitschaft' }],
  changed: [
    {
      kind: 'SERVICE',
      key: 'kuma-2',
      name: 'Laden',
      fields: [
        {
          pointer: '/intervalSeconds',
          before: '30',
          after: '60',
          secret: false,
        },
        {
          pointer: '/check/target/authentication/password',
          before: null,
          after: null,
          secret: true,
        },
      ],
    },
  ],
  deleted: [],
  kept: 1,
  unchanged: 3,
  unmapped: [{ reason: 'kind-unsupported', name: 'Broker', field: 'type', value: 'mqtt' }],
  unmappedMore: 0,
  history: { days: 30, stateChanges: 4 },
}
const answer = {
  what: 'import',
  source: 'UPTIME_KUMA',
  deleteMissing: false,
  result: tried,
  problem: null,
  isEmpty: false,
} as const
const faulty = {
  ...exampleProblem('validation-failed'),
  errors: [{ pointer: '/services/3/check/target/url', code: 'url' }],
}
type Given = Parameters<typeof layer<typeof page>>[2]

test.for<[string, Given['actionData'], 'MEMBER' | 'VIEWER', number]>([
  ['a file that was tried', answer, 'MEMBER', 2],
  ['nothing chosen yet', undefined, 'VIEWER', 0],
  ['a file that is applied', { ...answer, result: { ...tried, applied: true } }, 'MEMBER', 1],
  ['a file that is wrong', { ...answer, what: 'configuration', result: null, problem: faulty }, 'MEMBER', 1],
  ['no file', { ...answer, result: null, isEmpty: true }, 'MEMBER', 1],
])('the page of imports with %s is clean', async ([, actionData, myRole, buttons]) => {
  const state = monitoringPage({
    at: '/import',
    solution: { myRole },
    page: layer('monitoring-import/monitoring-import', page, { path: 'import', loaderData: null, actionData }),
    heading: (t) => t(($) => $.monitoringImport.title),
    has(shown) {
      const { length } = shown.querySelectorAll('form:first-of-type button[name=do]')
      expect(length).toBeGreaterThanOrEqual(buttons)
      expect(length === 0).toBe(buttons === 0)
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

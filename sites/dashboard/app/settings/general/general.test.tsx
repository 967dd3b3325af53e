import { exampleProblem, faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { settingsPage } from '../../examples/example-pages.ts'
import { exampleSolution } from '../../examples/example-solution.ts'
import { fieldsOf, typeFields } from './general-fields.ts'
import * as general from './general.tsx'

type Given = Parameters<typeof layer<typeof general>>[2]
type Settings = Parameters<typeof settingsPage>[0]

const saved = { ...fieldsOf(exampleSolution), usageAlertPercents: [80, 100] }
const loaderData: Given['loaderData'] = {
  agreement: { offered: { version: '2026-05', url: 'https://operator.example/dpa' }, accepted: [] },
  saved,
  version: 1,
  zones: [{ region: 'Europe', zones: [{ id: 'Europe/Berlin', label: 'Berlin (UTC+1)' }] }],
}
const typed = { ...typeFields(saved), label: 'Shop, as Ada has it' }
const conflict = { fields: ['label'] as 'label'[], current: { ...saved, label: 'Shop, as others have it' }, version: 2 }
const lock = {
  id: '01K5Z7QLLL0000000000000001',
  reason: 'OWNER_REQUEST',
  effect: 'READ_ONLY',
  publicMessage: {},
  lockedAt: '2026-11-18T00:00:00.000Z',
  lockedUntil: null,
} as const

const states: [string, Settings['solution'], Partial<Given>][] = [
  ['as they are saved', {}, {}],
  ['after they were saved', {}, { actionData: { did: 'save', problem: null, conflict: null, typed: null } }],
  [
    'with something wrong in them',
    {},
    {
      actionData: {
        did: 'save',
        problem: exampleProblem('validation-failed', [{ pointer: '/label', code: 'too-short', params: { min: 3 } }]),
        conflict: null,
        typed,
      },
    },
  ],
  ['that somebody else has changed too', {}, { actionData: { did: 'save', problem: null, conflict, typed } }],
  ['of a locked captcha, for its admin', { locks: [lock] }, {}],
  ['of a locked captcha, for a viewer', { locks: [lock], myRole: 'VIEWER' }, {}],
]

test.for(states)('the general settings %s are clean', async ([, solution, given]) => {
  const state = settingsPage({
    at: '/general',
    ...(solution ? { solution } : {}),
    page: layer('settings/general/general', general, { path: 'general', loaderData, ...given }),
    heading: (t) => t(($) => $.settings.pages.general),
  })
  expect(await faultsOfPage(state)).toEqual([])
})

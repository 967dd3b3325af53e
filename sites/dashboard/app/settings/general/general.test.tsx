import { exampleProblem, faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { settingsPage } from '../../examples/example-pages.ts'
import { exampleSolution } from '../../examples/example-solution.ts'
import type { SettingsAnswer } from '../../sections/save-section.server.ts'
import * as general from './general.tsx'

type Given = Parameters<typeof layer<typeof general>>[2]
type Settings = Parameters<typeof settingsPage>[0]

const { label, timezone, language, notificationEmails } = exampleSolution
const saved = { label, timezone, language, notificationEmails, usageAlertPercents: [80, 100] }
const loaderData: Given['loaderData'] = {
  agreement: { offered: { version: '2026-05', url: 'https://operator.example/dpa' }, accepted: [] },
  saved,
  held: null,
  zones: [{ region: 'Europe', zones: [{ id: 'Europe/Berlin', label: 'Berlin (UTC+1)' }] }],
}
const typed = { label: 'Shop, as Ada has it', timezone }
const conflict = { names: ['label'], current: { label: 'Shop, as others have it', timezone } }
const answer = (rest: Partial<SettingsAnswer>): Partial<Given> => ({
  actionData: {
    settings: { section: 'general', did: 'save', problem: null, conflict: null, typed: null, tried: null, ...rest },
    deed: null,
  },
})
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
  ['after they were saved', {}, answer({})],
  [
    'with something wrong in them',
    {},
    answer({
      problem: exampleProblem('validation-failed', [{ pointer: '/label', code: 'too-short', params: { min: 3 } }]),
      typed: { timezone, label: 'S' },
    }),
  ],
  ['after too many changes of the time zone', {}, answer({ problem: exampleProblem('rate-limited'), typed })],
  ['that somebody else has changed too', {}, answer({ conflict, typed })],
  ['after it was paused', {}, { actionData: { settings: null, deed: { did: 'lock', problem: null } } }],
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

import { type AlertEvent, alertSettingsSchema } from '@bollard/contracts'
import { exampleProblem, faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { solutionPage } from '../../examples/example-pages.ts'
import * as alerts from './alerts.tsx'

type Given = Parameters<typeof layer<typeof alerts>>[2]
type Solution = Parameters<typeof solutionPage>[0]['solution']

const settings = alertSettingsSchema.parse({
  recipients: [
    { email: 'anna@example.org', language: 'de' },
    { email: 'bereitschaft-wochenende@rundbrief-redaktion.example.org', language: 'en' },
  ],
  usage: { monthly: 100_000 },
})
const event = (id: number, more: Pick<AlertEvent, 'change' | 'facts'>): AlertEvent => ({
  id: `01K5Z7QEEE000000000000000${id}`,
  alertId: '01K5Z7QEEE0000000000000099',
  at: '2026-11-18T10:15:00.000Z',
  raisedAt: '2026-11-18T09:00:00.000Z',
  ...more,
})
const items = [
  event(1, { change: 'RAISED', facts: { kind: 'ATTACK', signal: 'STOPPED', count: 500, usual: 3.5, minutes: 15 } }),
  event(2, {
    change: 'REMINDER',
    facts: { kind: 'PASS_RATE_FALLING', rate: 0.7, before: 0.95, visitors: 900, hours: 24 },
  }),
  event(3, { change: 'ENDED', facts: { kind: 'RESULTS_NEVER_FETCHED', neverFetched: 60, results: 80 } }),
  event(4, {
    change: 'RAISED',
    facts: { kind: 'USAGE', month: '2026-11', percent: 80, used: 80_100, monthly: 100_000 },
  }),
  event(5, { change: 'RAISED', facts: { kind: 'UNDER_ATTACK', times: 8 } }),
]
const loaderData: Given['loaderData'] = {
  settings,
  version: 3,
  addresses: [
    { email: 'anna@example.org', state: 'MEMBER' },
    { email: 'bereitschaft-wochenende@rundbrief-redaktion.example.org', state: 'WAITING' },
  ],
  events: { items, nextCursor: null },
  isFirstPage: true,
}
const none = {
  ...loaderData,
  settings: alertSettingsSchema.parse({}),
  addresses: [],
  events: { items: [], nextCursor: null },
}
const lock = {
  id: '01K5Z7QLLL0000000000000001',
  reason: 'OWNER_REQUEST',
  effect: 'READ_ONLY',
  publicMessage: {},
  lockedAt: '2026-11-18T00:00:00.000Z',
  lockedUntil: null,
} as const
const refused = exampleProblem('validation-failed', [
  { pointer: '/recipients/1/email', code: 'invalid-format' },
  { pointer: '/attack/least', code: 'too-small', params: { min: 10 } },
])
const typed = { ...settings, attack: { enabled: true, least: 1, factor: Number.NaN } }

const states: [string, Solution, Partial<Given>, boolean][] = [
  ['before anybody chose anything', {}, { loaderData: none }, true],
  ['with recipients and a history', {}, {}, true],
  ['after they were saved', {}, { actionData: { problem: null, typed: null } }, true],
  ['with something wrong in them', {}, { actionData: { problem: refused, typed } }, true],
  ['for a viewer', { myRole: 'VIEWER' }, {}, false],
  ['of a locked captcha', { locks: [lock] }, {}, false],
]

test.for(states)('alerts %s are clean', async ([, solution, given, mayChange]) => {
  const state = solutionPage({
    at: '/captcha/alerts',
    ...(solution ? { solution } : {}),
    page: layer('captcha/alerts/alerts', alerts, { path: 'captcha/alerts', loaderData, ...given }),
    heading: (t) => t(($) => $.alerts.title),
    has(page) {
      expect(page.querySelector<HTMLFieldSetElement>('form[method="post"] > fieldset')?.disabled).toBe(!mayChange)
      const faults = page.querySelectorAll('main [aria-invalid="true"]').length
      expect(faults).toBe(given.actionData?.problem ? 2 : 0)
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

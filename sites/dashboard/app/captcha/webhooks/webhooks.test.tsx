import type { Webhook, WebhookDelivery } from '@bollard/contracts'
import { exampleProblem, faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { solutionPage } from '../../examples/example-pages.ts'
import type { WebhookAnswer } from './change-webhook.server.ts'
import * as webhookPage from './webhook.tsx'
import * as webhooks from './webhooks.tsx'

type Solution = Parameters<typeof solutionPage>[0]['solution']
type ListGiven = Parameters<typeof layer<typeof webhooks>>[2]
type PageGiven = Parameters<typeof layer<typeof webhookPage>>[2]

const webhook: Webhook = {
  id: '01K5Z7QWWW0000000000000001',
  url: 'https://hooks.rundbrief-redaktion.example.org/services/bereitschaft/T02K4J7AB/B0179QX2',
  description: 'Chat der Bereitschaft',
  events: ['alert.raised', 'alert.ended'],
  active: true,
  inactiveReason: null,
  failingSince: null,
  secretCreatedAt: '2026-10-01T08:00:00.000Z',
  formerSecretUntil: null,
  createdAt: '2026-10-01T08:00:00.000Z',
  updatedAt: '2026-10-01T08:00:00.000Z',
  version: 2,
}
const id = (end: number) => `01K5Z7QWWW00000000000000${String(end).padStart(2, '0')}`
const some: Webhook[] = [
  webhook,
  { ...webhook, id: id(2), failingSince: '2026-11-17T08:00:00.000Z', description: '' },
  { ...webhook, id: id(3), active: false, inactiveReason: 'FAILING' },
  { ...webhook, id: id(4), active: false, inactiveReason: 'MEMBER' },
]
const intent = '7d1f3f2a-6f0e-4a3e-9d61-2f4b6f0f7a11'
const lock = {
  id: '01K5Z7QLLL0000000000000001',
  reason: 'OWNER_REQUEST',
  effect: 'READ_ONLY',
  publicMessage: {},
  lockedAt: '2026-11-18T00:00:00.000Z',
  lockedUntil: null,
} as const

const lists: [string, Solution, Pick<ListGiven, 'loaderData'> & Partial<ListGiven>][] = [
  ['none', {}, { loaderData: { webhooks: [], intent } }],
  ['some', {}, { loaderData: { webhooks: some, intent } }],
  [
    'ten, with no room for more',
    {},
    { loaderData: { webhooks: Array.from({ length: 10 }, (_, n) => ({ ...webhook, id: id(n) })), intent } },
  ],
  [
    'one that was created',
    {},
    {
      loaderData: { webhooks: some, intent },
      actionData: { created: { id: webhook.id, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' } },
    },
  ],
  [
    'one that was refused',
    {},
    {
      loaderData: { webhooks: [], intent },
      actionData: {
        problem: exampleProblem('validation-failed', [{ pointer: '/url', code: 'not-https' }]),
        typed: { url: 'http://shop.example', events: ['alert.raised'], description: '' },
        intent,
      },
    },
  ],
  ['some, for a viewer', { myRole: 'VIEWER' }, { loaderData: { webhooks: some, intent } }],
]

test.for(lists)('a list of %s is clean', async ([, solution, given]) => {
  const state = solutionPage({
    at: '/captcha/webhooks',
    ...(solution ? { solution } : {}),
    page: layer('captcha/webhooks/webhooks', webhooks, { path: 'captcha/webhooks', ...given }),
    heading: (t) => t(($) => $.webhooks.title),
    has(page) {
      expect(page.querySelectorAll('main tbody tr').length).toBe(given.loaderData.webhooks.length)
      const form = page.querySelector<HTMLFieldSetElement>('main form > fieldset')
      expect(form === null).toBe(given.loaderData.webhooks.length === 10)
      if (form) expect(form.disabled).toBe(solution?.myRole === 'VIEWER')
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

const delivery: WebhookDelivery = {
  id: '01K5Z7QDDD0000000000000001',
  type: 'ping',
  status: 'DELIVERED',
  attempts: 1,
  httpStatus: 200,
  error: null,
  durationMs: 182,
  requestHeaders: {
    'content-type': 'application/json',
    'webhook-id': '01K5Z7QDDD0000000000000001',
    'webhook-signature': 'v1,…',
  },
  requestBody: '{"type":"ping","timestamp":"2026-11-18T10:15:00.000Z","data":{}}',
  responseBody: 'ok',
  createdAt: '2026-11-18T10:15:00.000Z',
  lastTryAt: '2026-11-18T10:15:00.000Z',
  nextTryAt: null,
}
const deliveries: WebhookDelivery[] = [
  delivery,
  {
    ...delivery,
    id: id(11),
    type: 'alert.raised',
    status: 'FAILED',
    attempts: 10,
    httpStatus: 500,
    error: 'status',
    responseBody: '',
  },
  {
    ...delivery,
    id: id(12),
    status: 'PENDING',
    httpStatus: null,
    error: 'timeout',
    responseBody: null,
    durationMs: 15_000,
    nextTryAt: '2026-11-18T10:20:00.000Z',
  },
  {
    ...delivery,
    id: id(13),
    status: 'PENDING',
    attempts: 0,
    httpStatus: null,
    durationMs: null,
    responseBody: null,
    lastTryAt: null,
  },
]
const done: WebhookAnswer = { did: 'save', problem: null, typed: null, secret: null, sent: null }

const pages: [string, Solution, Partial<PageGiven>][] = [
  ['before anything was sent', {}, { loaderData: { webhook, deliveries: [] } }],
  ['with deliveries', {}, {}],
  ['after a test that failed', {}, { actionData: { ...done, did: 'test', sent: 'FAILED' } }],
  ['after it was saved', {}, { actionData: done }],
  [
    'with a new secret',
    {},
    { actionData: { ...done, did: 'rotate', secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' } },
  ],
  [
    'that somebody else has changed',
    {},
    {
      actionData: {
        ...done,
        problem: exampleProblem('version-conflict'),
        typed: { url: webhook.url, events: [], description: 'x' },
      },
    },
  ],
  ['for a viewer', { myRole: 'VIEWER' }, {}],
  [
    'of a locked captcha',
    { locks: [lock] },
    {
      loaderData: {
        webhook: { ...webhook, active: false, inactiveReason: 'GONE', formerSecretUntil: '2026-11-19T10:00:00.000Z' },
        deliveries,
      },
    },
  ],
]

test.for(pages)('a webhook %s is clean', async ([, solution, given]) => {
  const state = solutionPage({
    at: `/captcha/webhooks/${webhook.id}`,
    ...(solution ? { solution } : {}),
    page: layer('captcha/webhooks/webhook', webhookPage, {
      path: 'captcha/webhooks/:webhookId',
      loaderData: { webhook, deliveries },
      ...given,
    }),
    heading: () => 'hooks.rundbrief-redaktion.example.org',
    has(page) {
      for (const button of page.querySelectorAll<HTMLButtonElement>('main button[type="submit"]'))
        expect(button.matches(':disabled'), button.textContent ?? '').toBe(Object.keys(solution ?? {}).length > 0)
      // The folds of what was sent open by themselves for the look at them.
      for (const fold of page.querySelectorAll('details')) fold.open = true
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

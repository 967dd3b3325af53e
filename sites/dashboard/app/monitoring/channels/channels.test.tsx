import { type Channel, channelTargetSchema } from '@bollard/contracts'
import { exampleProblem, faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { monitoringPage } from '../../examples/example-monitoring.ts'
import { exampleChoices } from '../../examples/example-service.ts'
import * as creation from './channel-new.tsx'
import * as channelPage from './channel.tsx'
import * as channels from './channels.tsx'
import { channelChoices, channelOf, newChannel, shownChannel } from './typed-channel.ts'

const at = '2026-11-18T09:40:00.000Z'
const channel: Channel = {
  id: '019a9b1c-5d3e-7000-8000-000000000501',
  name: 'Telefon der Bereitschaft in der Redaktion',
  language: 'de',
  active: true,
  quietHours: { timeZone: 'Europe/Berlin', hours: [{ weekdays: [1, 2, 3, 4, 5], from: '22:00', until: '07:00' }] },
  target: {
    kind: 'PRESET',
    preset: 'MATRIX',
    fields: { server: 'https://matrix.example.org', room: '!bereitschaft:example.org' },
    secrets: { token: null },
  },
  secrets: ['token'],
  addresses: [],
  lastResult: { at, delivered: false, httpStatus: 401, error: 'credentials', answer: '{"errcode":"M_UNKNOWN_TOKEN"}' },
  failingSince: at,
  createdAt: at,
  updatedAt: at,
  version: 2,
}
const mail: Channel = {
  ...channel,
  id: 'c2',
  target: { kind: 'EMAIL', addresses: ['anna@example.org', 'tom@example.net'] },
  addresses: [{ email: 'tom@example.net', state: 'WAITING' }],
  secrets: [],
  lastResult: null,
  failingSince: null,
  quietHours: null,
  active: false,
}
const message = {
  id: 'n1',
  channelId: channel.id,
  dedupeKey: 'k',
  state: 'FAILED' as const,
  alerts: [{ id: 'a1', serviceName: 'Mailserver', event: 'OPENED' as const }],
  attempts: 5,
  httpStatus: 401,
  error: 'credentials' as const,
  createdAt: at,
  nextTryAt: null,
  sentAt: null,
}

test.for([
  ['some', { channels: [channel, mail], messages: [message] }, 'MEMBER'],
  ['none', { channels: [], messages: [] }, 'MEMBER'],
  ['some, for a viewer', { channels: [channel], messages: [] }, 'VIEWER'],
] as const)('a list of channels with %s is clean', async ([, given, myRole]) => {
  const state = monitoringPage({
    at: '/channels',
    solution: { myRole },
    page: layer('monitoring/channels/channels', channels, {
      path: 'channels',
      loaderData: {
        channels: [...given.channels],
        messages: given.messages.map((one) => ({ ...one, alerts: [...one.alerts] })),
      },
    }),
    heading: (t) => t(($) => $.monitoring.channels.title),
    has: (page) => expect(page.querySelectorAll('main ol li').length).toBe(given.channels.length),
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('a channel whose test failed is clean, and its secret is not shown', async () => {
  const state = monitoringPage({
    at: `/channels/${channel.id}`,
    page: layer('monitoring/channels/channel', channelPage, {
      path: 'channels/:channelId',
      loaderData: { channel, zones: exampleChoices.zones, gaveUp: [{ ...message, alerts: [...message.alerts] }] },
      actionData: { did: 'test', problem: null, typed: null, result: channel.lastResult },
    }),
    heading: () => channel.name,
    has(page) {
      expect(page.querySelector<HTMLInputElement>('[name="target/secrets/token"]')?.value).toBe('')
      expect(page.querySelector<HTMLInputElement>('[name="target/fields/server"]')?.value).toBe(
        'https://matrix.example.org',
      )
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
  const asking = monitoringPage({
    at: `/channels/${mail.id}`,
    page: layer('monitoring/channels/channel', channelPage, {
      path: 'channels/:channelId',
      loaderData: { channel: mail, zones: exampleChoices.zones, gaveUp: [] },
    }),
    heading: () => mail.name,
    has: (page) => expect(page.querySelector('main ul')?.textContent).toContain('tom@example.net'),
  })
  expect(await faultsOfPage(asking)).toEqual([])
})

test.for(['REQUEST', 'WEBHOOK'] as const)(
  'a new channel of kind %s is clean, also when it was refused or made',
  async (kind) => {
    const typed = newChannel(kind, 'en')
    const problem = exampleProblem('validation-failed', [{ pointer: '/name', code: 'required' }])
    for (const actionData of [
      { problem, typed, made: null },
      { problem: null, typed: null, made: { id: channel.id, signingSecret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' } },
    ]) {
      const state = monitoringPage({
        at: `/channels/new?kind=${kind}`,
        page: layer('monitoring/channels/channel-new', creation, {
          path: 'channels/new',
          loaderData: { kind, zones: exampleChoices.zones },
          actionData,
        }),
        heading: (t) => t(($) => $.monitoring.channels.kinds[kind]),
      })
      expect(await faultsOfPage(state)).toEqual([])
    }
  },
)

const filled: Readonly<Record<string, string>> = {
  'target/addresses': 'anna@example.org\nben@example.org',
  'target/url': 'https://example.org/hook',
  'target/chatId': '-100200300',
  'target/fields/room': '!a:example.org',
  'target/fields/topic': 'alerts',
  'target/fields/server': 'https://example.org',
  'target/fields/accountSid': `AC${'0'.repeat(32)}`,
  'target/fields/from': '+4930123456',
  'target/fields/to': '+4930123457',
  'target/request/url': 'https://example.org/hook',
  'target/request/body': '{"text": "{{title}}"}',
}

test.for(channelChoices)('a form of kind %s that is filled in is a channel that the service takes', (kind) => {
  const { target } = channelOf({ kind, values: { ...newChannel(kind, 'en').values, ...filled } })
  expect(channelTargetSchema.safeParse(target).error?.issues ?? []).toEqual([])
})

test('what is shown of a channel and sent back is the same channel, and its secrets stay', () => {
  const request: Channel['target'] = {
    kind: 'REQUEST',
    request: {
      method: 'PUT',
      url: 'https://example.org/{{key}}',
      headers: [{ name: 'x-key', value: '{{apiKey}}' }],
      contentType: 'TEXT',
      body: 'a\nb',
    },
    resolvedRequest: { method: 'POST', url: 'https://example.org/ok', headers: [], contentType: 'JSON', body: '{}' },
    secrets: { apiKey: null },
  }
  for (const target of [channel.target, mail.target, request]) {
    const secrets = target.kind === 'REQUEST' ? ['apiKey'] : channel.secrets
    const { name, language, active, quietHours } = channel
    expect(channelOf(shownChannel({ ...channel, target, secrets }))).toEqual({
      name,
      language,
      active,
      quietHours,
      target,
    })
  }
})

import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { channelPresetFields, type RequestTemplate, type ShownChannelTarget } from '@bollard/contracts'
import { createWebhookSecret, requestPublic, verifyWebhook } from '@bollard/webhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Secrets } from './channel-kind.ts'
import type { Message } from './message.ts'
import { fallbacksOf, presets } from './presets.ts'
import { assertTemplate, fillTemplate } from './request-template.ts'
import type { Outcome } from './channel-kind.ts'
import { contextOf, quietPorts } from '../testing/quiet-ports.ts'
import { sendMessage } from './send-message.ts'

interface Heard {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}
let server: Server
let heard: Heard[] = []
let answer: { status: number; body?: object; headers?: Record<string, string> } = { status: 200 }

/** Stands for every provider: takes what is sent to it, and answers what a test wants. */
beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      heard.push({ method, path, headers, body: Buffer.concat(chunks).toString('utf8') })
      response.writeHead(answer.status, answer.headers ?? {}).end(JSON.stringify(answer.body ?? {}))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => server?.close())

const alert = {
  id: '019a9b1c-5d3e-7000-8000-0000000000e1',
  event: 'OPENED',
  ruleName: 'All',
  serviceId: '019a9b1c-5d3e-7000-8000-0000000000f1',
  serviceName: 'Shop "north"',
  condition: 'STATE',
  facts: { state: 'DOWN', fault: 'timeout' },
  openedAt: '2026-03-02T12:00:00.000Z',
  resolvedAt: null,
} as const
const message: Message = {
  id: '019a9b1c-5d3e-7000-8000-0000000000d1',
  key: 'key-1',
  solutionId: '019a9b1c-5d3e-7000-8000-0000000000a1',
  event: 'OPENED',
  title: 'Shop "north" & <co> is down',
  text: 'Since noon\nFault: timeout',
  lines: ['Since noon', 'Fault: timeout'],
  more: '… and {{count}} more',
  url: 'https://dashboard.example/en/monitoring/alerts',
  alerts: [alert],
  at: new Date('2026-03-02T12:00:30Z'),
  triedAt: new Date('2026-03-02T12:00:31Z'),
}
const resolved: Message = { ...message, event: 'RESOLVED' }
const acknowledged: Message = { ...message, event: 'ACKNOWLEDGED' }

/** Sends as in production, but for where the request arrives: what was asked for is in `host`. */
async function send(
  target: ShownChannelTarget,
  secrets: Secrets,
  told = message,
): Promise<{ outcome: Outcome; got: Heard; json: unknown }> {
  heard = []
  const { port } = server.address() as AddressInfo
  const outcome = await sendMessage(
    contextOf({
      ...quietPorts,
      request: (call) => {
        const url = new URL(call.url)
        const there = `http://127.0.0.1:${port}${url.pathname}${url.search}`
        return requestPublic(
          { ...call, url: there, headers: { ...call.headers, host: url.host } },
          { allowPrivate: true },
        )
      },
    }),
    { solutionId: message.solutionId, language: 'en', target, secrets },
    told,
    { query: () => Promise.reject(new Error('nothing is asked')) },
  )
  const [got] = heard
  if (got === undefined) throw new Error(`nothing was sent: ${outcome.error ?? ''}`)
  const isJson = got.headers['content-type']?.startsWith('application/json') === true
  return { outcome, got, json: isJson ? JSON.parse(got.body) : null }
}

test('Slack is told by its incoming webhook, and no name makes a link or mentions anybody', async () => {
  const url = 'https://hooks.slack.com/services/T0/B0/x'
  const { got, json } = await send({ kind: 'SLACK', url: null }, { url }, { ...message, lines: ['<!channel> & more'] })
  expect(got).toMatchObject({ method: 'POST', path: '/services/T0/B0/x', headers: { host: 'hooks.slack.com' } })
  expect(json).toMatchObject({
    text: 'Shop "north" &amp; &lt;co&gt; is down',
    blocks: [
      { type: 'header' },
      { type: 'section', text: { text: '&lt;!channel&gt; &amp; more' } },
      { type: 'context' },
    ],
  })
})

test('Microsoft Teams is told by an adaptive card', async () => {
  const url = 'https://prod-1.westeurope.logic.azure.com/workflows/1/triggers/manual/paths/invoke?sig=a'
  answer = { status: 202 }
  const { outcome, json } = await send({ kind: 'TEAMS', url: null }, { url })
  answer = { status: 200 }
  expect(outcome.error).toBeNull()
  expect(json).toMatchObject({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: { type: 'AdaptiveCard', actions: [{ type: 'Action.OpenUrl', url: message.url }] },
      },
    ],
  })
})

test('Telegram is told by sendMessage, and says in its body how long to wait', async () => {
  const target = { kind: 'TELEGRAM', token: null, chatId: '-1001', threadId: 7 } as const
  answer = { status: 429, body: { ok: false, error_code: 429, parameters: { retry_after: 31 } } }
  const { outcome, got, json } = await send(target, { token: '1:abc' })
  expect(got.path).toBe('/bot1:abc/sendMessage')
  expect(json).toMatchObject({ chat_id: '-1001', message_thread_id: 7, link_preview_options: { is_disabled: true } })
  expect(outcome).toMatchObject({ error: 'rate-limited', retryAfterSeconds: 31 })
  answer = { status: 400, body: { ok: false, description: 'Bad Request: chat not found' } }
  expect((await send(target, { token: '1:abc' })).outcome).toMatchObject({ error: 'credentials', httpStatus: 400 })
  answer = { status: 200 }
})

test('PagerDuty gets an event for each alert, and whoever takes care and its end change the same incident', async () => {
  const target = { kind: 'PAGERDUTY', routingKey: null, region: 'EU' } as const
  const { got, json } = await send(target, { routingKey: 'r' })
  expect(got).toMatchObject({ path: '/v2/enqueue', headers: { host: 'events.eu.pagerduty.com' } })
  expect(json).toMatchObject({
    routing_key: 'r',
    event_action: 'trigger',
    dedup_key: alert.id,
    payload: { summary: message.title, source: alert.serviceName, severity: 'critical', timestamp: alert.openedAt },
  })
  for (const [told, action] of [
    [resolved, 'resolve'],
    [acknowledged, 'acknowledge'],
  ] as const) {
    const expected = { routing_key: 'r', event_action: action, dedup_key: alert.id }
    expect((await send(target, { routingKey: 'r' }, told)).json).toEqual(expected)
  }
})

test('a webhook is signed as in Standard Webhooks, and a repetition has the same id', async () => {
  const secret = createWebhookSecret((size) => Buffer.alloc(size, 7))
  const target = { kind: 'WEBHOOK', url: 'https://hooks.example.org/in', secret: null } as const
  const { got, json } = await send(target, { secret })
  expect(got.headers['webhook-id']).toBe(message.id)
  const { headers } = got
  expect(verifyWebhook({ headers, body: got.body }, secret, message.triedAt.getTime() / 1_000)).toBe('valid')
  expect(json).toMatchObject({
    type: 'alert.opened',
    data: { dedupeKey: 'key-1', alerts: [{ serviceName: 'Shop "north"' }] },
  })
})

const token = 't'.repeat(30)
const sid = `AC${'0'.repeat(32)}`
test.for<[preset: keyof typeof presets, fields: Secrets, secrets: Secrets, expected: object, body: object]>([
  [
    'DISCORD',
    {},
    { url: 'https://discord.com/api/webhooks/1/x' },
    { path: '/api/webhooks/1/x' },
    { embeds: [{ title: message.title }], allowed_mentions: { parse: [] } },
  ],
  [
    'MATTERMOST',
    {},
    { url: 'https://chat.example.org/hooks/x' },
    { path: '/hooks/x' },
    { text: `${message.title}\n${message.text}\n${message.url}` },
  ],
  [
    'GOOGLE_CHAT',
    {},
    { url: 'https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=t' },
    { path: '/v1/spaces/A/messages?key=k&token=t' },
    { text: `${message.title}\n${message.text}\n${message.url}` },
  ],
  [
    'MATRIX',
    { room: '!a:example.org' },
    { token },
    {
      method: 'PUT',
      path: `/_matrix/client/v3/rooms/!a%3Aexample.org/send/m.room.message/${message.id}`,
      headers: { host: 'matrix.org', authorization: `Bearer ${token}` },
    },
    { msgtype: 'm.text' },
  ],
  [
    'NTFY',
    { topic: 'shop' },
    {},
    { path: '/', headers: { host: 'ntfy.sh' } },
    { topic: 'shop', title: message.title, priority: 5, click: message.url },
  ],
  [
    'GOTIFY',
    { server: 'https://push.example.org/gotify/' },
    { token },
    { path: '/gotify/message', headers: { 'x-gotify-key': token } },
    { title: message.title, priority: 8 },
  ],
  [
    'OPSGENIE',
    {},
    { apiKey: 'k' },
    { path: '/v2/alerts', headers: { host: 'api.opsgenie.com', authorization: 'GenieKey k' } },
    { alias: alert.id, message: message.title, priority: 'P1' },
  ],
])('%s is asked as its provider documents it', async ([preset, fields, secrets, expected, body]) => {
  const { got, json } = await send({ kind: 'PRESET', preset, fields, secrets: {} }, secrets)
  expect(got).toMatchObject(expected)
  expect(json).toMatchObject(body)
})

test.for<[preset: 'PUSHOVER' | 'TWILIO_SMS', fields: Secrets, secrets: Secrets, path: string, form: Secrets]>([
  [
    'PUSHOVER',
    {},
    { token, user: token },
    '/1/messages.json',
    { token, user: token, title: message.title, message: message.text, url: message.url, priority: '1' },
  ],
  [
    'TWILIO_SMS',
    { accountSid: sid, from: '+1555', to: '+4930' },
    { authToken: 's' },
    `/2010-04-01/Accounts/${sid}/Messages.json`,
    { From: '+1555', To: '+4930', Body: `${message.title}\n${message.text}` },
  ],
])('%s gets a form', async ([preset, fields, secrets, path, form]) => {
  const { got } = await send({ kind: 'PRESET', preset, fields, secrets: {} }, secrets)
  expect([got.path, Object.fromEntries(new URLSearchParams(got.body))]).toEqual([path, form])
  if (preset === 'TWILIO_SMS')
    expect(got.headers.authorization).toBe(`Basic ${Buffer.from(`${sid}:s`).toString('base64')}`)
})

test('Opsgenie acknowledges and closes what it has opened', async () => {
  const target = { kind: 'PRESET', preset: 'OPSGENIE', fields: {}, secrets: {} } as const
  for (const [told, action] of [
    [resolved, 'close'],
    [acknowledged, 'acknowledge'],
  ] as const) {
    const { got, json } = await send(target, { apiKey: 'k' }, told)
    expect(got).toMatchObject({ method: 'POST', headers: { authorization: 'GenieKey k' } })
    expect([got.path, json]).toEqual([`/v2/alerts/${alert.id}/${action}?identifierType=alias`, { source: 'Bollard' }])
  }
})

test('private networks are refused, whatever an address looks like', async () => {
  for (const url of [
    'https://127.0.0.1/',
    'http://example.org/',
    'https://[::1]/',
    'https://169.254.169.254/latest',
    'https://10.0.0.1:8443/',
  ]) {
    const channel = { solutionId: '1', language: 'en', target: { kind: 'SLACK', url: null }, secrets: { url } } as const
    const outcome = await sendMessage(contextOf(quietPorts), channel, message, {
      query: () => Promise.reject(new Error('nothing is asked')),
    })
    expect([url, outcome.error]).toEqual([url, 'address'])
  }
})

test('what is told ends no string and no field of a template, and only a field of an address is taken as it is', () => {
  const template: RequestTemplate = {
    method: 'POST',
    url: 'https://x.example/{{service}}?a={{title}}',
    headers: [{ name: 'X-A', value: '{{token}}' }],
    contentType: 'JSON',
    body: '{"a":"{{title}}","b":"{{text:7}}"}',
  }
  const filled = fillTemplate(template, { token: 'a\r\nb: c' }, message)
  expect(filled.url).toBe('https://x.example/Shop%20%22north%22?a=Shop%20%22north%22%20%26%20%3Cco%3E%20is%20down')
  expect(filled.headers['x-a']).toBe('a??b: c')
  expect(JSON.parse(filled.body ?? '')).toEqual({ a: message.title, b: 'Since …' })
})

const own: RequestTemplate = {
  method: 'POST',
  url: 'https://x.example/',
  headers: [],
  contentType: 'JSON',
  body: '{}',
}
test.for<[change: object, pointer: string, code: string]>([
  [{ url: 'http://x.example/' }, '/t/url', 'address'],
  [{ url: 'https://10.0.0.1/' }, '/t/url', 'address'],
  [{ url: 'https://{{service}}.example/' }, '/t/url', 'place-in-host'],
  [{ url: '{{token}}/x' }, '/t/url', 'address'],
  [{ body: '{"a": {{title}}}' }, '/t/body', 'json'],
  [{ body: '{"a": "{{nothing}}"}' }, '/t/body', 'unknown-place'],
  [{ headers: [{ name: 'Host', value: 'x' }] }, '/t/headers/0/name', 'forbidden'],
])('a template with %j is refused', ([change, pointer, code]) => {
  expect(() => assertTemplate({ ...own, ...change }, ['token'], '/t', false)).toThrow(
    expect.objectContaining({ errors: [{ pointer, code }] }),
  )
})

test('every preset can be filled with its fields', () => {
  for (const preset of Object.keys(presets) as (keyof typeof presets)[]) {
    const fields = Object.fromEntries(
      channelPresetFields[preset].map(({ name, kind }) => [name, kind === 'ADDRESS' ? 'https://x.example' : 'a']),
    )
    for (const template of [presets[preset].request, presets[preset].resolved ?? presets[preset].request]) {
      const { url, body = '' } = fillTemplate(template, { ...fallbacksOf(preset), ...fields }, message)
      expect([preset, URL.canParse(url), body.includes('{{')]).toEqual([preset, true, false])
    }
  }
})

import { type ChannelPreset, channelPresetFields, type NotificationError } from '@bollard/contracts'
import type { PublicAnswer, PublicRequest } from '@bollard/webhooks'
import { expect, test } from 'vitest'
import { contextOf, quietPorts } from '../testing/quiet-ports.ts'
import { answered } from '../testing/start-service.ts'
import type { Secrets } from './channel-kind.ts'
import { nextTry } from './deliver.ts'
import { writeMessage } from './message.ts'
import { presets } from './presets.ts'
import { isByAlert, type OpenChannel, sendMessage } from './send-message.ts'

type Target = OpenChannel['target']
/** `limit` is how many characters of its longest field a provider takes, as it counts them: what it is sent, or bytes of it. */
interface Provider {
  readonly target: Target
  readonly secrets: Secrets
  readonly limit: number
  readonly lengthOf: (call: PublicRequest) => number
}

const field = (read: (body: never) => string) => (call: PublicRequest) =>
  read(JSON.parse(call.body ?? '') as never).length
const bytes = (call: PublicRequest) => Buffer.byteLength(call.body ?? '')
const form = (name: string) => (call: PublicRequest) => new URLSearchParams(call.body).get(name)?.length ?? 0
const secretUrl = { url: 'https://chat.example.org/hooks/x' }
const preset = (name: ChannelPreset, limit: number, lengthOf: Provider['lengthOf']): [string, Provider] => {
  const of = (isSecret: boolean) =>
    Object.fromEntries(
      channelPresetFields[name]
        .filter(({ secret }) => secret === isSecret)
        .map(({ name: own, kind }) => [own, kind === 'ADDRESS' ? 'https://chat.example.org' : 'a']),
    )
  const target: Target = { kind: 'PRESET', preset: name, fields: of(false), secrets: {} }
  return [name, { target, secrets: of(true), limit, lengthOf }]
}

/** The fourteen providers that are asked by a request, and a request of one's own; mails are retried by their outbox. */
const providers: readonly [string, Provider][] = [
  [
    'WEBHOOK',
    {
      target: { kind: 'WEBHOOK', url: 'https://hooks.example.org/in', secret: null },
      secrets: { secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}` },
      limit: 1_000_000,
      lengthOf: bytes,
    },
  ],
  [
    'SLACK',
    {
      target: { kind: 'SLACK', url: null },
      secrets: secretUrl,
      limit: 3_000,
      lengthOf: field(({ blocks }: { blocks: { text?: { text: string } }[] }) => blocks[1]?.text?.text ?? ''),
    },
  ],
  ['TEAMS', { target: { kind: 'TEAMS', url: null }, secrets: secretUrl, limit: 28 * 1_024, lengthOf: bytes }],
  [
    'TELEGRAM',
    {
      target: { kind: 'TELEGRAM', token: null, chatId: '1', threadId: null },
      secrets: { token: '1:a' },
      limit: 4_096,
      lengthOf: field(({ text }: { text: string }) => text),
    },
  ],
  [
    'PAGERDUTY',
    {
      target: { kind: 'PAGERDUTY', routingKey: null, region: 'US' },
      secrets: { routingKey: 'r' },
      limit: 512 * 1_024,
      lengthOf: bytes,
    },
  ],
  preset(
    'DISCORD',
    4_096,
    field(({ embeds }: { embeds: { description: string }[] }) => embeds[0]?.description ?? ''),
  ),
  preset(
    'MATTERMOST',
    16_383,
    field(({ text }: { text: string }) => text),
  ),
  preset(
    'GOOGLE_CHAT',
    4_096,
    field(({ text }: { text: string }) => text),
  ),
  preset('MATRIX', 65_000, bytes),
  preset('NTFY', 4_096, (call) => Buffer.byteLength((JSON.parse(call.body ?? '') as { message: string }).message)),
  preset('GOTIFY', 65_000, bytes),
  preset('PUSHOVER', 1_024, form('message')),
  preset(
    'OPSGENIE',
    15_000,
    field(({ description }: { description: string }) => description),
  ),
  preset('TWILIO_SMS', 1_600, form('Body')),
  [
    'REQUEST',
    {
      target: {
        kind: 'REQUEST',
        request: {
          method: 'POST',
          url: 'https://x.example/',
          headers: [],
          contentType: 'JSON',
          body: '{"a":"{{text:900}}"}',
        },
        resolvedRequest: null,
        secrets: {},
      },
      secrets: {},
      limit: 900,
      lengthOf: field(({ a }: { a: string }) => a),
    },
  ],
]

const at = new Date('2026-03-02T12:00:30Z')
const alert = {
  id: '019a9b1c-5d3e-7000-8000-0000000000e1',
  event: 'OPENED',
  ruleName: 'All',
  serviceId: '019a9b1c-5d3e-7000-8000-0000000000f1',
  serviceName: 'Shop',
  condition: 'STATE',
  facts: { state: 'DOWN', fault: 'timeout' },
  openedAt: '2026-03-02T12:00:00.000Z',
  resolvedAt: null,
} as const
type Told = Parameters<typeof writeMessage>[0]

async function send(
  { target, secrets }: Provider,
  alerts: Told,
  answer: PublicAnswer,
  event: 'OPENED' | 'RESOLVED' = 'OPENED',
) {
  const requests: PublicRequest[] = []
  const written = writeMessage(alerts, { language: 'de', timeZone: 'Europe/Berlin', at })
  const told = {
    ...written,
    id: 'm',
    key: 'k',
    solutionId: 's',
    event,
    url: 'https://dashboard.example/',
    alerts,
    at,
    triedAt: at,
  }
  const outcome = await sendMessage(
    contextOf({
      ...quietPorts,
      request: async (call) => {
        requests.push(call)
        return answer
      },
    }),
    { solutionId: 's', language: 'de', target, secrets },
    told,
    { query: () => Promise.reject(new Error('nothing is asked')) },
  )
  const [request] = requests
  if (request === undefined || requests.length > 1) throw new Error('one message is one request')
  return { outcome, request }
}

const says = (status: number, body: string): PublicAnswer =>
  ({ ...answered(status), body: Buffer.from(body) }) as PublicAnswer
/** How a provider refuses with a status that says otherwise. */
const refusals: Readonly<Record<string, string>> = {
  TEAMS:
    'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 400 with ContextId 1',
  PUSHOVER: '{"user":"invalid","errors":["user identifier is invalid"],"status":0}',
  TWILIO_SMS: '{"sid":"SM1","status":"failed","error_code":30003}',
}

test.for(providers)(
  '%s: whatever goes wrong is retried after a wait and shown with its reason',
  async ([name, provider]) => {
    const bad: [answer: PublicAnswer, error: NotificationError, waitSeconds: number][] = [
      [answered(429, 240), 'rate-limited', 240],
      [answered(500), 'unavailable', 10],
      [answered(503), 'unavailable', 10],
      [{ status: null, fault: 'timeout' }, 'timeout', 10],
      [{ status: null, fault: 'connection' }, 'connection', 10],
      [answered(401), 'credentials', 10],
      [answered(403), 'credentials', 10],
      [answered(302), 'redirect', 10],
      // What receives a webhook answers by its status alone.
      ...(name === 'WEBHOOK'
        ? []
        : [
            [says(200, refusals[name] ?? '{"ok":false,"error":"x"}'), 'rejected', 10] as [
              PublicAnswer,
              NotificationError,
              number,
            ],
          ]),
    ]
    for (const [answer, error, waitSeconds] of bad) {
      const { outcome } = await send(provider, [alert], answer)
      expect([name, outcome.httpStatus, outcome.error]).toEqual([name, answer.status, error])
      const next = nextTry({ attempts: 1, since: at }, outcome, at)
      expect([name, error, (next?.getTime() ?? 0) - at.getTime()]).toEqual([name, error, waitSeconds * 1_000])
    }
    for (const [status, body] of [
      [200, '{"ok":true}'],
      [202, ''],
      [201, '{"status":"queued","error_code":null}'],
    ] as const)
      expect((await send(provider, [alert], says(status, body))).outcome.error).toBeNull()
  },
)

test('a provider that answers 200 and says which status it means, and how long to wait, is understood', async () => {
  const telegram = new Map(providers).get('TELEGRAM') as Provider
  const body = '{"ok":false,"error_code":429,"description":"Too Many Requests","parameters":{"retry_after":31}}'
  const { outcome } = await send(telegram, [alert], says(200, body))
  expect(outcome).toMatchObject({ error: 'rate-limited', retryAfterSeconds: 31 })
})

test.for(providers)(
  '%s: five hundred services that fail together fit into one message, and so does their end',
  async ([name, provider]) => {
    // Characters that a provider escapes, and those of two and three bytes.
    const names = ['<Straße> & Söhne_*', '東京の店 '.repeat(4), 'Shop '.repeat(16)]
    const one = isByAlert(provider.target)
    for (const event of one ? (['OPENED'] as const) : (['OPENED', 'RESOLVED'] as const)) {
      const storm = Array.from({ length: 500 }, (_, index) => ({
        ...alert,
        event,
        serviceName: `${index} ${names[index % names.length] ?? ''}`.slice(0, 80).trim(),
      }))
      const { request, outcome } = await send(provider, one ? storm.slice(0, 1) : storm, says(200, 'ok'), event)
      expect(outcome.error).toBeNull()
      const length = provider.lengthOf(request)
      expect([name, length > 0 && length <= provider.limit, length]).toEqual([name, true, length])
      if (one || name === 'WEBHOOK' || request.body === undefined) continue
      const shown = decodeURIComponent(request.body.replaceAll('+', ' ').replaceAll(/%(?![0-9A-F]{2})/gu, '%25'))
      const listed = shown.match(/• /gu)?.length ?? 0
      const left = Number(/… und (\d+) weitere/u.exec(shown)?.[1])
      expect([name, listed > 3, listed + left]).toEqual([name, true, 500])
    }
  },
)

test('every preset is among the providers', () => {
  const named = new Set(providers.map(([name]) => name))
  expect(Object.keys(presets).filter((one) => !named.has(one))).toEqual([])
  expect(providers).toHaveLength(15)
})

import { createServer } from 'node:http'
import { json, text } from 'node:stream/consumers'
import type { AdvertisingToken } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { expect, onTestFinished, test } from 'vitest'
import type { AdvertisingProvider, Upload } from '../identity-context.ts'
import { type TestService, useTestServices } from '../testing/start-test-service.ts'
import {
  codeOf,
  consent,
  fakeNetwork,
  gclid,
  stateOf,
  withConversion as withConversionIn,
} from '../testing/with-conversion.ts'
import { createGoogleAds } from './google-ads.ts'

const start = useTestServices(startTestDatabase)
const day = 86_400_000
const withConversion = (advertising?: AdvertisingProvider) => withConversionIn(start, advertising)
const count = async ({ db }: TestService, table: 'advertising_tokens' | 'conversions') =>
  (await db.query<{ n: number }>(`test-count-${table}`, `select count(*)::int as n from identity.${table}`))[0]?.n

test('without consent nothing is kept', async () => {
  const service = await start()
  for (const body of [{ gclid }, { gclid, consent: { ...consent, adUserData: false } }]) {
    const answer = await service.call('POST', '/advertising-tokens', { body })
    expect([answer.statusCode, answer.json()]).toEqual([201, { id: null }])
  }
  expect(await count(service, 'advertising_tokens')).toBe(0)
  for (const wrong of [
    { gclid: 'short' },
    { gclid: `${gclid} ` },
    { gclid: 'x'.repeat(513) },
    {},
    { gclid, consent: { adUserData: true } },
  ])
    expect(codeOf(await service.call('POST', '/advertising-tokens', { body: wrong })), JSON.stringify(wrong)).toBe(
      'validation-failed',
    )
})

test('a click, its landing and its conversions are shown to administrators, and to nobody else', async () => {
  const it = await withConversion()
  expect(await it.read()).toMatchObject({
    id: it.tokenId,
    gclid,
    consent,
    landingPath: '/en/products/captcha',
    locale: 'en-GB',
  })
  expect(stateOf(await it.read(), it.conversionId)).toMatchObject({
    kind: 'TRIAL_TO_PAID',
    state: 'ELIGIBLE',
    value: { amountMinor: 3900, currency: 'EUR' },
    attempts: 0,
  })
  const list = await it.call('GET', '/advertising-tokens?state=ELIGIBLE', { headers: { cookie: it.operator } })
  expect(list.json<{ items: AdvertisingToken[] }>().items.map(({ id }) => id)).toEqual([it.tokenId])
  expect((await it.call('GET', '/advertising-tokens?state=SENT', { headers: { cookie: it.operator } })).json()).toEqual(
    { items: [], nextCursor: null },
  )
  expect(codeOf(await it.call('GET', '/advertising-tokens?cursor=x', { headers: { cookie: it.operator } }))).toBe(
    'invalid-parameter',
  )
  const calls: ['GET' | 'POST' | 'PUT', string, object?][] = [
    ['GET', '/advertising-tokens'],
    ['GET', `/advertising-tokens/${it.tokenId}`],
    ['POST', '/conversion-exports'],
    ['GET', '/conversion-exports'],
    ['GET', '/conversion-exports/019a0000-0000-7000-8000-000000000000/conversions.csv'],
    ['PUT', '/conversion-exports/019a0000-0000-7000-8000-000000000000/state', { status: 'SENT' }],
    ['POST', `${it.place}/reject`, { reason: 'TEST' }],
  ]
  for (const [method, path, body] of calls) {
    expect(codeOf(await it.call(method, path, body ? { body } : {})), path).toBe('unauthenticated')
    expect(
      codeOf(await it.call(method, path, { ...(body ? { body } : {}), headers: { cookie: it.person } })),
      path,
    ).toBe('forbidden')
  }
  expect(codeOf(await it.send({}, it.person))).toBe('forbidden')
  const unknown = '019a0000-0000-7000-8000-000000000000'
  expect(codeOf(await it.call('GET', `/advertising-tokens/${unknown}`, { headers: { cookie: it.operator } }))).toBe(
    'not-found',
  )
  expect(
    codeOf(
      await it.call('POST', `/advertising-tokens/${unknown}/conversions/${it.conversionId}/reject`, {
        body: { reason: 'TEST' },
        headers: { cookie: it.operator },
      }),
    ),
  ).toBe('not-found')
})

test('the same event is recorded once, and people who came otherwise have none', async () => {
  const it = await withConversion()
  const before = await count(it, 'conversions')
  const again = { userId: it.userId, kind: 'TRIAL_TO_PAID', reference: 'invoice-1', occurredAt: new Date() } as const
  await Promise.all([1, 2, 3].map(() => it.service.recordConversion(again)))
  await it.service.recordConversion({ ...again, userId: '019a0000-0000-7000-8000-000000000000' })
  expect(await count(it, 'conversions')).toBe(before)
})

test('a conversion is sent once, also by two administrators at the same moment', async () => {
  const network = fakeNetwork()
  const it = await withConversion(network)
  const answers = await Promise.all([it.send(), it.send()])
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  expect(network.seen).toEqual([
    {
      gclid,
      conversionActionId: '987',
      occurredAt: new Date('2026-03-02T08:00:00Z'),
      value: { amountMinor: 3900, currency: 'EUR' },
      orderId: it.conversionId,
      consent,
    },
  ])
  expect(stateOf(await it.read(), it.conversionId)).toMatchObject({ state: 'SENT', attempts: 1 })
  expect(
    codeOf(await it.call('POST', `${it.place}/reject`, { body: { reason: 'TEST' }, headers: { cookie: it.operator } })),
  ).toBe('conversion-state')
})

test('without a network, without consent or under another order id nothing is sent', async () => {
  expect(codeOf(await (await withConversion()).send())).toBe('not-configured')
  const network = fakeNetwork()
  const it = await withConversion(network)
  for (const wrong of [
    { orderId: it.tokenId },
    { consent: { ...consent, adUserData: false } },
    { conversionActionId: 'x' },
    { value: undefined },
  ])
    expect(codeOf(await it.send(wrong)), JSON.stringify(wrong)).toBe('validation-failed')
  expect(network.seen).toEqual([])
})

test('a rejected conversion is never sent', async () => {
  const network = fakeNetwork()
  const it = await withConversion(network)
  const rejected = await it.call('POST', `${it.place}/reject`, {
    body: { reason: 'FRAUD', comment: 'Bots' },
    headers: { cookie: it.operator },
  })
  expect(rejected.json()).toMatchObject({ state: 'REJECTED', reason: 'FRAUD' })
  expect(codeOf(await it.send())).toBe('conversion-state')
  expect(network.seen).toEqual([])
  const signUp = (await it.read()).conversions.find(({ kind }) => kind === 'SIGNUP')?.conversionId
  const plain = await it.call('POST', `/advertising-tokens/${it.tokenId}/conversions/${signUp}/reject`, {
    headers: { cookie: it.operator },
  })
  expect(plain.json(), 'without a body').toMatchObject({ state: 'REJECTED', reason: 'OTHER' })
})

test('clicks of people with an account are open for 90 days, with what is recorded of them', async () => {
  const it = await withConversion()
  const [click, ...others] = await it.service.listOpenClicks()
  expect([click?.userId, click?.recorded.toSorted(), others]).toEqual([it.userId, ['SIGNUP', 'TRIAL_TO_PAID'], []])
  it.clock.offset += 89 * day
  expect(await it.service.listOpenClicks()).toHaveLength(1)
  it.clock.offset += day
  expect(await it.service.listOpenClicks()).toEqual([])
})

test('what may be taken later is tried again after a day, five times at most; what never will is not', async () => {
  const retry = { kind: 'RETRY', code: 'TOO_RECENT_EVENT' } as const
  const network = fakeNetwork([retry, retry, retry, retry, retry])
  const it = await withConversion(network)
  expect((await it.send()).json()).toMatchObject({ state: 'FAILED_RETRY', reason: 'TOO_RECENT_EVENT', attempts: 1 })
  await it.service.sendDueConversions()
  expect(network.seen).toHaveLength(1)
  for (let attempt = 2; attempt <= 6; attempt += 1) {
    it.clock.offset += day + 1000
    await Promise.all([it.service.sendDueConversions(), it.service.sendDueConversions()])
  }
  expect(network.seen).toHaveLength(5)
  expect(
    await it.db.query('test-state', 'select state, attempts from identity.conversions where id = $1', [
      it.conversionId,
    ]),
  ).toEqual([{ state: 'FAILED_FINAL', attempts: 5 }])

  const final = await withConversion(fakeNetwork([{ kind: 'FINAL', code: 'CLICK_NOT_FOUND' }]))
  expect((await final.send()).json()).toMatchObject({
    state: 'FAILED_FINAL',
    reason: 'CLICK_NOT_FOUND',
    nextAttemptAt: null,
  })
})

test('an attempt whose process ended is tried again after ten minutes', async () => {
  const network = fakeNetwork()
  const it = await withConversion({ upload: async () => new Promise(() => {}) })
  void it.send()
  await expect.poll(async () => stateOf(await it.read(), it.conversionId)?.state).toBe('SENDING')
  const { sendDueConversions } = await import('./send-conversion.ts')
  expect(await sendDueConversions(it.db, network, () => new Date(Date.now() + 5 * 60_000))).toBe(0)
  expect(await sendDueConversions(it.db, network, () => new Date(Date.now() + 11 * 60_000))).toBe(1)
  expect(stateOf(await it.read(), it.conversionId)).toMatchObject({ state: 'SENT', attempts: 2 })
})

test('after 90 days a click id is gone, its conversions are ineligible, and a click that led to nothing is forgotten', async () => {
  const it = await withConversion(fakeNetwork())
  await it.call('POST', '/advertising-tokens', { body: { gclid: 'Another_click-of-nobody', consent } })
  it.clock.offset += 91 * day
  await it.service.sweep()
  const rows = await it.db.query('test-tokens', 'select id, gclid from identity.advertising_tokens')
  expect(rows).toEqual([{ id: it.tokenId, gclid: null }])
  expect(await it.db.query('test-states', `select distinct state, reason from identity.conversions`)).toEqual([
    { state: 'INELIGIBLE', reason: 'EXPIRED' },
  ])
})

test('Google Ads: what is sent, what its answers mean, and that a token is asked for once', async () => {
  const seen: { url: string; headers: Record<string, unknown>; body: unknown }[] = []
  const answers: [number, unknown][] = [
    [200, { results: [{ gclid }] }],
    [
      200,
      { partialFailureError: { details: [{ errors: [{ errorCode: { conversionUploadError: 'CLICK_NOT_FOUND' } }] }] } },
    ],
    [
      200,
      {
        partialFailureError: { details: [{ errors: [{ errorCode: { conversionUploadError: 'TOO_RECENT_EVENT' } }] }] },
      },
    ],
    [
      200,
      {
        partialFailureError: {
          details: [{ errors: [{ errorCode: { conversionUploadError: 'CLICK_CONVERSION_ALREADY_EXISTS' } }] }],
        },
      },
    ],
    [500, 'oops'],
    [401, { error: { details: [] } }],
  ]
  const server = createServer(async (request, response) => {
    if (request.url === '/token') {
      seen.push({ url: '/token', headers: {}, body: await text(request) })
      return void response.end(JSON.stringify({ access_token: 'access-1', expires_in: 3600 }))
    }
    seen.push({ url: request.url ?? '', headers: request.headers, body: await json(request) })
    const [status, body] = answers.shift() ?? [200, {}]
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const settings = {
    customerId: '123',
    developerToken: 'dev',
    clientId: 'c',
    clientSecret: 's',
    refreshToken: 'r',
    apiUrl: url,
    tokenUrl: `${url}/token`,
  }
  const ads = createGoogleAds(settings, () => new Date('2026-03-01T00:00:00Z'))
  const upload: Upload = {
    gclid,
    conversionActionId: '987',
    occurredAt: new Date('2026-03-01T08:00:00Z'),
    value: { amountMinor: 3905, currency: 'EUR' },
    orderId: 'o-1',
    consent,
  }
  const outcomes = []
  for (let index = 0; index < 6; index += 1) outcomes.push(await ads.upload(upload))
  expect(outcomes).toEqual([
    { kind: 'SENT' },
    { kind: 'FINAL', code: 'CLICK_NOT_FOUND' },
    { kind: 'RETRY', code: 'TOO_RECENT_EVENT' },
    { kind: 'CONFIRMED' },
    { kind: 'RETRY', code: 'HTTP_500' },
    { kind: 'RETRY', code: 'HTTP_401' },
  ])
  expect(seen.filter(({ url: path }) => path === '/token')).toHaveLength(1)
  expect(seen[1]).toMatchObject({
    url: '/v26/customers/123:uploadClickConversions',
    headers: { authorization: 'Bearer access-1', 'developer-token': 'dev' },
    body: {
      partialFailure: true,
      conversions: [
        {
          gclid,
          conversionAction: 'customers/123/conversionActions/987',
          conversionDateTime: '2026-03-01 08:00:00+00:00',
          conversionValue: 39.05,
          currencyCode: 'EUR',
          orderId: 'o-1',
          consent: { adUserData: 'GRANTED', adPersonalization: 'DENIED' },
        },
      ],
    },
  })
  server.close()
  server.closeAllConnections()
  expect(await ads.upload(upload)).toEqual({ kind: 'RETRY', code: 'UNREACHABLE' })
})

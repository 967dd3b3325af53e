import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { ApiProblem } from './api-problem.ts'
import { ApiUnreachable } from './api-unreachable.ts'
import { type ApiClientOptions, createApiClient } from './create-api-client.ts'

interface Seen {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** A server that answers every call alike, and a client to it. Ends with the test. */
async function startService(
  answer: (response: ServerResponse) => void,
  options: Omit<ApiClientOptions, 'baseUrl'> = {},
) {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    seen.push({ method: request.method, url: request.url, headers: request.headers, body: await text(request) })
    answer(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((done) => void server.close(done))
  })
  const { port } = server.address() as AddressInfo
  const client = createApiClient({ baseUrl: `http://127.0.0.1:${port}`, ...options })
  return { client, seen }
}

const json =
  (status: number, body: unknown, headers: Record<string, string | string[]> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const browserRequest = (cookie: string) => ({
  headers: new Headers({ cookie, 'user-agent': 'Test/1', authorization: 'Bearer no' }),
})
const solutionId = '019a0000-0000-7000-8000-000000000000'
const problem = {
  type: 'urn:bollard:problem:validation-failed',
  title: 'Validation failed',
  status: 422,
  detail: 'Some fields.',
  code: 'validation-failed',
  requestId: 'r1',
  errors: [
    { pointer: '/label', code: 'too-short', params: { min: 3 } },
    { pointer: '/label', code: 'invalid-format' },
  ],
}

test('a call sends its body as JSON and resolves to the answer', async () => {
  const service = await startService(json(201, { email: 'a@b.example' }))
  const accountNewDto = {
    email: 'a@b.example',
    password: 'x'.repeat(12),
    givenName: 'Ä',
    language: 'de',
    acceptedTerms: true,
  } as const
  expect(await service.client.createAccount({ accountNewDto })).toEqual({ email: 'a@b.example' })
  expect(service.seen[0]).toMatchObject({
    method: 'POST',
    url: '/identity/v1/accounts',
    headers: { 'content-type': 'application/json' },
  })
  expect(JSON.parse(service.seen[0]?.body ?? '')).toEqual(accountNewDto)
})

test('from a server no origin is named, so that the guard against foreign pages lets the call pass', async () => {
  const service = await startService(json(201, {}))
  await service.client.createSession({ sessionNewDto: { email: 'a@b.example', password: 'x' } })
  expect(service.seen[0]?.headers).not.toHaveProperty('origin')
  expect(service.seen[0]?.headers['sec-fetch-site']).not.toBe('cross-site')
})

test('query values go into the address, and those left out do not', async () => {
  const service = await startService(json(200, { items: [], nextCursor: null }))
  await service.client.listSolutions()
  await service.client.listSolutions({ limit: 5, cursor: undefined })
  await service.client.listVerifications({ solutionId, outcome: 'REFUSED', cursor: 'a&b=c' })
  expect(service.seen.map(({ url }) => url)).toEqual([
    '/solution/v1/solutions',
    '/solution/v1/solutions?limit=5',
    `/captcha/v1/sites/${solutionId}/verifications?outcome=REFUSED&cursor=a%26b%3Dc`,
  ])
})

test('on a server the cookies of the request and its browser id are passed on, and nothing else of it', async () => {
  const service = await startService(json(200, {}), {
    request: browserRequest('a=1; browser_id=abcDEF_-123; bollard.session_token=s%3D'),
  })
  await service.client.getCurrentSession()
  expect(service.seen[0]?.headers).toMatchObject({
    cookie: 'a=1; browser_id=abcDEF_-123; bollard.session_token=s%3D',
    'browser-id': 'abcDEF_-123',
    'user-agent': 'Test/1',
  })
  expect(service.seen[0]?.headers).not.toHaveProperty('authorization')
})

test('without a browser id in the cookies, or with one that was not made by us, no header is sent', async () => {
  for (const cookie of ['a=1', 'browser_id=', 'browser_id=<x>', 'xbrowser_id=abc']) {
    const service = await startService(json(200, {}), { request: browserRequest(cookie) })
    await service.client.getCurrentSession()
    expect(service.seen[0]?.headers, cookie).not.toHaveProperty('browser-id')
  }
  const service = await startService(json(200, {}))
  await service.client.getCurrentSession()
  expect(service.seen[0]?.headers).not.toHaveProperty('cookie')
})

test('cookies and headers of the options go before those of the request', async () => {
  const service = await startService(json(200, {}), {
    request: browserRequest('browser_id=old'),
    cookies: () => 'browser_id=new',
    requestHeaders: () => ({ 'x-bollard-client-ip': '192.0.2.1', 'x-none': undefined }),
  })
  await service.client.getCurrentSession()
  expect(service.seen[0]?.headers).toMatchObject({
    cookie: 'browser_id=new',
    'browser-id': 'new',
    'x-bollard-client-ip': '192.0.2.1',
  })
  expect(service.seen[0]?.headers).not.toHaveProperty('x-none')
})

test('cookies that an answer sets are handed over one by one, also those of a refusal', async () => {
  const heard: string[] = []
  const cookies = ['a=1; Path=/; Expires=Thu, 01 Jan 2026 00:00:00 GMT', 'b=2; HttpOnly']
  for (const answer of [json(200, {}, { 'set-cookie': cookies }), json(422, problem, { 'set-cookie': cookies })]) {
    heard.length = 0
    const service = await startService(answer, { onSetCookie: (values) => void heard.push(...values) })
    await service.client.getCurrentSession().catch(() => null)
    expect(heard).toEqual(cookies)
  }
})

test('a refusal becomes an ApiProblem with its code and the first fault of each field', async () => {
  const service = await startService(json(422, problem, { 'content-type': 'application/problem+json' }))
  const error = await service.client.getSolution({ solutionId }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ApiProblem)
  expect(error).toMatchObject({ code: 'validation-failed', status: 422, problem })
  expect(error instanceof ApiProblem && error.errors.get('/label')).toEqual({
    pointer: '/label',
    code: 'too-short',
    params: { min: 3 },
  })
})

test('204 resolves to null', async () => {
  const service = await startService((response) => void response.writeHead(204).end())
  expect(await service.client.deleteCurrentSession()).toBeNull()
  expect(service.seen[0]?.method).toBe('DELETE')
})

test('no connection, an answer that is not ours and a redirect are ApiUnreachable', async () => {
  const nobody = createApiClient({ baseUrl: 'http://127.0.0.1:1' })
  await expect(nobody.getCurrentSession()).rejects.toMatchObject({
    name: 'ApiUnreachable',
    reason: 'network',
    method: 'getCurrentSession',
  })
  for (const status of [200, 502]) {
    const proxy = await startService(
      (response) => void response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>'),
    )
    await expect(proxy.client.getCurrentSession()).rejects.toMatchObject({
      name: 'ApiUnreachable',
      reason: 'foreign-answer',
    })
  }
  const elsewhere = await startService(
    (response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  )
  await expect(elsewhere.client.getCurrentSession()).rejects.toBeInstanceOf(ApiUnreachable)
})

test('a call ends when its time is up, also in the middle of the body', async () => {
  const silent = await startService(() => {}, { timeoutMs: 30 })
  await expect(silent.client.getCurrentSession()).rejects.toMatchObject({ name: 'ApiUnreachable', reason: 'timeout' })
  const slow = await startService((response) => void response.writeHead(200).write('{'))
  await expect(slow.client.getCurrentSession({}, { timeoutMs: 30 })).rejects.toMatchObject({ reason: 'timeout' })
})

test('a call that the caller gives up rejects with the reason of the caller', async () => {
  const silent = await startService(() => {})
  const controller = new AbortController()
  const call = silent.client.getCurrentSession({}, { signal: controller.signal })
  controller.abort(new Error('left the page'))
  await expect(call).rejects.toThrow('left the page')
})

test('an idempotency key is sent as its header', async () => {
  const service = await startService(json(201, {}))
  await service.client.createSolution(
    { solutionNewDto: { type: 'CAPTCHA', label: 'Shop', domains: ['a.example'] } },
    { idempotencyKey: 'k1' },
  )
  expect(service.seen[0]?.headers['idempotency-key']).toBe('k1')
})

test('the live stream is handed over raw and outlives the timeout', async () => {
  const service = await startService((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
    setTimeout(() => response.end('data: 2\n\n'), 700)
  })
  const response = await service.client.streamSite({ solutionId }, { timeoutMs: 500 })
  expect(service.seen[0]?.headers.accept).toBe('text/event-stream')
  expect(await response.text()).toBe('data: 1\n\ndata: 2\n\n')
})

import { createServer, type IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { createCall } from './call-api.ts'

interface Received {
  readonly url: string | undefined
  readonly contentType: string | undefined
  readonly body: string
}

/** An API that gives one answer to everything, and what it was asked. */
async function serving<T>(
  status: number,
  body: string,
  work: (api: string, received: Received[]) => Promise<T>,
): Promise<T> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    void read(request).then((text) => {
      received.push({ url: request.url, contentType: request.headers['content-type'], body: text })
      return response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  try {
    return await work(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, received)
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

async function read(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

const running = () => new AbortController().signal

test('a call needs no permission to cross origins', async () => {
  await serving(200, JSON.stringify({ status: 'refused', verificationId: 'a' }), async (api, received) => {
    expect(await createCall(api, running())('/a/solutions', { solution: 'b' })).toEqual({
      status: 'refused',
      verificationId: 'a',
    })
    expect(received).toEqual([
      { url: '/captcha/v1/verifications/a/solutions', contentType: 'text/plain', body: '{"solution":"b"}' },
    ])
  })
})

test.for([
  [503, 'unavailable', 'unavailable', 'unavailable'],
  [500, 'internal', 'unavailable', 'unavailable'],
  [409, 'already-answered', 'unavailable', undefined],
  [404, '', 'unavailable', undefined],
  [429, 'rate-limited', 'rate-limited', undefined],
  [403, 'origin-not-allowed', 'misconfigured', undefined],
  [403, 'site-paused', 'misconfigured', undefined],
  // A visitor is told calmly that it does not work now; whose fault it is concerns the owner.
  [403, 'solution-locked', 'unavailable', undefined],
  [404, 'site-key-unknown', 'misconfigured', undefined],
] as const)('%i %s means %s, and as an outage %s', async ([status, problem, code, outage]) => {
  await serving(status, JSON.stringify({ code: problem }), async (api) => {
    await expect(createCall(api, running())('', {})).rejects.toMatchObject({ code, problem, outage })
  })
})

test.for([
  [
    { code: 'throttled', retryAfterSeconds: 12, ticket: 'a.b' },
    { retryAfterSeconds: 12, ticket: 'a.b' },
  ],
  [
    { code: 'throttled', retryAfterSeconds: 12 },
    { retryAfterSeconds: 12, ticket: undefined },
  ],
  // Without a time it is no more than being too fast, and only what says so waits.
  [{ code: 'throttled' }, undefined],
  [{ code: 'rate-limited', retryAfterSeconds: 12 }, undefined],
])('429 %o is a wait of %o', async ([body, throttle]) => {
  await serving(429, JSON.stringify(body), async (api) => {
    await expect(createCall(api, running())('', {})).rejects.toMatchObject({ code: 'rate-limited', throttle })
  })
})

test('what stands before the service is tried again like the service', async () => {
  await serving(502, '<html>', async (api) => {
    await expect(createCall(api, running())('', {})).rejects.toMatchObject({
      code: 'unavailable',
      problem: 'unavailable',
      outage: 'unavailable',
    })
  })
})

test.for([
  '',
  'no JSON',
  'null',
  '{}',
  '{"status":"passed","verificationId":"a"}',
  '{"status":"challenge","verificationId":"a"}',
])('an answer of %o is not taken', async (body) => {
  await serving(200, body, async (api) => {
    await expect(createCall(api, running())('', {})).rejects.toMatchObject({ code: 'unavailable' })
  })
})

test('no connection is told apart from an answer', async () => {
  const api = await serving(200, '', async (address) => address)
  await expect(createCall(api, running())('', {})).rejects.toMatchObject({ code: 'offline', outage: 'unreachable' })
})

test('an aborted call is no failure of the connection', async () => {
  await serving(200, '', async (api) => {
    await expect(createCall(api, AbortSignal.abort())('', {})).rejects.toMatchObject({ name: 'AbortError' })
  })
})

test('a service that never answers is given up, and an abort meanwhile is none of its faults', async () => {
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const address = silent.address()
  const api = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  await expect(createCall(api, running(), 20)('', {})).rejects.toMatchObject({
    code: 'unavailable',
    problem: 'timeout',
    outage: 'unreachable',
  })
  const stop = new AbortController()
  const call = createCall(api, stop.signal)('', {})
  stop.abort()
  await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  silent.close()
  silent.closeAllConnections()
})

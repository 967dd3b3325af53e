import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createPlainServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { postWebhook } from './post-webhook.ts'

const post = { headers: { 'webhook-id': 'a' }, body: '{"type":"ping"}' }
const open = { allowPrivate: true, timeoutMs: 20_000 }

test('a message arrives as it was given', async () => {
  const got: unknown[] = []
  const url = await serve(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    got.push(
      request.method,
      request.url,
      request.headers['content-type'],
      request.headers['webhook-id'],
      Buffer.concat(chunks).toString(),
    )
    response.writeHead(204).end()
  })
  expect(await postWebhook({ ...post, url: `${url}/hook?a=1` }, open)).toEqual({
    delivered: true,
    httpStatus: 204,
    error: null,
    durationMs: expect.any(Number),
    answer: null,
  })
  expect(got).toEqual(['POST', '/hook?a=1', 'application/json', 'a', post.body])
})

test.for<[number, string]>([
  [301, 'redirect'],
  [307, 'redirect'],
  [400, 'status'],
  [410, 'gone'],
  [500, 'status'],
])('an answer of %d is a failure: %s', async ([status, error]) => {
  let calls = 0
  const url = await serve((request, response) => {
    calls++
    response.writeHead(status, { location: '/elsewhere' }).end()
  })
  expect(await postWebhook({ ...post, url }, open)).toMatchObject({ delivered: false, httpStatus: status, error })
  expect(calls).toBe(1)
})

test('of an answer the beginning is kept as plain text, with how long it took', async () => {
  const url = await serve((_request, response) => {
    setTimeout(() => response.writeHead(500).end(`no\u0000 such\u001B[31m\ttable\n${'é'.repeat(2_000)}`), 20)
  })
  const { answer, durationMs } = await postWebhook({ ...post, url }, { ...open, isPublic: () => true })
  expect(answer).toMatch(/^no such\[31m\ttable\né+$/u)
  expect(answer).toHaveLength(1_000)
  expect(durationMs).toBeGreaterThanOrEqual(19)
})

test('what a receiver in a private network answers is not kept', async () => {
  const url = await serve((_request, response) => response.writeHead(500).end('internal state'))
  expect(await postWebhook({ ...post, url }, open)).toMatchObject({ httpStatus: 500, answer: null })
})

test('an answer without end counts by its status and holds nobody up', async () => {
  const url = await serve((_request, response) => {
    response.writeHead(200)
    const chunk = Buffer.alloc(65_536)
    const more = setInterval(() => response.write(chunk), 1)
    response.on('close', () => clearInterval(more))
  })
  expect(await postWebhook({ ...post, url }, open)).toMatchObject({ delivered: true, httpStatus: 200 })
})

test.for([
  [
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    { delivered: false, httpStatus: null, error: 'connection' },
  ],
  [
    'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nas long as it lasts',
    { delivered: true, httpStatus: 200, error: null },
  ],
] as const)('an answer that ends with its connection holds nobody up: %s', async ([answer, outcome]) => {
  const server = createPlainServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => (answer.includes('101') ? socket.write(answer) : socket.end(answer)))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  expect(await postWebhook({ ...post, url: `http://127.0.0.1:${port}/` }, open)).toMatchObject(outcome)
})

test('a server that does not answer in time is given up', async () => {
  const url = await serve(() => undefined)
  const began = performance.now()
  expect(await postWebhook({ ...post, url }, { ...open, timeoutMs: 200 })).toEqual({
    delivered: false,
    httpStatus: null,
    error: 'timeout',
    durationMs: expect.any(Number),
    answer: null,
  })
  expect(performance.now() - began).toBeLessThan(10_000)
})

test('a name that does not resolve in time is given up too', async () => {
  const resolve = () => new Promise<never>(() => undefined)
  expect(
    await postWebhook({ ...post, url: 'https://shop.example/' }, { allowPrivate: false, timeoutMs: 50, resolve }),
  ).toMatchObject({ error: 'timeout' })
})

test('nobody listening, an unknown name and a server without a certificate are told apart', async () => {
  const url = await serve(() => undefined)
  expect(await postWebhook({ ...post, url: url.replace('http:', 'https:') }, open)).toMatchObject({
    delivered: false,
    error: 'tls',
  })
  expect(await postWebhook({ ...post, url: `http://127.0.0.1:${await closedPort()}/` }, open)).toMatchObject({
    error: 'connection',
  })
  const resolve = () => Promise.reject(new Error('ENOTFOUND'))
  expect(await postWebhook({ ...post, url: 'https://shop.example/' }, { allowPrivate: false, resolve })).toMatchObject({
    error: 'name',
  })
  expect(
    await postWebhook({ ...post, url: 'https://shop.example/' }, { allowPrivate: false, resolve: async () => [] }),
  ).toMatchObject({ error: 'name' })
})

test.for(['127.0.0.1', '10.0.0.7', '169.254.169.254', '::1', '::ffff:127.0.0.1', 'fe80::1'])(
  'a public name that points to %s is never called',
  async (address) => {
    const family = address.includes(':') ? 6 : 4
    for (const addresses of [
      [{ address, family }],
      [
        { address: '8.8.8.8', family: 4 },
        { address, family },
      ],
    ]) {
      const outcome = await postWebhook(
        { ...post, url: 'https://shop.example/' },
        { allowPrivate: false, resolve: async () => addresses },
      )
      expect(outcome).toMatchObject({ delivered: false, httpStatus: null, error: 'private-address', answer: null })
    }
  },
)

test('an address is checked at each try, and the call goes to the address that was checked', async () => {
  let hosts: (string | undefined)[] = []
  const url = await serve((request, response) => {
    hosts = [...hosts, request.headers.host]
    response.end()
  })
  const { port } = new URL(url)
  let lookups = 0
  const resolve = async () => {
    lookups++
    return [{ address: '127.0.0.1', family: 4 }]
  }
  // No resolver knows this name: only the given addresses can have led here.
  expect(await postWebhook({ ...post, url: `http://rebinding.invalid:${port}/` }, { ...open, resolve })).toMatchObject({
    delivered: true,
  })
  expect([lookups, hosts]).toEqual([1, [`rebinding.invalid:${port}`]])
  expect(
    await postWebhook({ ...post, url: 'https://rebinding.invalid/' }, { allowPrivate: false, resolve }),
  ).toMatchObject({ error: 'private-address' })
  expect([lookups, hosts.length]).toEqual([2, 1])
})

test('a faulty address and a body above 20 kB are not sent', async () => {
  expect(await postWebhook({ ...post, url: 'http://shop.example/' }, { allowPrivate: false })).toMatchObject({
    error: 'address',
  })
  expect(
    await postWebhook({ ...post, url: 'https://shop.example/', body: 'x'.repeat(20_001) }, { allowPrivate: false }),
  ).toMatchObject({ error: 'too-large' })
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${portOf(server.address())}`
}

/** A port that was free a moment ago. */
async function closedPort(): Promise<number> {
  const server = createPlainServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = portOf(server.address())
  server.close()
  await once(server, 'close')
  return port
}

function portOf(address: ReturnType<ReturnType<typeof createPlainServer>['address']>): number {
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port')
  return address.port
}

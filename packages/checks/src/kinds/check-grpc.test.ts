import { createSecureServer, createServer, type ServerHttp2Stream } from 'node:http2'
import { expect, test } from 'vitest'
import { check, listen, serveHttp, trusted } from '../testing/start-servers.ts'

const frame = (message: readonly number[]) => Buffer.from([0, 0, 0, 0, message.length, ...message])

/** A health service that answers with a message and a status of gRPC, and what it was asked. */
async function serveHealth(message: Buffer | null, status = 0, { tls = false, reason = '' } = {}) {
  const asked: unknown[] = []
  const server = tls ? createSecureServer(trusted) : createServer()
  server.on('stream', (stream: ServerHttp2Stream, headers) => {
    const chunks: Buffer[] = []
    stream.on('error', () => undefined)
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      asked.push(headers[':path'], headers['content-type'], headers['te'], Buffer.concat(chunks).toString('latin1'))
      const trailers = {
        'grpc-status': String(status),
        'grpc-message': status === 13 ? '%E0%' : encodeURIComponent(reason),
      }
      if (message === null)
        return stream.respond({ ':status': 200, 'content-type': 'application/grpc', ...trailers }, { endStream: true })
      stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true })
      stream.on('wantTrailers', () => stream.sendTrailers(trailers))
      stream.end(message)
    })
  })
  return { ...(await listen(server)), asked }
}

test.for([false, true])('a service that serves is up; with TLS: %s', async (tls) => {
  const server = await serveHealth(frame([8, 1]), 0, { tls })
  expect(await check('GRPC', { port: server.port, tls, service: 'shop.Cart' })).toMatchObject({
    verdict: 'UP',
    facts: { address: '127.0.0.1' },
    phases: { tlsMs: tls ? expect.any(Number) : null, firstByteMs: expect.any(Number) },
  })
  expect(server.asked).toEqual([
    '/grpc.health.v1.Health/Check',
    'application/grpc',
    'trailers',
    '\0\0\0\0\u000B\n\u0009shop.Cart',
  ])
  expect(await server.connections()).toBe(0)
})

test.for<[string, Buffer | null, number, string]>([
  ['says NOT_SERVING', frame([8, 2]), 0, 'grpc-not-serving'],
  ['says nothing about its state', frame([]), 0, 'grpc-not-serving'],
  ['does not know the service, in a message', frame([8, 3]), 0, 'grpc-service-unknown'],
  ['does not know the service, by its status', null, 5, 'grpc-service-unknown'],
  ['has no health service', null, 12, 'grpc-failed'],
  ['gives a reason that cannot be read', null, 13, 'grpc-failed'],
  ['sends a message of another kind', frame([18, 1, 65]), 0, 'protocol'],
  ['sends half a message', frame([8, 1]).subarray(0, 6), 0, 'protocol'],
  ['sends more than anybody asked for', Buffer.alloc(200_000), 0, 'protocol'],
])('one that %s is down', async ([, message, status, fault]) => {
  const server = await serveHealth(message, status, { reason: 'größe' })
  expect(await check('GRPC', { port: server.port })).toMatchObject({ verdict: 'DOWN', fault })
})

test('a name as long as it may be is asked for', async () => {
  const server = await serveHealth(frame([8, 1]))
  await check('GRPC', { port: server.port, service: 'a'.repeat(200) })
  expect(server.asked[3]).toBe(`\0\0\0\0\u00CB\n\u00C8\u0001${'a'.repeat(200)}`)
})

test('a server of HTTP/1.1, and one of HTTP/2 without gRPC, are down', async () => {
  const old = new URL(await serveHttp((_request, response) => response.end()))
  expect(await check('GRPC', { port: Number(old.port) })).toMatchObject({
    verdict: 'DOWN',
    fault: expect.stringMatching(/^(?:protocol|connection-reset)$/u),
  })
  const web = createServer((_request, response) => response.writeHead(404).end())
  expect(await check('GRPC', { port: (await listen(web)).port })).toMatchObject({ verdict: 'DOWN', fault: 'protocol' })
})

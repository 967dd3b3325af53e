import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { answerAnyCall } from './answer-any-call.ts'

/** A server that waits so long for a whole request. */
async function serve(requestTimeout: number): Promise<number> {
  const app = Fastify({
    requestTimeout,
    http: { headersTimeout: requestTimeout, connectionsCheckingInterval: requestTimeout / 10 },
  })
  answerAnyCall(app, {
    path: '/ask',
    methods: ['POST'],
    handle: async () => ({}),
    refuse: (fault) => ({ status: fault === 'too-large' ? 200 : 500, body: { fault } }),
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  return Number(new URL(app.listeningOrigin).port)
}
const megabytes = Buffer.alloc(12_000_000, 'x')

/** Sends all of a body before it reads, as many clients do, and gives what was answered. */
async function send(port: number, head: string, ...body: Buffer[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.pause()
  for (const bytes of [
    Buffer.from(
      `POST /ask HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nconnection: close\r\n${head}\r\n\r\n`,
    ),
    ...body,
  ])
    await new Promise<void>((resolve, reject) =>
      socket.once('error', reject).write(bytes, (error) => (error == null ? resolve() : reject(error))),
    )
  return text(socket)
}

test('who is told that a body is too large hears it even when all of it is sent first', async () => {
  const port = await serve(20_000)
  expect(await send(port, `content-length: ${megabytes.length}`, megabytes)).toMatch(
    /^HTTP\/1.1 200 [^]*\{"fault":"too-large"\}/u,
  )
  const size = Buffer.from(`${megabytes.length.toString(16)}\r\n`)
  expect(await send(port, 'transfer-encoding: chunked', size, megabytes, Buffer.from('\r\n0\r\n\r\n'))).toContain(
    '{"fault":"too-large"}',
  )
})

test('who never sends the rest is let go', async () => {
  const port = await serve(200)
  const answer = await send(port, `content-length: ${megabytes.length}`, Buffer.alloc(10_000, 'x')).catch(() => '')
  expect(answer).not.toContain('200')
})

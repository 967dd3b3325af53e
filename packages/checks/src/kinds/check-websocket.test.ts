import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { check, listen, serveHttp, serveTcp, trusted } from '../testing/start-servers.ts'

/** A server that greets, and answers every message with `echo` and the message. */
async function serveWebSocket(server: ReturnType<typeof createServer>) {
  const asked: unknown[] = []
  new WebSocketServer({ server }).on('connection', (socket, request) => {
    asked.push(request.headers['x-key'], request.headers['user-agent'])
    socket.send('welcome')
    socket.on('message', (message) => socket.send(`echo ${String(message)}`))
  })
  return { ...(await listen(server)), asked }
}

test('a message is sent and the right answer waited for, with and without TLS', async () => {
  const headers = [{ name: 'X-Key', value: 'a' }]
  const plain = await serveWebSocket(createServer())
  expect(
    await check('WEBSOCKET', { url: `ws://127.0.0.1:${plain.port}/`, headers, send: 'hello', expect: 'echo hello' }),
  ).toMatchObject({
    verdict: 'UP',
    facts: { address: '127.0.0.1' },
    phases: { tlsMs: null, firstByteMs: expect.any(Number) },
  })
  expect(plain.asked).toEqual(['a', 'Bollard-Monitoring/1'])
  expect(await plain.connections()).toBe(0)
  const secure = await serveWebSocket(createSecureServer(trusted))
  const url = `wss://localhost:${secure.port}/`
  expect(await check('WEBSOCKET', { url, expect: 'welcome' })).toMatchObject({
    verdict: 'UP',
    phases: { tlsMs: expect.any(Number) },
  })
  expect(await check('WEBSOCKET', { url })).toMatchObject({ verdict: 'UP' })
  expect(await secure.connections()).toBe(0)
})

test('a server that says something else, hangs up, or does not switch is down', async () => {
  const other = await serveWebSocket(createServer())
  expect(
    await check('WEBSOCKET', { url: `ws://127.0.0.1:${other.port}/`, expect: 'goodbye' }, { timeoutMs: 200 }),
  ).toMatchObject({ fault: 'timeout' })
  const server = createServer()
  new WebSocketServer({ server }).on('connection', (socket) => socket.close(1001, 'bye'))
  const { port } = await listen(server)
  expect(await check('WEBSOCKET', { url: `ws://127.0.0.1:${port}/`, expect: 'a' })).toMatchObject({
    fault: 'unexpected-answer',
  })
  const page = await serveHttp((_request, response) => response.writeHead(404).end())
  expect(await check('WEBSOCKET', { url: page.replace('http', 'ws') })).toMatchObject({
    verdict: 'DOWN',
    fault: 'upgrade-refused',
    detail: 'status 404',
  })
  const redirect = await serveHttp((_request, response) => response.writeHead(302, { location: '/' }).end())
  expect(await check('WEBSOCKET', { url: redirect.replace('http', 'ws') })).toMatchObject({ fault: 'upgrade-refused' })
})

test('a server that switches without having understood is down', async () => {
  const answer =
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: wrong\r\n\r\n'
  const server = await serveTcp((socket) => socket.once('data', () => socket.write(answer)))
  expect(await check('WEBSOCKET', { url: `ws://127.0.0.1:${server.port}/` })).toMatchObject({
    verdict: 'DOWN',
    fault: 'upgrade-refused',
    detail: 'Invalid Sec-WebSocket-Accept header',
  })
  expect(await server.connections()).toBe(0)
})

test('messages without end are not kept', async () => {
  const server = createServer()
  new WebSocketServer({ server }).on('connection', (socket) => {
    const timer = setInterval(() => socket.send('a'.repeat(30_000)), 1)
    socket.on('close', () => clearInterval(timer))
  })
  const { port, connections } = await listen(server)
  expect(await check('WEBSOCKET', { url: `ws://127.0.0.1:${port}/`, expect: 'b' })).toMatchObject({
    fault: 'unexpected-answer',
  })
  expect(await connections()).toBe(0)
})

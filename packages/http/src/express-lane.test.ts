import { createServer, request, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { type ExpressHandler, type ExpressLane, type ExpressLaneOptions, expressAnswers, openExpressLane } from './express-lane.ts'

const running: { server: Server; lane: ExpressLane }[] = []
afterEach(() => {
  for (const { server, lane } of running.splice(0)) {
    lane.close()
    server.closeAllConnections()
    server.close()
  }
})

/** The lane answers `/fast`, the full server everything else, each saying who it is. */
const fast: ExpressHandler = (call) =>
  call.path === '/fast' ? Promise.resolve({ route: '/fast', status: 200, body: JSON.stringify({ by: 'lane', got: call.body }) }) : null

async function start(options: Partial<ExpressLaneOptions> = {}): Promise<{ port: number; lane: ExpressLane; server: Server }> {
  const server = createServer((message, response) => {
    let body = ''
    message.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    message.on('end', () => response.end(JSON.stringify({ by: 'server', got: body, path: message.url })))
  })
  const lane = openExpressLane(server, { take: fast, ...options })
  running.push({ server, lane })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return { port: typeof address === 'object' ? (address?.port ?? 0) : 0, lane, server }
}

const call = (path: string, body: string, more = '') =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${more}\r\n${body}`

/** Sends pieces one after the other and gives all that came back until the silence. */
async function talk(port: number, pieces: readonly string[], silenceMs = 60): Promise<{ text: string; socket: Socket }> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  socket.on('error', () => undefined)
  for (const piece of pieces) {
    socket.write(piece)
    await pause(15)
  }
  await pause(silenceMs)
  return { text, socket }
}

const whoAnswered = (text: string) => [...text.matchAll(/"by":"(\w+)"/gu)].map((match) => match[1])

test('the lane answers its calls one after the other on one connection', async () => {
  const { port } = await start()
  const { text, socket } = await talk(port, [call('/fast', '1'), call('/fast', '"zwei"')])
  expect(whoAnswered(text)).toEqual(['lane', 'lane'])
  expect(text).toContain('HTTP/1.1 200 OK\r\n')
  expect(text).toContain('x-content-type-options: nosniff\r\n')
  expect(text).toContain('"got":"\\"zwei\\""')
  socket.destroy()
})

test('a call in pieces, cut anywhere, is the same call', async () => {
  const { port } = await start()
  const whole = call('/fast', '{"a":1}')
  for (const cut of [1, 20, whole.indexOf('\r\n\r\n') + 2, whole.length - 3]) {
    const { text, socket } = await talk(port, [whole.slice(0, cut), whole.slice(cut)])
    expect([cut, whoAnswered(text)]).toEqual([cut, ['lane']])
    socket.destroy()
  }
})

test('anything else reaches the full server with every byte, and its connection stays there', async () => {
  const { port } = await start()
  const { text, socket } = await talk(port, [call('/fast', '1'), call('/other', '{"b":2}'), call('/fast', '3')])
  expect(whoAnswered(text)).toEqual(['lane', 'server', 'server'])
  expect(text).toContain('"got":"{\\"b\\":2}"')
  socket.destroy()
  const chunked = 'POST /fast HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\ncontent-type: application/json\r\n\r\n2\r\n{}\r\n0\r\n\r\n'
  const other = await talk(port, [chunked])
  expect(whoAnswered(other.text)).toEqual(['server'])
  other.socket.destroy()
})

test('calls that come before the last is answered are answered in order', async () => {
  const slow: ExpressHandler = (given) => pause(20).then(() => ({ route: '/fast', status: 200, body: JSON.stringify({ by: 'lane', got: given.body }) }))
  const { port } = await start({ take: slow })
  const { text, socket } = await talk(port, [call('/fast', '1'), call('/fast', '2') + call('/fast', '3'), call('/fast', '4')], 200)
  expect([...text.matchAll(/"got":"(\d)"/gu)].map((match) => match[1])).toEqual(['1', '2', '3', '4'])
  socket.destroy()
})

test('an ordinary client with a kept connection cannot tell the difference', async () => {
  const { port } = await start()
  for (const path of ['/fast', '/other', '/fast']) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ got: '{}' })
  }
  const got = await fetch(`http://127.0.0.1:${port}/fast`)
  expect(await got.json()).toMatchObject({ by: 'server' })
})

test('a call that never ends and a connection that says nothing are closed', async () => {
  const { port } = await start({ requestMs: 100, idleMs: 100 })
  const half = await talk(port, [call('/fast', '1').slice(0, -20)])
  const silent = await talk(port, [])
  const closed = Promise.all([half, silent].map(({ socket }) => new Promise((resolve) => socket.once('close', resolve))))
  await closed
  expect(half.text).toBe('')
}, 10_000)

test('a head that grows without end is handed over, and the full server refuses it', async () => {
  const { port } = await start()
  const { text, socket } = await talk(port, [`POST /fast HTTP/1.1\r\nx: ${'a'.repeat(10_000)}`, 'a'.repeat(10_000)])
  expect(text).toContain('431')
  socket.destroy()
})

test('a half-closed connection still gets its answer', async () => {
  const slow: ExpressHandler = () => pause(30).then(() => ({ route: '/fast', status: 200, body: '{"by":"lane"}' }))
  const { port } = await start({ take: slow })
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  socket.end(call('/fast', '1'))
  await new Promise((resolve) => socket.once('end', resolve))
  expect(whoAnswered(text)).toEqual(['lane'])
  expect(text).toContain('connection: close')
})

test('closing lets a running call finish, ends the others, and hands new connections to the full server', async () => {
  let release: (() => void) | undefined
  const held: ExpressHandler = () => new Promise<void>((resolve) => (release = resolve)).then(() => ({ route: '/fast', status: 200, body: '{"by":"lane"}' }))
  const { port, lane } = await start({ take: held })
  const idle = connect(port, '127.0.0.1')
  idle.on('error', () => undefined)
  const idleClosed = new Promise((resolve) => idle.once('close', resolve))
  const busy = await talk(port, [call('/fast', '1')])
  let text = ''
  busy.socket.on('data', (chunk: string) => (text += chunk))
  const busyClosed = new Promise((resolve) => busy.socket.once('close', resolve))
  lane.close()
  release?.()
  await Promise.all([idleClosed, busyClosed])
  expect(whoAnswered(text)).toEqual(['lane'])
  const late = await talk(port, [call('/fast', '1')])
  expect(whoAnswered(late.text)).toEqual(['server'])
  late.socket.destroy()
})

test('every answer is told to whoever measures', async () => {
  const told: unknown[] = []
  const listen = (message: unknown): void => void told.push(message)
  expressAnswers.subscribe(listen)
  const { port } = await start()
  const { socket } = await talk(port, [call('/fast', '1')])
  expressAnswers.unsubscribe(listen)
  expect(told).toEqual([{ route: '/fast', status: 200, seconds: expect.any(Number) }])
  socket.destroy()
})

test('a client that goes away while its call runs disturbs nobody', async () => {
  const slow: ExpressHandler = () => pause(30).then(() => ({ route: '/fast', status: 200, body: '{"by":"lane"}' }))
  const { port } = await start({ take: slow })
  const gone = connect(port, '127.0.0.1')
  gone.write(call('/fast', '1'))
  await pause(5)
  gone.resetAndDestroy()
  await pause(50)
  const answer = await new Promise<number | undefined>((resolve) => {
    request({ port, path: '/fast', method: 'POST', headers: { 'content-type': 'application/json', 'content-length': 2 } }, (response) =>
      resolve(response.statusCode),
    ).end('{}')
  })
  expect(answer).toBe(200)
})

test('a client that reads no answer is not answered on, cannot fill the memory, and is closed in the end', async () => {
  let answered = 0
  const large: ExpressHandler = () => ({ route: '/fast', status: 200, body: JSON.stringify({ by: 'lane', number: ++answered, filling: 'x'.repeat(200_000) }) })
  // Long enough that it is not closed while it is still being written to.
  const { port } = await start({ take: large, requestMs: 1_000 })
  const deaf = connect(port, '127.0.0.1').setNoDelay(true).pause()
  deaf.on('error', () => undefined)
  const closed = new Promise((resolve) => deaf.once('close', resolve))
  for (let sent = 0; sent < 200; sent++) {
    deaf.write(call('/fast', '1'))
    await pause(2)
  }
  // What the kernel holds for both ends is not ours.
  expect(answered).toBeLessThan(100)
  await pause(2_100)
  deaf.resume()
  await closed
}, 10_000)

test('a client that reads late gets every answer', async () => {
  const large: ExpressHandler = ({ body }) => ({ route: '/fast', status: 200, body: JSON.stringify({ by: 'lane', got: body, filling: 'x'.repeat(9_000_000) }) })
  const { port } = await start({ take: large })
  const late = connect(port, '127.0.0.1').setNoDelay(true).pause()
  let text = ''
  late.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  late.pause()
  for (const body of ['1', '2', '3']) {
    late.write(call('/fast', body))
    await pause(15)
  }
  late.resume()
  await expect.poll(() => [...text.matchAll(/"got":"(\d)"/gu)].map((match) => match[1]), { timeout: 5_000 }).toEqual(['1', '2', '3'])
  late.destroy()
}, 10_000)

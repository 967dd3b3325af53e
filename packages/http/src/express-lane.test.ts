import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import { connect, type NetConnectOpts, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import {
  type ExpressHandler,
  type ExpressLane,
  type ExpressLaneOptions,
  expressAnswers,
  openExpressLane,
} from './express-lane.ts'

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
  call.path === '/fast'
    ? Promise.resolve({ route: '/fast', status: 200, body: JSON.stringify({ by: 'lane', got: call.body }) })
    : null

interface Started {
  readonly port: number
  readonly lane: ExpressLane
  /** The server's ends of all connections so far, by the port of the client. */
  readonly ends: ReadonlyMap<number | undefined, Socket>
}

async function start(options: Partial<ExpressLaneOptions> = {}): Promise<Started> {
  const server = createServer((message, response) => {
    let body = ''
    message.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    message.on('end', () => response.end(JSON.stringify({ by: 'server', got: body, path: message.url })))
  })
  const lane = openExpressLane(server, { take: fast, ...options })
  running.push({ server, lane })
  const ends = new Map<number | undefined, Socket>()
  server.on('connection', (end: Socket) => ends.set(end.remotePort, end))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return { port: typeof address === 'object' ? (address?.port ?? 0) : 0, lane, ends }
}

const call = (path: string, body: string, more = '') =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${more}\r\n${body}`

const until = (what: () => unknown) => expect.poll(what, { interval: 2, timeout: 20_000 })

interface Talk {
  readonly socket: Socket
  /** The server's end of it. */
  readonly end: Socket
  /** All that came back so far. */
  text(): string
  /** Sends a piece and waits until the server has read it by itself: two that are read at once are another case. */
  say(piece: string): Promise<void>
  /** Waits until that many calls have been answered and gives all that came back. */
  hear(answers: number): Promise<string>
  readonly closed: Promise<unknown>
}

async function talk({ port, ends }: Started, options: Partial<NetConnectOpts> = {}): Promise<Talk> {
  const socket = connect({ ...options, port, host: '127.0.0.1' }).setNoDelay(true)
  let text = ''
  let sent = 0
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await once(socket, 'connect')
  const { localPort } = socket
  await until(() => ends.has(localPort)).toBe(true)
  const end = ends.get(localPort)
  if (end === undefined) throw new Error('The server has no such connection')
  return {
    socket,
    end,
    closed,
    text: () => text,
    async say(piece) {
      socket.write(piece)
      sent += Buffer.byteLength(piece)
      await until(() => end.bytesRead).toBe(sent)
    },
    async hear(answers) {
      await until(() => whoAnswered(text).length).toBe(answers)
      return text
    },
  }
}

/** A handler whose calls are answered once they are let go. */
function held(): { take: ExpressHandler; calls: () => number; letGo: () => void } {
  const gate = Promise.withResolvers<void>()
  let calls = 0
  return {
    take(given) {
      calls += 1
      return gate.promise.then(() => ({
        route: '/fast',
        status: 200,
        body: JSON.stringify({ by: 'lane', got: given.body }),
      }))
    },
    calls: () => calls,
    letGo: gate.resolve,
  }
}

const whoAnswered = (text: string) => [...text.matchAll(/"by":"(\w+)"/gu)].map((match) => match[1])

test('the lane answers its calls one after the other on one connection', async () => {
  const { say, hear, socket } = await talk(await start())
  await say(call('/fast', '1'))
  await hear(1)
  await say(call('/fast', '"zwei"'))
  const text = await hear(2)
  expect(whoAnswered(text)).toEqual(['lane', 'lane'])
  expect(text).toContain('HTTP/1.1 200 OK\r\n')
  expect(text).toContain('x-content-type-options: nosniff\r\n')
  expect(text).toContain('"got":"\\"zwei\\""')
  socket.destroy()
})

test('a call in pieces, cut anywhere, is the same call', async () => {
  const it = await start()
  const whole = call('/fast', '{"a":1}')
  for (const cut of [1, 20, whole.indexOf('\r\n\r\n') + 2, whole.length - 3]) {
    const { say, hear, socket } = await talk(it)
    await say(whole.slice(0, cut))
    await say(whole.slice(cut))
    expect([cut, whoAnswered(await hear(1))]).toEqual([cut, ['lane']])
    socket.destroy()
  }
})

test('anything else reaches the full server with every byte, and its connection stays there', async () => {
  const it = await start()
  const { say, hear, socket } = await talk(it)
  const calls = [call('/fast', '1'), call('/other', '{"b":2}'), call('/fast', '3')]
  for (const [place, piece] of calls.entries()) {
    await say(piece)
    await hear(place + 1)
  }
  const text = await hear(3)
  expect(whoAnswered(text)).toEqual(['lane', 'server', 'server'])
  expect(text).toContain('"got":"{\\"b\\":2}"')
  socket.destroy()
  const other = await talk(it)
  await other.say(
    'POST /fast HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\ncontent-type: application/json\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
  )
  expect(whoAnswered(await other.hear(1))).toEqual(['server'])
  other.socket.destroy()
})

test('calls that come before the last is answered are answered in order', async () => {
  const { take, letGo } = held()
  const { say, hear, socket } = await talk(await start({ take }))
  await say(call('/fast', '1'))
  await say(call('/fast', '2') + call('/fast', '3'))
  // Nobody reads this one before the first is answered.
  socket.write(call('/fast', '4'))
  letGo()
  expect([...(await hear(4)).matchAll(/"got":"(\d)"/gu)].map((match) => match[1])).toEqual(['1', '2', '3', '4'])
  socket.destroy()
})

test('an ordinary client with a kept connection cannot tell the difference', async () => {
  const { port } = await start()
  for (const path of ['/fast', '/other', '/fast']) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ got: '{}' })
  }
  const got = await fetch(`http://127.0.0.1:${port}/fast`)
  expect(await got.json()).toMatchObject({ by: 'server' })
})

test('a call that never ends and a connection that says nothing are closed', async () => {
  const [half, silent] = [await talk(await start({ requestMs: 100 })), await talk(await start({ idleMs: 100 }))]
  half.socket.write(call('/fast', '1').slice(0, -20))
  await Promise.all([half.closed, silent.closed])
  expect([half.text(), silent.text()]).toEqual(['', ''])
}, 10_000)

test('a head that grows without end is handed over, and the full server refuses it', async () => {
  const { say, text, socket } = await talk(await start())
  await say(`POST /fast HTTP/1.1\r\nx: ${'a'.repeat(10_000)}`)
  socket.write('a'.repeat(10_000))
  await until(text).toContain('431')
  socket.destroy()
})

test('a half-closed connection still gets its answer', async () => {
  const { take, letGo } = held()
  const { socket, end, text } = await talk(await start({ take }), { allowHalfOpen: true })
  socket.end(call('/fast', '1'))
  await until(() => end.readableEnded).toBe(true)
  const ended = once(socket, 'end')
  letGo()
  await ended
  expect(whoAnswered(text())).toEqual(['lane'])
  expect(text()).toContain('connection: close')
})

test('closing lets a running call finish, ends the others, and hands new connections to the full server', async () => {
  const { take, calls, letGo } = held()
  const it = await start({ take })
  const [idle, busy] = [await talk(it), await talk(it)]
  await busy.say(call('/fast', '1'))
  expect(calls()).toBe(1)
  it.lane.close()
  letGo()
  await Promise.all([idle.closed, busy.closed])
  expect([whoAnswered(idle.text()), whoAnswered(busy.text())]).toEqual([[], ['lane']])
  const late = await talk(it)
  await late.say(call('/fast', '1'))
  expect(whoAnswered(await late.hear(1))).toEqual(['server'])
  late.socket.destroy()
})

test('every answer is told to whoever measures', async () => {
  const told: unknown[] = []
  const listen = (message: unknown): void => void told.push(message)
  expressAnswers.subscribe(listen)
  const { say, hear, socket } = await talk(await start())
  await say(call('/fast', '1'))
  await hear(1)
  expressAnswers.unsubscribe(listen)
  expect(told).toEqual([{ route: '/fast', status: 200, seconds: expect.any(Number) }])
  socket.destroy()
})

test('a client that goes away while its call runs disturbs nobody', async () => {
  const { take, calls, letGo } = held()
  const it = await start({ take })
  const { say, socket, end } = await talk(it)
  await say(call('/fast', '1'))
  expect(calls()).toBe(1)
  socket.resetAndDestroy()
  await until(() => end.destroyed).toBe(true)
  letGo()
  const answer = await new Promise<number | undefined>((resolve) => {
    request(
      {
        port: it.port,
        path: '/fast',
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': 2 },
      },
      (response) => resolve(response.statusCode),
    ).end('{}')
  })
  expect(answer).toBe(200)
})

test('a client that reads no answer is not answered on, cannot fill the memory, and is closed in the end', async () => {
  let answered = 0
  const large: ExpressHandler = () => ({
    route: '/fast',
    status: 200,
    body: JSON.stringify({ by: 'lane', number: ++answered, filling: 'x'.repeat(200_000) }),
  })
  // Long enough that it is not closed while it is still being written to.
  const { socket, end, closed } = await talk(await start({ take: large, requestMs: 1_000 }))
  socket.pause()
  const ended = once(end, 'close')
  let sent = 0
  while (!end.isPaused() && answered < 200) {
    sent += Buffer.byteLength(call('/fast', '1'))
    socket.write(call('/fast', '1'))
    await until(() => end.bytesRead === sent || end.isPaused()).toBe(true)
  }
  // What the kernel holds for both ends is not ours.
  expect(answered).toBeLessThan(100)
  const before = answered
  for (let more = 0; more < 20; more += 1) socket.write(call('/fast', '1'))
  await ended
  expect(answered).toBe(before)
  socket.resume()
  await closed
}, 15_000)

test('a client that reads late gets every answer', async () => {
  const large: ExpressHandler = ({ body }) => ({
    route: '/fast',
    status: 200,
    body: JSON.stringify({ by: 'lane', got: body, filling: 'x'.repeat(9_000_000) }),
  })
  const { say, socket, text } = await talk(await start({ take: large }))
  socket.pause()
  await say(call('/fast', '1'))
  await say(call('/fast', '2'))
  socket.write(call('/fast', '3'))
  socket.resume()
  await until(() => [...text().matchAll(/"got":"(\d)"/gu)].map((match) => match[1])).toEqual(['1', '2', '3'])
  socket.destroy()
}, 15_000)

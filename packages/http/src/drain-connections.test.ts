import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Agent, createServer, request } from 'node:http'
import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { watchConnections } from './drain-connections.ts'
import { openExpressLane } from './express-lane.ts'
import { installProblems } from './install-problems.ts'
import { serverOptions } from './server-options.ts'

/** A server as the API has it: `/fast` goes through the express lane, `/slow` answers once `letGo` is called, the rest at once. */
async function start({ keepAliveTimeout = 65_000, graceMs = 100 } = {}) {
  const app = Fastify({
    ...serverOptions(),
    keepAliveTimeout,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  })
  installProblems(app, { logger: { error: () => {} } as never })
  const connections = watchConnections(app.server, { graceMs })
  const gate = Promise.withResolvers<void>()
  app.get('/slow', async () => gate.promise.then(() => ({ by: 'slow' })))
  app.get('/endless', (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'text/plain' })
    reply.raw.write('first')
    void gate.promise.then(() => reply.raw.end('last'))
  })
  openExpressLane(app.server, {
    idleMs: keepAliveTimeout,
    take: (call) => (call.path === '/fast' ? { route: '/fast', status: 200, body: '{"by":"lane"}' } : null),
  })
  await app.ready()
  await connections.listen('localhost', 0)
  const address = app.server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  onTestFinished(async () => {
    await connections.drain('soon', 0)
    await app.close()
  })
  return { port, connections, letGo: () => gate.resolve() }
}

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nhost: x\r\n${more}\r\n`
const post = (path: string) =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}`

interface Talk {
  readonly socket: Socket
  readonly text: () => string
  /** 'FIN' or the code of the fault that ended it; undefined while it is open. */
  readonly end: () => string | undefined
  /** Sends a request and waits for its whole answer. */
  ask(request: string): Promise<string>
}

async function talk(port: number, host = '127.0.0.1'): Promise<Talk> {
  const socket = connect(port, host)
  let text = ''
  let end: string | undefined
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  socket.on('end', () => (end ??= 'FIN'))
  socket.on('error', (error: NodeJS.ErrnoException) => (end = error.code))
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return {
    socket,
    text: () => text,
    end: () => end,
    async ask(request) {
      const from = text.length
      socket.write(request)
      await vi.waitUntil(() => /\r\n\r\n[\s\S]*\}$/u.test(text.slice(from)), { interval: 2, timeout: 20_000 })
      return text.slice(from)
    },
  }
}

const ends = (one: Talk) => vi.waitUntil(() => one.end(), { interval: 2, timeout: 20_000 })
const isOver = async (drained: Promise<void>) =>
  Promise.race([drained.then(() => true), new Promise((resolve) => void setTimeout(resolve, 100, false))])

test('both kinds of answers promise how long their connection stays', async () => {
  const { port } = await start()
  const one = await talk(port)
  expect(await one.ask(post('/fast'))).toMatch(/connection: keep-alive\r\nkeep-alive: timeout=65\r\n/u)
  expect(await one.ask(get('/none'))).toMatch(/connection: keep-alive\r\nkeep-alive: timeout=65\r\n/iu)
})

test.for(['as-promised', 'soon'] as const)(
  'a drain that leaves %s answers what comes on open connections, says close, and ends with FIN',
  async (leave) => {
    // Connections that wait must still be there when the last of them asks, however busy the machine is.
    const { port, connections } = await start({ graceMs: 20_000 })
    const [lane, full, fresh, unknown] = [await talk(port), await talk(port), await talk(port), await talk(port)]
    await lane.ask(post('/fast'))
    await full.ask(get('/none'))
    await unknown.ask(get('/none'))
    const drained = connections.drain(leave, 60_000)
    await expect(talk(port)).rejects.toThrow('ECONNREFUSED')
    expect(await isOver(drained)).toBe(false)
    expect(await lane.ask(post('/fast'))).toMatch(/connection: close[\s\S]*"lane"/u)
    expect(await fresh.ask(post('/fast'))).toMatch(/connection: close[\s\S]*"lane"/u)
    // A problem like all others, and not the bare refusal that Fastify has for its end.
    const last = await full.ask(get('/none'))
    expect(last).toMatch(/^HTTP\/1\.1 404 [\s\S]*application\/problem\+json[\s\S]*"code":"not-found"/u)
    expect(last).toMatch(/connection: close/iu)
    await unknown.ask(get('/none'))
    await drained
    for (const one of [lane, full, fresh, unknown]) expect(await ends(one)).toBe('FIN')
  },
)

test('in a reload connections that wait stay as long as was promised', async () => {
  const { port, connections } = await start({ keepAliveTimeout: 1_000 })
  const [lane, full] = [await talk(port), await talk(port)]
  // Before the last answer, which is where the promise begins.
  const since = performance.now()
  await Promise.all([lane.ask(post('/fast')), full.ask(get('/none'))])
  const drained = connections.drain('as-promised', 60_000)
  await Promise.all([ends(lane), ends(full)])
  expect(performance.now() - since).toBeGreaterThan(900)
  expect([lane.end(), full.end()]).toEqual(['FIN', 'FIN'])
  await drained
})

test('a stop ends connections that wait after a second, also those with a client that keeps its half open', async () => {
  const { port, connections } = await start({ graceMs: 1_000 })
  const [lane, full, stubborn] = [
    await talk(port),
    await talk(port),
    connect({ port, host: '127.0.0.1', allowHalfOpen: true }),
  ]
  onTestFinished(() => void stubborn.destroy())
  await Promise.all([lane.ask(post('/fast')), full.ask(get('/none'))])
  const since = performance.now()
  await connections.drain('soon', 60_000)
  // What was promised is 65 seconds, and the drain itself would wait for 60.
  expect(performance.now() - since).toBeLessThan(20_000)
  expect([await ends(lane), await ends(full)]).toEqual(['FIN', 'FIN'])
})

test('a drain that does not hurry can be hurried', async () => {
  const { port, connections } = await start()
  const one = await talk(port)
  await one.ask(post('/fast'))
  const drained = connections.drain('as-promised', 60_000)
  expect(await isOver(drained)).toBe(false)
  await Promise.all([connections.drain('soon', 60_000), drained])
  expect(await ends(one)).toBe('FIN')
})

test('an answer under way is whole, though its head did not say that the connection ends', async () => {
  const { port, connections, letGo } = await start()
  const [slow, begun] = [await talk(port), await talk(port)]
  slow.socket.write(get('/slow'))
  begun.socket.write(get('/endless'))
  await vi.waitUntil(() => begun.text().includes('first'), { interval: 2, timeout: 20_000 })
  const drained = connections.drain('soon', 60_000)
  // Longer than connections that wait are left.
  await new Promise((resolve) => void setTimeout(resolve, 250))
  expect([slow.end(), begun.end()]).toEqual([undefined, undefined])
  letGo()
  await drained
  expect(await ends(slow)).toBe('FIN')
  expect(slow.text()).toMatch(/connection: close[\s\S]*"slow"/iu)
  expect(await ends(begun)).toBe('FIN')
  expect(begun.text()).toContain('last')
})

test('half a call in the express lane may come whole after connections that wait are gone', async () => {
  const { port, connections } = await start()
  const one = await talk(port)
  const call = post('/fast')
  one.socket.write(call.slice(0, -1))
  await new Promise((resolve) => void setTimeout(resolve, 50))
  const drained = connections.drain('soon', 60_000)
  await new Promise((resolve) => void setTimeout(resolve, 250))
  expect(await one.ask(call.slice(-1))).toMatch(/connection: close[\s\S]*"lane"/u)
  await drained
  expect(await ends(one)).toBe('FIN')
})

test.for(['as-promised', 'soon'] as const)(
  'clients that ask without a pause lose nothing to a drain that leaves %s: they are told to close, and then refused',
  async (leave) => {
    const { port, connections } = await start()
    const outcomes: string[] = []
    const answered = new Map<string, number>()
    const keepAsking = async (path: string, method: string) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      onTestFinished(() => agent.destroy())
      for (;;) {
        const outcome = await askWith(agent, { port, path, method })
        if (Number.isNaN(Number(outcome))) return outcomes.push(outcome)
        answered.set(outcome, (answered.get(outcome) ?? 0) + 1)
      }
    }
    const asking = Array.from({ length: 8 }, (_, index) =>
      index % 2 === 0 ? keepAsking('/fast', 'POST') : keepAsking('/none', 'GET'),
    )
    await vi.waitUntil(() => (answered.get('200') ?? 0) > 100 && (answered.get('404') ?? 0) > 100, {
      interval: 2,
      timeout: 20_000,
    })
    await Promise.all([connections.drain(leave, 60_000), ...asking])
    expect([...answered.keys()].toSorted()).toEqual(['200', '404'])
    expect(new Set(outcomes)).toEqual(new Set(['ECONNREFUSED']))
  },
)

/** The status of the answer, or the code of the fault. */
function askWith(
  agent: Agent,
  { port, path, method }: { port: number; path: string; method: string },
): Promise<string> {
  return new Promise((resolve) => {
    const body = method === 'POST' ? '{}' : undefined
    const headers = body ? { 'content-type': 'application/json', 'content-length': 2 } : {}
    const asking = request({ agent, host: '127.0.0.1', port, path, method, headers }, (response) => {
      response.on('end', () => resolve(String(response.statusCode)))
      response.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      response.resume()
    })
    asking.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    asking.end(body)
  })
}

test('what has not ended at the limit is cut', async () => {
  const { port, connections } = await start()
  const slow = await talk(port)
  slow.socket.write(get('/slow'))
  await connections.drain('soon', 50)
  expect(await ends(slow)).toBeDefined()
})

test('every address of a name is listened on, and each is drained', async () => {
  const { port, connections } = await start()
  const both = await Promise.all(['127.0.0.1', '::1'].map((host) => talk(port, host).catch(() => null)))
  // A machine without IPv6 has one only.
  const open = both.filter((one) => one !== null)
  expect(open.length).toBeGreaterThan(0)
  for (const one of open) expect(await one.ask(post('/fast'))).toContain('"lane"')
  const drained = connections.drain('as-promised', 60_000)
  for (const one of open) expect(await one.ask(post('/fast'))).toContain('connection: close')
  await drained
  for (const host of ['127.0.0.1', '::1']) await expect(talk(port, host)).rejects.toThrow()
})

test('a port that is taken is told', async () => {
  const { port } = await start()
  const other = watchConnections(createServer())
  await expect(other.listen('127.0.0.1', port)).rejects.toThrow('EADDRINUSE')
})

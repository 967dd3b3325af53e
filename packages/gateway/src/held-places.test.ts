import { once } from 'node:events'
import { connect as connectHttp2, type ClientHttp2Session, type IncomingHttpHeaders } from 'node:http2'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { begin, type RunningGateway, startGateway } from './testing/start-gateway.ts'

const get = 'GET / HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n'
const upgrade = (path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: shop.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`

function open({ port }: RunningGateway, settings = {}): ClientHttp2Session {
  return connectHttp2(`https://localhost:${port}`, { rejectUnauthorized: false, settings }).on('error', () => undefined)
}

async function statusOf(session: ClientHttp2Session, path = '/'): Promise<string> {
  const stream = session.request({ ':path': path }).on('error', () => undefined)
  // A connection that ends without an error would never be heard of.
  const [headers] = (await Promise.race([once(stream, 'response'), once(stream, 'close')])) as [IncomingHttpHeaders?]
  stream.resume()
  return String(headers?.[':status'])
}

/** Much longer than it takes: hundreds of connections and megabytes on a busy machine are no fault. */
const patience = { timeout: 180_000 }
const patiently = { timeout: 150_000 }

describe('places that visitors hold', () => {
  it(
    'are never all of those to the site: five hundred streams of events and more leave one for the next',
    patience,
    async () => {
      await using running = await startGateway({
        isEncrypted: true,
        requestsPerNetworkMax: 1_000,
        listener: ({ url }, response) =>
          void (url === '/events' ? begin(response, 'text/event-stream') : response.end('content')),
      })
      const sessions = Array.from({ length: 6 }, () => open(running))
      for (const [index, session] of sessions.entries()) {
        for (let stream = 0; stream < 90; stream += 1)
          session.request({ ':path': '/events' }).on('error', () => undefined)
        // One after the other: a busy machine makes 540 connections no sooner than the gateway gives up the last of them.
        await expect.poll(() => running.arrived.length, patiently).toBe(90 * (index + 1))
      }
      const one = open(running)
      expect(await statusOf(one)).toBe('200')
      for (const session of [...sessions, one]) session.destroy()
    },
  )

  it('are so many of one network, on however few connections it asks for them', async () => {
    await using running = await startGateway({
      isEncrypted: true,
      requestsPerNetworkMax: 3,
      trustedProxies: ['127.0.0.1'],
      listener: ({ url }, response) =>
        void (url === '/events' ? begin(response, 'text/plain') : response.end('content')),
    })
    const session = open(running)
    const from = (address: string, path: string) => {
      const stream = session.request({ ':path': path, 'x-forwarded-for': address })
      return { stream, answered: once(stream, 'response').then(([headers]) => Number(headers[':status'])) }
    }
    const held = ['2001:db8::1', '2001:db8::2', '2001:db8::3'].map((address) => from(address, '/events'))
    for (const { answered } of held) expect(await answered).toBe(200)
    expect(await from('2001:db8::4', '/').answered).toBe(429)
    expect(await from('2001:db8:0:1::4', '/').answered).toBe(200)
    expect(running.arrived.length).toBe(4)
    held[0]?.stream.close()
    await expect.poll(() => from('2001:db8::4', '/').answered).toBe(200)
    session.destroy()
  })

  it('are free again when a connection ends with requests that nobody has answered yet', async () => {
    const ended: unknown[] = []
    await using running = await startGateway({
      requestsPerNetworkMax: 5,
      decide: () => ({ pass: true, onEnd: (status) => ended.push(status) }),
      listener: ({ url }, response) => void (url === '/' && response.end('content')),
    })
    const socket = connect(running.port, '127.0.0.1')
    socket.write('GET /waits HTTP/1.1\r\nHost: shop.example\r\n\r\n'.repeat(5))
    await expect.poll(() => running.arrived.length).toBe(5)
    expect(await running.raw(get)).toMatch(/^HTTP\/1\.1 429 /u)
    socket.destroy()
    await expect.poll(() => running.raw(get)).toMatch(/^HTTP\/1\.1 200 /u)
    await expect.poll(() => ended).toEqual([null, null, null, null, null, 200])
    expect(running.gateway.states()[0]?.underWay).toBe(0)
  })

  it('end where what was given is never taken', async () => {
    await using running = await startGateway({
      isEncrypted: true,
      lookMs: 5,
      decide: ({ path }) => (path === '/denied' ? { pass: false, status: 403, body: 'x'.repeat(500) } : { pass: true }),
      listener: (_request, response) => void response.end('x'.repeat(2_000)),
    })
    // Its window is shut, so that no answer can be sent.
    const session = open(running, { initialWindowSize: 0 })
    for (const path of ['/', '/denied']) {
      const stream = session.request({ ':path': path })
      const [error] = await once(stream, 'error').catch((caught: unknown) => [caught])
      expect(error).toMatchObject({ code: 'ERR_HTTP2_STREAM_ERROR' })
    }
    session.destroy()
  })
})

describe('who pretends to want a WebSocket', () => {
  it('is counted by what the site answers', async () => {
    const ended: unknown[] = []
    await using running = await startGateway({
      decide: () => ({ pass: true, onEnd: (status, bytes) => ended.push([status, bytes]) }),
      listener: ({ url }, response) => void response.writeHead(url === '/free' ? 200 : 401).end('no'),
    })
    expect(await running.raw(upgrade('/sign-in'))).toMatch(/^HTTP\/1\.1 401 [^]*no$/u)
    expect(await running.raw(upgrade('/free'))).toMatch(/^HTTP\/1\.1 200 [^]*no$/u)
    await expect
      .poll(() => ended)
      .toEqual([
        [401, 2],
        [200, 2],
      ])
  })

  it('is sent no more than they read', patience, async () => {
    let sent = 0
    const size = 64 * 1_048_576
    await using running = await startGateway({
      listener: (_request, response) => {
        const write = (): void => {
          while (sent < size) {
            sent += 65_536
            if (!response.write(Buffer.alloc(65_536))) return void response.once('drain', write)
          }
          response.end()
        }
        write()
      },
    })
    const socket = connect(running.port, '127.0.0.1')
    socket.pause().write(upgrade('/large.iso'))
    let before = -1
    // Until nothing moves any more.
    await expect
      .poll(
        () => {
          const isStill = sent > 0 && sent === before
          before = sent
          return isStill
        },
        { interval: 200 },
      )
      .toBe(true)
    expect(sent).toBeLessThan(size / 2)
    socket.resume()
    await expect.poll(() => sent, patiently).toBeGreaterThanOrEqual(size)
    socket.destroy()
  })
})

it('says nothing for a proxy, and never names another target than the one that was decided about', async () => {
  const forged = {
    'x-forwarded-port': '1337',
    'x-forwarded-prefix': '/evil',
    'x-forwarded-scheme': 'http',
    'x-forwarded-server': 'evil',
    'x-client-ip': '10.0.0.1',
    'true-client-ip': '10.0.0.2',
    'cf-connecting-ip': '10.0.0.3',
    'x-original-host': 'evil',
    'x-host': 'evil',
    'x-http-host-override': 'evil',
    'x-forwarded': '10.0.0.4',
    'forwarded-for': '10.0.0.5',
    'client-ip': '10.0.0.6',
    'x-remote-addr': '10.0.0.7',
    'x-originating-ip': '10.0.0.8',
  }
  const others = { 'x-original-url': '/admin', 'x-rewrite-url': '/admin' }
  const lines = Object.entries({ ...forged, ...others }).map(([name, value]) => `${name}: ${value}\r\n`)
  const request = get.replace('\r\n\r\n', `\r\n${lines.join('')}\r\n`)
  for (const trustedProxies of [[], ['127.0.0.1']]) {
    await using running = await startGateway({ trustedProxies })
    await running.raw(request)
    const [arrived] = running.arrived
    for (const name of Object.keys(others)) expect(arrived?.headers).not.toHaveProperty(name)
    // Of a declared proxy they are what it says.
    if (trustedProxies.length > 0) expect(arrived?.headers).toMatchObject(forged)
    else for (const name of Object.keys(forged)) expect(arrived?.headers).not.toHaveProperty(name)
  }
})

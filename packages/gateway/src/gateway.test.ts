import { once } from 'node:events'
import { Agent, request as ask, type IncomingMessage, type RequestOptions } from 'node:http'
import { connect as connectHttp2, type ClientHttp2Session, type IncomingHttpHeaders } from 'node:http2'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { PassThrough } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { begin, startGateway, startSite } from './testing/start-gateway.ts'

const withHost = { host: '127.0.0.1', headers: { host: 'shop.example' } }

interface Got {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

async function get(port: number, options: RequestOptions = {}, body?: string): Promise<Got> {
  const sent = ask({ ...withHost, port, agent: false, ...options })
  // As bytes: Node would write the headers in the encoding of a text.
  sent.end(body === undefined ? undefined : Buffer.from(body))
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) }
}

describe('a request that may pass', () => {
  it('reaches the site as it was sent, and its answer the visitor, with what the verdict adds', async () => {
    await using running = await startGateway({
      decide: ({ address, host, path }) => ({
        pass: true,
        requestHeaders: { 'x-decision': `${address} ${host} ${path}` },
        answerHeaders: { 'ratelimit-policy': '"all";q=10' },
      }),
    })
    const headers = { host: 'Shop.Example:8080', 'X-Any': 'Ä', 'x-decision': 'forged', 'content-length': '4' }
    const got = await get(running.port, { method: 'PUT', path: '/%61?b=//c', headers }, 'body')
    expect(got).toMatchObject({ status: 200, body: 'content' })
    expect(got.headers).toMatchObject({ 'x-site': 'yes', 'ratelimit-policy': '"all";q=10' })
    expect(running.arrived).toMatchObject([{ method: 'PUT', target: '/%61?b=//c', body: 'body' }])
    expect(running.arrived[0]?.headers).toMatchObject({
      'x-any': 'Ä',
      'x-decision': '127.0.0.1 shop.example /a',
      host: 'Shop.Example:8080',
      'content-length': '4',
    })
  })

  it('streams both ways: the site has the first of a body, and the visitor of an answer, before the last was sent', async () => {
    const site = new PassThrough()
    const first = Promise.withResolvers<string>()
    const upstream = await startSite((request, response) => {
      request.once('data', (chunk: Buffer) => first.resolve(chunk.toString()))
      site.pipe(begin(response, 'text/event-stream'))
    })
    await using running = await startGateway({
      sites: [{ hosts: ['shop.example'], upstreams: [{ url: upstream.url }] }],
    })
    const sent = ask({ ...withHost, port: running.port, method: 'POST', agent: false })
    sent.write('one')
    expect(await first.promise).toBe('one')
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    site.write('data: 1\n\n')
    expect(String((await once(answer, 'data'))[0])).toBe('data: 1\n\n')
    sent.end('two')
    site.end()
    answer.resume()
    await once(answer, 'end')
    upstream.server.close()
  })

  it('comes by HTTP/2 as by HTTP/1.1, with cookies in one line and trailers', async () => {
    await using running = await startGateway({
      isEncrypted: true,
      listener: (_request, response) => {
        response.writeHead(200, { trailer: 'x-sum', connection: 'x-own', 'x-own': '1', 'x-site': 'yes' })
        response.write('content')
        response.addTrailers({ 'x-sum': '7' })
        response.end()
      },
    })
    const session = connectHttp2(`https://localhost:${running.port}`, { rejectUnauthorized: false })
    const stream = session.request({ ':path': '/a', ':method': 'POST', cookie: ['a=1', 'b=2'] })
    const trailers = once(stream, 'trailers')
    stream.end('body')
    const [headers] = (await once(stream, 'response')) as [IncomingHttpHeaders]
    expect(headers).toMatchObject({ ':status': 200, 'x-site': 'yes' })
    expect(headers).not.toHaveProperty('x-own')
    expect(await text(stream)).toBe('content')
    expect((await trailers)[0]).toMatchObject({ 'x-sum': '7' })
    expect(running.arrived).toMatchObject([{ target: '/a', body: 'body', headers: { cookie: 'a=1; b=2' } }])
    expect(running.arrived[0]?.headers['x-forwarded-proto']).toBe('https')
    session.close()
  })

  it('may be a WebSocket, whose two ends then speak to each other', async () => {
    await using running = await startGateway()
    running.site.server.on('upgrade', (request, socket) => {
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\nx-key: ${request.headers['sec-websocket-key']}\r\n\r\n`,
      )
      socket.on('data', (chunk) => socket.write(`echo ${chunk}`)).on('error', () => undefined)
    })
    const socket = connect(running.port, '127.0.0.1')
    socket.write(
      'GET /live HTTP/1.1\r\nHost: shop.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: k\r\n\r\n',
    )
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 101 Switching Protocols\r\n[^]*x-key: k/u)
    socket.write('hello')
    expect(String((await once(socket, 'data'))[0])).toBe('echo hello')
    expect(running.gateway.states()[0]?.underWay).toBe(1)
    socket.destroy()
    await expect.poll(() => running.gateway.states()[0]?.underWay).toBe(0)
  })

  it('is let go where the visitor leaves before the site has answered', async () => {
    const gone = Promise.withResolvers<void>()
    await using running = await startGateway({
      listener: (_request, response) => void response.on('close', gone.resolve),
    })
    const sent = ask({ ...withHost, port: running.port, agent: false }).on('error', () => undefined)
    sent.end()
    await expect.poll(() => running.arrived.length).toBe(1)
    sent.destroy()
    await gone.promise
    expect(running.gateway.states()[0]?.underWay).toBe(0)
  })
})

describe('a request that may not pass', () => {
  it.each([['GET'], ['HEAD'], ['POST']])('ends with its answer and reaches nobody: %s', async (method) => {
    await using running = await startGateway({
      decide: async () => ({ pass: false, status: 403, headers: { 'retry-after': '9' }, body: 'no' }),
    })
    const got = await get(running.port, { method }, method === 'POST' ? 'x'.repeat(100_000) : undefined)
    expect(got).toMatchObject({ status: 403, body: method === 'HEAD' ? '' : 'no' })
    expect(got.headers).toMatchObject({ 'retry-after': '9', 'content-length': '2', 'cache-control': 'no-store' })
    expect(running.arrived).toEqual([])
  })

  it('opens no WebSocket, and nothing else in its name', async () => {
    await using running = await startGateway({ decide: () => ({ pass: false, status: 429, body: 'later' }) })
    const opened = Promise.withResolvers<void>()
    running.site.server.on('upgrade', () => opened.reject(new Error('it was opened')))
    const upgrade = 'Host: shop.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
    expect(await running.raw(`GET / HTTP/1.1\r\n${upgrade}`)).toMatch(/^HTTP\/1\.1 429 [^]*later$/u)
    expect(await running.raw(`POST / HTTP/1.1\r\n${upgrade}`)).toMatch(/^HTTP\/1\.1 400 [^]*upgrade-refused\n$/u)
    expect(running.arrived).toEqual([])
    opened.resolve()
    await opened.promise
  })

  it('is for a host that is served here, and has not been here before', async () => {
    await using running = await startGateway()
    expect(await get(running.port, { headers: { host: 'other.example' } })).toMatchObject({
      status: 421,
      body: 'host-unknown\n',
    })
    await get(running.port)
    const via = String(running.arrived[0]?.headers.via).split(' ')[1]
    const headers = { host: 'shop.example', via: `1.1 ${via}` }
    expect(await get(running.port, { headers })).toMatchObject({ status: 508, body: 'loop\n' })
  })

  it.each([
    ['PASS', 200],
    ['REFUSE', 503],
  ] as const)('is what `whenUndecided` says where the decision fails: %s', async (whenUndecided, status) => {
    const failure = new Error('the decision failed')
    const decisions = [
      () => Promise.reject(failure),
      () => {
        throw failure
      },
    ]
    for (const decide of decisions) {
      await using running = await startGateway({ decide, whenUndecided })
      expect((await get(running.port)).status).toBe(status)
      expect(running.errors).toEqual([failure])
    }
  })

  it('has a body that is too large, said before or found out on the way', async () => {
    await using running = await startGateway({ bounds: { bodyMax: 1_000 } })
    const headers = { host: 'shop.example', 'content-length': '1001' }
    expect(await get(running.port, { method: 'POST', headers }, 'x'.repeat(1_001))).toMatchObject({ status: 413 })
    const chunked = { host: 'shop.example', 'transfer-encoding': 'chunked' }
    expect(await get(running.port, { method: 'POST', headers: chunked }, 'x'.repeat(1_001))).toMatchObject({
      status: 413,
    })
    expect(running.arrived).toEqual([])
  })
})

it('believes the proxies that are declared for a site, and not those of another one', async () => {
  const seen: string[] = []
  await using running = await startGateway({
    decide({ host, address }) {
      seen.push(`${host} ${address}`)
      return { pass: true }
    },
  })
  const upstreams = [{ url: running.site.url }]
  const behindProxy = { hosts: ['shop.example'], upstreams, trustedProxies: ['127.0.0.1'] }
  running.gateway.configure([behindProxy, { hosts: ['localhost'], upstreams }])
  for (const host of ['shop.example', 'localhost'])
    await running.raw(`GET / HTTP/1.1\r\nhost: ${host}\r\nx-forwarded-for: 192.0.2.9\r\nconnection: close\r\n\r\n`)
  expect(seen).toEqual(['shop.example 192.0.2.9', 'localhost 127.0.0.1'])
  expect(running.arrived.map(({ headers }) => headers['x-forwarded-for'])).toEqual([
    '192.0.2.9, 127.0.0.1',
    '127.0.0.1',
  ])
})

describe('the servers of a site', () => {
  it('are asked in place of one that cannot be reached, and a body is never sent twice', async () => {
    const gone = await startSite(() => undefined)
    gone.server.close()
    const torn = await startSite((request) => void request.once('data', () => request.socket.destroy()))
    const good = await startSite((_request, response) => response.end('good'))
    await using running = await startGateway({
      sites: [
        { hosts: ['shop.example'], upstreams: [{ url: gone.url }, { url: good.url }] },
        { hosts: ['torn.example'], upstreams: [{ url: torn.url }, { url: torn.url }] },
        { hosts: ['gone.example'], upstreams: [{ url: gone.url }] },
      ],
    })
    for (let time = 0; time < 4; time += 1) expect((await get(running.port)).body).toBe('good')
    expect(running.gateway.states().map(({ isUp }) => isUp)).toEqual([false, true, true, true, true])
    const headers = { host: 'torn.example' }
    expect(await get(running.port, { method: 'POST', headers }, 'once')).toMatchObject({
      status: 502,
      body: 'upstream-away\n',
    })
    expect((await get(running.port, { headers: { host: 'gone.example' } })).status).toBe(502)
    for (const { server } of [torn, good]) server.close()
  })

  it('get no visitors while they fail their health check, and get them again once they pass it', async () => {
    let isWell = true
    const sick = await startSite(({ url }, response) => {
      response.statusCode = url === '/health' && !isWell ? 503 : 200
      response.end('sick')
    })
    const good = await startSite((_request, response) => response.end('good'))
    const health = { path: '/health', everyMs: 50, timeoutMs: 10_000 }
    await using running = await startGateway({
      sites: [{ hosts: ['shop.example'], upstreams: [{ url: sick.url }, { url: good.url }], health }],
    })
    const asked = async () => {
      const bodies = []
      for (let time = 0; time < 4; time += 1) bodies.push((await get(running.port)).body)
      return [...new Set(bodies)].toSorted()
    }
    const isUp = () => running.gateway.states().map((state) => state.isUp)
    expect(await asked()).toEqual(['good', 'sick'])
    isWell = false
    await expect.poll(isUp).toEqual([false, true])
    expect(await asked()).toEqual(['good'])
    isWell = true
    await expect.poll(isUp).toEqual([true, true])
    expect(await asked()).toEqual(['good', 'sick'])
    for (const { server } of [sick, good]) server.close()
  })

  it('change while a request is under way, which ends as it began', async () => {
    const held = Promise.withResolvers<void>()
    const first = await startSite((_request, response) => void held.promise.then(() => response.end('first')))
    const second = await startSite((_request, response) => response.end('second'))
    const sites = (url: string) => [{ hosts: ['shop.example'], upstreams: [{ url }] }]
    await using running = await startGateway({ sites: sites(first.url) })
    const early = get(running.port)
    await expect.poll(() => running.gateway.states()[0]?.underWay).toBe(1)
    running.gateway.configure(sites(second.url))
    expect((await get(running.port)).body).toBe('second')
    held.resolve()
    expect((await early).body).toBe('first')
    expect(() => running.gateway.configure([...sites(first.url), ...sites(second.url)])).toThrow(
      'shop.example belongs to two sites',
    )
    expect((await get(running.port)).body).toBe('second')
    for (const { server } of [first, second]) server.close()
  })
})

describe('who only holds what they were given', () => {
  it('is cut off where a head comes slowly, with TLS and without', async () => {
    await using plain = await startGateway({ server: { headersTimeoutMs: 200 } })
    const socket = connect(plain.port, '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nHost: shop.example\r\nX-')
    expect((await buffer(socket)).toString()).toMatch(/^HTTP\/1\.1 408 /u)
    await using encrypted = await startGateway({ isEncrypted: true, server: { headersTimeoutMs: 200 } })
    const options = { port: encrypted.port, host: '127.0.0.1', servername: 'localhost', rejectUnauthorized: false }
    const secure = connectTls({ ...options, ALPNProtocols: ['http/1.1'] })
    secure.write('GET / HTTP/1.1\r\nHost: localhost\r\nX-')
    expect((await buffer(secure)).toString()).toMatch(/^HTTP\/1\.1 408 /u)
  })

  it('has no more connections than anybody needs, and none at all for a name without a certificate', async () => {
    await using running = await startGateway({ server: { connectionsPerNetworkMax: 2 } })
    const agent = new Agent({ keepAlive: true, maxSockets: 2 })
    for (const _ of [1, 2]) await Promise.all([get(running.port, { agent }), get(running.port, { agent })])
    await expect(get(running.port)).rejects.toThrow(/hang up|ECONNRESET/u)
    agent.destroy()
    await expect
      .poll(() =>
        get(running.port).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200)
    await using encrypted = await startGateway({ isEncrypted: true })
    const session: ClientHttp2Session = connectHttp2(`https://127.0.0.1:${encrypted.port}`, {
      servername: 'other.example',
      rejectUnauthorized: false,
    })
    await once(session, 'error')
  })

  it('is cut off after many streams that were reset at once, while others are served', async () => {
    await using running = await startGateway({ isEncrypted: true })
    const url = `https://localhost:${running.port}`
    const attacker = connectHttp2(url, { rejectUnauthorized: false })
    const closed = Promise.withResolvers<void>()
    attacker.on('error', () => undefined).on('close', closed.resolve)
    const reset = (): void => {
      for (let index = 0; index < 200 && !attacker.destroyed && !attacker.closed; index += 1) {
        const stream = attacker.request({ ':path': '/' }).on('error', () => undefined)
        stream.close(8)
      }
      if (!attacker.destroyed) setImmediate(reset)
    }
    reset()
    await closed.promise
    const visitor = connectHttp2(url, { rejectUnauthorized: false })
    const stream = visitor.request({ ':path': '/' })
    expect(await text(stream)).toBe('content')
    visitor.close()
  })
})

describe('a site that is asked on nobody’s behalf', () => {
  const bounds = { isSecure: true, bytesMax: 100_000, timeoutMs: 2_000 }

  it('is read as far as it may be, however much it sends, and follows nowhere', async () => {
    let sent = 0
    await using running = await startGateway({
      listener: ({ url }, response) => {
        if (url === '/away') return void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
        if (url === '/small') return void response.end('small')
        response.writeHead(200, { 'content-type': 'text/plain', 'content-length': 100 * 1_048_576 })
        const write = (): void => {
          while (sent < 100 * 1_048_576) {
            sent += 65_536
            if (!response.write(Buffer.alloc(65_536, 'a'))) return void response.once('drain', write)
          }
        }
        write()
      },
    })
    const large = await running.gateway.ask('shop.example', '/robots.txt', bounds)
    expect([large?.status, large?.body.length, large?.isCut]).toEqual([200, 100_000, true])
    expect(sent).toBeLessThan(50 * 1_048_576)
    expect(await running.gateway.ask('shop.example', '/small', bounds)).toMatchObject({ status: 200, isCut: false })
    expect(await running.gateway.ask('shop.example', '/away', bounds)).toMatchObject({ status: 302 })
    expect(running.arrived[0]?.headers).toMatchObject({
      host: 'shop.example',
      'user-agent': 'Bollard',
      'accept-encoding': 'identity',
      'x-forwarded-proto': 'https',
    })
    expect(await running.gateway.ask('other.example', '/', bounds)).toBeNull()
  })

  it('that says nothing, or drips, is given up in time and harms nobody', async () => {
    await using running = await startGateway({
      listener: ({ url }, response) => {
        if (url === '/drip') begin(response, 'text/plain').write('a')
      },
    })
    for (const path of ['/silent', '/drip'])
      expect(await running.gateway.ask('shop.example', path, { ...bounds, timeoutMs: 100 }), path).toBeNull()
    expect(running.errors).toEqual([])
  })
})

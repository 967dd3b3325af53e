import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningGateway, startGateway } from './testing/start-gateway.ts'

// Known ways to have a request read in two ways by two servers (RFC 9112, 11; PortSwigger's and Kettle's lists of 2019 to 2025).
const smuggled = 'GET /admin HTTP/1.1\r\nHost: shop.example\r\n\r\n'
const post = (fields: string, body = ''): string =>
  `POST /form HTTP/1.1\r\nHost: shop.example\r\n${fields}\r\n\r\n${body}`
const zero = `0\r\n\r\n${smuggled}`

const vectors: readonly (readonly [string, string])[] = [
  ['a length and chunks', post(`Content-Length: 5\r\nTransfer-Encoding: chunked`, zero)],
  ['chunks and a length', post(`Transfer-Encoding: chunked\r\nContent-Length: ${zero.length}`, zero)],
  ['two lengths', post(`Content-Length: 0\r\nContent-Length: ${smuggled.length}`, smuggled)],
  ['two equal lengths', post(`Content-Length: 3\r\nContent-Length: 3`, `abc${smuggled}`)],
  ['a list of lengths', post(`Content-Length: 0, ${smuggled.length}`, smuggled)],
  ['a length with a sign', post(`Content-Length: +0`, smuggled)],
  ['a negative length', post(`Content-Length: -1`, smuggled)],
  ['a length in hexadecimal', post(`Content-Length: 0x0`, smuggled)],
  ['a length with a space in it', post(`Content-Length: 1 0`, smuggled)],
  ['a space before the colon', post(`Content-Length : ${smuggled.length}`, smuggled)],
  ['a tab before the colon', post(`Transfer-Encoding\t: chunked`, zero)],
  ['chunks written otherwise', post(`Transfer-Encoding: xchunked`, zero)],
  ['chunks with a space and a sign', post(`Transfer-Encoding: chunked-`, zero)],
  ['two codings', post(`Transfer-Encoding: chunked, identity`, zero)],
  ['identity before chunks', post(`Transfer-Encoding: identity, chunked`, zero)],
  ['chunks twice', post(`Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked`, zero)],
  ['chunks and something else', post(`Transfer-Encoding: chunked\r\nTransfer-Encoding: cow`, zero)],
  ['chunks in quotes', post(`Transfer-Encoding: "chunked"`, zero)],
  ['chunks after a vertical tab', post(`Transfer-Encoding: \u000bchunked`, zero)],
  ['chunks after a NUL', post(`Transfer-Encoding: \u0000chunked`, zero)],
  ['a folded header', post(`Transfer-Encoding:\r\n chunked`, zero)],
  ['a header folded into another', post(`X-Any: 1\r\n Transfer-Encoding: chunked`, zero)],
  ['a line end without CR', `POST /form HTTP/1.1\nHost: shop.example\nTransfer-Encoding: chunked\n\n${zero}`],
  ['a header ended by LF alone', post(`X-Any: 1\nTransfer-Encoding: chunked`, zero)],
  ['a header ended by CR alone', post(`X-Any: 1\rTransfer-Encoding: chunked`, zero)],
  ['a chunk ended by LF alone', post(`Transfer-Encoding: chunked`, `1\nZ\n0\n\n${smuggled}`)],
  ['a chunk longer than it says', post(`Transfer-Encoding: chunked`, `1\r\nZZZZ\r\n0\r\n\r\n${smuggled}`)],
  ['a size of a chunk that overflows', post(`Transfer-Encoding: chunked`, `100000000000000001\r\nZ\r\n${zero}`)],
  ['a size of a chunk with a prefix', post(`Transfer-Encoding: chunked`, `0x1\r\nZ\r\n${zero}`)],
  ['a size of a chunk with a sign', post(`Transfer-Encoding: chunked`, `+1\r\nZ\r\n${zero}`)],
  ['an extension with a line end', post(`Transfer-Encoding: chunked`, `1;\nx\r\nZ\r\n${zero}`)],
  // TERM.EXT, EXT.TERM and the like of 2025: a line of a chunk that ends somewhere else for another server.
  ['an extension that ends by LF alone', post(`Transfer-Encoding: chunked`, `1;a\nZ\r\n${zero}`)],
  ['an extension with a CR alone', post(`Transfer-Encoding: chunked`, `1;a\rb\r\nZ\r\n${zero}`)],
  ['a size of a chunk with a space in it', post(`Transfer-Encoding: chunked`, `1 1\r\nZ\r\n${zero}`)],
  ['a size of a chunk after a space', post(`Transfer-Encoding: chunked`, ` 1\r\nZ\r\n${zero}`)],
  ['a size of a chunk with an underscore', post(`Transfer-Encoding: chunked`, `0_1\r\nZ\r\n${zero}`)],
  ['a size of a chunk of nothing', post(`Transfer-Encoding: chunked`, `\r\n${zero}`)],
  ['a chunk that two letters end', post(`Transfer-Encoding: chunked`, `1\r\nZXX${zero}`)],
  ['a trailer that says a length', post(`Transfer-Encoding: chunked`, `0\r\nContent-Length: 60\r\n\r\n${smuggled}`)],
  ['a trailer that says chunks', post(`Transfer-Encoding: chunked`, `0\r\nTransfer-Encoding: chunked\r\n\r\n${zero}`)],
  ['a trailer with a folded line', post(`Transfer-Encoding: chunked`, `0\r\nX-Any: 1\r\n 2\r\n\r\n${smuggled}`)],
  ['a trailer ended by LF alone', post(`Transfer-Encoding: chunked`, `0\r\nX-Any: 1\n\r\n${smuggled}`)],
  ['what is expected, written otherwise', post(`Expect: 100-continue-please\r\nContent-Length: 3`, 'abc')],
  ['a line end before the colon', post(`Content-Length\r\n: ${smuggled.length}`, smuggled)],
  [
    'a name that begins with a space',
    `POST /form HTTP/1.1\r\n Content-Length: 5\r\nHost: shop.example\r\n\r\n${smuggled}`,
  ],
  ['a name with a NUL', post(`Content-\u0000Length: 5`, smuggled)],
  ['a length that overflows', post(`Content-Length: 18446744073709551617`, 'a')],
  ['a length with a fraction', post(`Content-Length: 1.0`, smuggled)],
  ['a line end in the target', `GET /a\r\nX: y HTTP/1.1\r\nHost: shop.example\r\n\r\n`],
  ['a line folded into the host', `GET / HTTP/1.1\r\nHost: shop.example\r\n evil.example\r\n\r\n`],
  ['chunks of HTTP/1.0', `POST /form HTTP/1.0\r\nHost: shop.example\r\nTransfer-Encoding: chunked\r\n\r\n${zero}`],
  ['HTTP/0.9 with a host', `GET /\r\nHost: shop.example\r\n\r\n`],
  ['an HTTP/2 preface', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`],
  ['two hosts', `GET / HTTP/1.1\r\nHost: shop.example\r\nHost: localhost\r\nConnection: close\r\n\r\n`],
  ['no host', `GET / HTTP/1.1\r\nConnection: close\r\n\r\n`],
  ['a host with a name of a person', `GET / HTTP/1.1\r\nHost: shop.example@localhost\r\n\r\n`],
  ['a host with a path', `GET / HTTP/1.1\r\nHost: shop.example/x\r\n\r\n`],
  ['a whole address as target', `GET http://localhost/admin HTTP/1.1\r\nHost: shop.example\r\n\r\n`],
  ['a target without a slash', `GET admin HTTP/1.1\r\nHost: shop.example\r\n\r\n`],
  ['a target with a control character', `GET /a\u0001b HTTP/1.1\r\nHost: shop.example\r\n\r\n`],
  ['a target with a fragment', `GET /a#b HTTP/1.1\r\nHost: shop.example\r\n\r\n`],
  ['a target with bytes above ASCII', `GET /\u00e9 HTTP/1.1\r\nHost: shop.example\r\n\r\n`],
  ['an escaped NUL', `GET /a%00 HTTP/1.1\r\nHost: shop.example\r\n\r\n`],
  ['a target that climbs', `GET /static/../admin HTTP/1.1\r\nHost: shop.example\r\n\r\n`],
  ['a target that climbs for some', `GET /static/..%2fadmin HTTP/1.1\r\nHost: shop.example\r\n\r\n`],
  ['all of a server', `OPTIONS * HTTP/1.1\r\nHost: shop.example\r\n\r\n`],
  ['CONNECT', `CONNECT shop.example:443 HTTP/1.1\r\nHost: shop.example\r\n\r\n`],
  [
    'a WebSocket with a body',
    `GET / HTTP/1.1\r\nHost: shop.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
  ],
  [
    'a WebSocket with chunks',
    `GET / HTTP/1.1\r\nHost: shop.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nTransfer-Encoding: chunked\r\n\r\n${zero}`,
  ],
  ['TRACE', `TRACE / HTTP/1.1\r\nHost: shop.example\r\n\r\n`],
  ['a version that is none', `GET / HTTP/9.9\r\nHost: shop.example\r\n\r\n`],
  ['a request of HTTP/0.9', `GET /\r\n\r\n`],
  ['authorization twice', `GET / HTTP/1.1\r\nHost: shop.example\r\nAuthorization: a\r\nAuthorization: b\r\n\r\n`],
  ['more fields than anybody sends', post(Array.from({ length: 101 }, (_, index) => `X-${index}: 1`).join('\r\n'))],
  ['a field as long as all may be', post(`X-Any: ${'a'.repeat(17_000)}`)],
  ['a target as long as none is', `GET /${'a'.repeat(8_200)} HTTP/1.1\r\nHost: shop.example\r\n\r\n`],
]

describe('a request that two servers could read in two ways', () => {
  let running: RunningGateway
  beforeAll(async () => void (running = await startGateway()))
  afterAll(() => running[Symbol.asyncDispose]())

  it.each(vectors)('ends at the gateway: %s', async (_name, bytes) => {
    const before = running.arrived.length
    const answer = await running.raw(Buffer.from(bytes, 'latin1'))
    expect(answer).toMatch(/^(?:HTTP\/1\.1 100 Continue\r\n\r\n)?(?:HTTP\/1\.1 4\d\d |$)/u)
    // Neither the request itself nor one that was hidden in it.
    expect(running.arrived.length).toBe(before)
  })

  it('counts as one request where HTTP/2 without TLS is asked for, and its preface reaches nobody', async () => {
    const before = running.arrived.length
    const upgrade = `GET / HTTP/1.1\r\nHost: shop.example\r\nConnection: close, Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n`
    expect(await running.raw(upgrade)).toMatch(/^HTTP\/1\.1 200 /u)
    await running.raw(`${upgrade}PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`)
    const arrived = running.arrived.slice(before)
    expect(arrived.every(({ method, target }) => method === 'GET' && target === '/')).toBe(true)
    expect(arrived[0]?.headers).not.toHaveProperty('upgrade')
    expect(arrived[0]?.headers).not.toHaveProperty('http2-settings')
  })

  it('names who sent it itself, whatever the visitor says of that or has taken away', async () => {
    const before = running.arrived.length
    await running.raw(
      `GET / HTTP/1.1\r\nHost: shop.example\r\nConnection: close, X-Forwarded-For, X-Real-IP, Cookie\r\nCookie: a=1\r\nX-Forwarded-For: 10.0.0.1\r\nX_Forwarded_For: 10.0.0.2\r\nX-Real-IP: 10.0.0.3\r\nForwarded: for=10.0.0.4\r\nX-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: https\r\nProxy-Authorization: x\r\n\r\n`,
    )
    const { headers = {} } = running.arrived[before] ?? {}
    expect(headers).toMatchObject({
      host: 'shop.example',
      cookie: 'a=1',
      'x-forwarded-for': '127.0.0.1',
      'x-real-ip': '127.0.0.1',
      'x-forwarded-host': 'shop.example',
      'x-forwarded-proto': 'http',
    })
    for (const name of ['x_forwarded_for', 'forwarded', 'proxy-authorization']) expect(headers).not.toHaveProperty(name)
  })
})

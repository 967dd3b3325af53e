import { text } from 'node:stream/consumers'
import { createBrotliCompress, createGzip, gzipSync, zstdCompressSync } from 'node:zlib'
import type { Assertion } from '@bollard/uptime'
import { expect, test } from 'vitest'
import { createCertificate } from '../../../tls-fingerprint/src/testing/self-signed-certificate.ts'
import { authority, check, open, serveHttp, serveHttps, trusted } from '../testing/start-servers.ts'

const json = { 'content-type': 'application/json' }
const is = (
  source: Assertion['source'],
  comparison: Assertion['comparison'],
  value: string | null,
  target = null as string | null,
): Assertion => ({
  source,
  target,
  comparison,
  value,
  verdict: 'DOWN',
})

test('a page over TLS is up, with every phase, its address and the expiry of the certificate it came with', async () => {
  const url = await serveHttps((_request, response) => response.end('fine'))
  const result = await check('HTTP', { url })
  expect(result).toMatchObject({
    verdict: 'UP',
    fault: null,
    detail: null,
    facts: { statusCode: 200, address: '127.0.0.1', certificateExpiresAt: expect.any(Number) },
    sample: { body: 'fine' },
  })
  const { dnsMs, connectMs, tlsMs, firstByteMs, totalMs } = result.phases
  const parts = [dnsMs, connectMs, tlsMs, firstByteMs].map((ms) => ms ?? Number.NaN)
  expect(parts.every((ms) => ms > 0)).toBe(true)
  expect(totalMs).toBeGreaterThanOrEqual(parts.reduce((sum, ms) => sum + ms, 0) - 0.01)
})

test('what is asked arrives: method, path, headers, body, and headers of the connection only from us', async () => {
  const got: unknown[] = []
  const url = await serveHttp(async (request, response) => {
    const { host, connection, 'x-a': a, 'user-agent': agent, 'transfer-encoding': encoding } = request.headers
    got.push(request.method, request.url, host, connection, a, agent, encoding, await text(request))
    response.end()
  })
  const headers = [
    { name: 'X-A', value: '1' },
    { name: 'x-a', value: '2' },
    { name: 'Connection', value: 'keep-alive' },
    { name: 'Transfer-Encoding', value: 'chunked' },
    { name: 'Content-Length', value: '999' },
    { name: 'Host', value: 'shop.example' },
  ]
  await check('HTTP', { url: `${url}/a?b=1`, method: 'POST', headers, body: 'ü' })
  expect(got).toEqual(['POST', '/a?b=1', 'shop.example', 'close', '1, 2', 'Bollard-Monitoring/1', undefined, 'ü'])
})

test('a header that cannot be sent is told, and nothing is sent', async () => {
  const url = await serveHttp((_request, response) => response.end())
  const headers = [{ name: 'x-a', value: 'b\r\nx-evil: 1' }]
  expect(await check('HTTP', { url, headers })).toMatchObject({ verdict: 'UNKNOWN', fault: 'request-invalid' })
})

test('a user and a bearer sign in, and no other site is told of them', async () => {
  const told: unknown[] = []
  const other = await serveHttp((request, response) => {
    told.push(request.headers.authorization, request.headers['x-key'], request.headers.accept)
    response.end()
  })
  const url = await serveHttp((request, response) => {
    told.push(request.headers.authorization)
    response.writeHead(302, { location: other }).end()
  })
  const headers = [
    { name: 'X-Key', value: 'secret' },
    { name: 'Accept', value: 'text/html' },
  ]
  await check('HTTP', { url, headers, authentication: { kind: 'BASIC', user: 'ada', password: 'ö:1' } })
  await check('HTTP', { url, headers, authentication: { kind: 'BEARER', token: 'abc' } })
  const basic = `Basic ${Buffer.from('ada:ö:1').toString('base64')}`
  expect(told).toEqual([basic, undefined, undefined, 'text/html', 'Bearer abc', undefined, undefined, 'text/html'])
})

test('a client certificate opens what asks for one, and an unreadable one is the fault of the check', async () => {
  const { cert: certificate, key } = createCertificate({ name: 'client', issuer: authority })
  const url = await serveHttps((_request, response) => response.end(), {
    ...trusted,
    ca: authority.cert,
    requestCert: true,
    rejectUnauthorized: true,
  })
  expect(await check('HTTP', { url, authentication: { kind: 'CLIENT_CERTIFICATE', certificate, key } })).toMatchObject({
    verdict: 'UP',
  })
  expect(await check('HTTP', { url })).toMatchObject({
    verdict: 'DOWN',
    fault: expect.stringMatching(/^(?:tls-failed|connection-reset)$/u),
  })
  const broken = { kind: 'CLIENT_CERTIFICATE', certificate, key: trusted.key } as const
  expect(await check('HTTP', { url, authentication: broken })).toMatchObject({
    verdict: 'UNKNOWN',
    fault: 'client-certificate-invalid',
  })
})

test.for([
  [301, 'POST', 'GET', ''],
  [302, 'POST', 'GET', ''],
  [303, 'PUT', 'GET', ''],
  [303, 'HEAD', 'HEAD', ''],
  [307, 'POST', 'POST', 'body'],
  [308, 'PUT', 'PUT', 'body'],
] as const)('a redirect of %d turns %s into %s, as browsers do', async ([status, method, next, body]) => {
  const got: unknown[] = []
  const url = await serveHttp(async (request, response) => {
    if (request.url === '/') return response.writeHead(status, { location: '/next' }).end()
    got.push(request.method, await text(request))
    response.end()
  })
  const sent = method === 'HEAD' ? null : 'body'
  expect(await check('HTTP', { url: `${url}/`, method, body: sent })).toMatchObject({ verdict: 'UP' })
  expect(got).toEqual([next, body])
})

test('redirects are followed as far as the check allows, and judged as answers where it allows none', async () => {
  const url = await serveHttp((_request, response) => response.writeHead(302, { location: '/again' }).end())
  expect(await check('HTTP', { url, redirectsMax: 3 })).toMatchObject({ verdict: 'DOWN', fault: 'too-many-redirects' })
  expect(await check('HTTP', { url, redirectsMax: 0, statusCodes: '302' })).toMatchObject({ verdict: 'UP' })
})

test.for([
  'ftp://127.0.0.1/',
  'javascript:alert(1)',
  'http://ada:secret@127.0.0.1/',
  'http://[::1',
  'file:///etc/passwd',
])('a redirect to %s is not followed', async (location) => {
  const url = await serveHttp((_request, response) => response.writeHead(302, { location }).end())
  expect(await check('HTTP', { url })).toMatchObject({ verdict: 'DOWN', fault: 'redirect-invalid' })
})

test.for([
  '',
  'shop.example',
  'ftp://shop.example/',
  'http://ada:secret@shop.example/',
  `http://shop.example/${'a'.repeat(4_096)}`,
])('an address like %s is the fault of the check', async (url) =>
  expect(await check('HTTP', { url })).toMatchObject({ verdict: 'UNKNOWN', fault: 'target-invalid' }),
)

test('statuses count as the check lists them', async () => {
  const url = await serveHttp((_request, response) => response.writeHead(401).end())
  expect(await check('HTTP', { url })).toMatchObject({ verdict: 'DOWN', fault: 'status', facts: { statusCode: 401 } })
  for (const statusCodes of ['401', '200-299, 401', '400-499'])
    expect(await check('HTTP', { url, statusCodes })).toMatchObject({ verdict: 'UP' })
})

test('assertions look at status, headers, text, JSON, size, time and certificate, and say what they found', async () => {
  const url = await serveHttps((_request, response) =>
    response.writeHead(200, { ...json, 'x-version': '7' }).end('{"state":{"queue":3},"name":"zürich"}'),
  )
  const good = [
    is('STATUS', 'EQUALS', '200'),
    is('HEADER', 'EQUALS', '7', 'X-Version'),
    is('TEXT', 'CONTAINS', 'zürich'),
    is('TEXT', 'MATCHES', '"queue":[0-9]+'),
    is('JSON', 'LESS_THAN', '10', '$.state.queue'),
    is('JSON', 'NOT_EXISTS', null, '$.error'),
    is('BODY_BYTES', 'EQUALS', '38'),
    is('TOTAL_MS', 'LESS_THAN', '5000'),
    is('CERTIFICATE_DAYS', 'LESS_THAN', '2'),
  ]
  const result = await check('HTTP', { url }, { assertions: good })
  expect(result.assertions.map(({ passed, found }) => [passed, found]).slice(0, 7)).toEqual([
    [true, '200'],
    [true, '7'],
    [true, expect.stringContaining('zürich')],
    [true, expect.any(String)],
    [true, '3'],
    [true, null],
    [true, '38'],
  ])
  expect(result).toMatchObject({ verdict: 'UP', fault: null })
  const bad = { ...is('JSON', 'GREATER_THAN', '10', '$.state.queue'), verdict: 'DEGRADED' } as const
  expect(await check('HTTP', { url }, { assertions: [bad] })).toMatchObject({ verdict: 'DEGRADED', fault: 'assertion' })
  expect(await check('HTTP', { url }, { assertions: [bad, is('STATUS', 'EQUALS', '201')] })).toMatchObject({
    verdict: 'DOWN',
    fault: 'assertion',
  })
})

test('a certificate that ends soon warns, unless something worse is wrong', async () => {
  const url = await serveHttps((_request, response) => response.end())
  expect(await check('HTTP', { url, certificateWarningDays: 14 })).toMatchObject({
    verdict: 'DEGRADED',
    fault: 'certificate-expires-soon',
  })
  expect(await check('HTTP', { url, certificateWarningDays: 14, statusCodes: '500' })).toMatchObject({
    fault: 'status',
  })
})

test('bodies are read in the encodings and charsets that servers use', async () => {
  const body = 'größe '.repeat(500)
  const encodings: Record<string, Buffer> = {
    gzip: gzipSync(body),
    zstd: zstdCompressSync(body),
    br: await packed(createBrotliCompress(), body),
    identity: Buffer.from(body),
  }
  const url = await serveHttp((request, response) => {
    const encoding = (request.url ?? '').slice(1)
    response.writeHead(200, { 'content-encoding': encoding }).end(encodings[encoding])
  })
  for (const encoding of Object.keys(encodings))
    expect(
      await check('HTTP', { url: `${url}/${encoding}` }, { assertions: [is('TEXT', 'EQUALS', body)] }),
    ).toMatchObject({ verdict: 'UP' })
  const latin = await serveHttp((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/plain; charset=ISO-8859-1' }).end(Buffer.from('größe', 'latin1')),
  )
  expect(await check('HTTP', { url: latin }, { assertions: [is('TEXT', 'EQUALS', 'größe')] })).toMatchObject({
    verdict: 'UP',
  })
})

test('a body that is not what its headers say is a fault', async () => {
  const url = await serveHttp((_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end('plain'),
  )
  expect(await check('HTTP', { url })).toMatchObject({ verdict: 'DOWN', fault: 'body-invalid' })
})

test('the sample holds the beginning of the answer and nothing that would let others in', async () => {
  const url = await serveHttp((_request, response) =>
    response
      .writeHead(500, { 'set-cookie': 'session=secret', 'x-a': 'b' })
      .end(`no\u0000 such\u001B[31m table${'é'.repeat(2_000)}`),
  )
  const { sample } = await check('HTTP', { url })
  expect(sample?.headers).toMatchObject({ 'set-cookie': '…', 'x-a': 'b' })
  expect(sample?.body).toMatch(/^no such\[31m tableé+/u)
  expect(Buffer.byteLength(sample?.body ?? '')).toBeLessThan(1_030)
})

test('a host without an address of the wanted family is told from one without any', async () => {
  const url = await serveHttp((_request, response) => response.end())
  const options = { ...open, resolve: async () => [{ address: '127.0.0.1', family: 4 }] }
  const named = url.replace('127.0.0.1', 'shop.example')
  expect(await check('HTTP', { url: named, family: 'IPV4' }, { options })).toMatchObject({ verdict: 'UP' })
  expect(await check('HTTP', { url: named, family: 'IPV6' }, { options })).toMatchObject({ fault: 'no-such-family' })
  expect(await check('HTTP', { url: named }, { options: { ...open, resolve: async () => [] } })).toMatchObject({
    fault: 'dns-not-found',
  })
})

async function packed(stream: ReturnType<typeof createGzip>, body: string): Promise<Buffer> {
  stream.end(body)
  return Buffer.concat(await stream.toArray())
}

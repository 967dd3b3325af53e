import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { get, request as httpRequest } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { get as httpsGet } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fingerprintServerFactory } from '../../../tls-fingerprint/src/create-fingerprint-server.ts'
import { selfSignedCertificate } from '../../../tls-fingerprint/src/testing/self-signed-certificate.ts'
import { localSite } from '../site/site.ts'
import { startSite, type SiteOptions } from './start-site.ts'

/** The smallest server build: it answers with what it was asked, endlessly on /endless, and in two pieces on /late. */
const serverBuild = `
import { createRequestHandler, RouterContextProvider } from 'react-router'
let facts
const handler = async (request) => {
  const url = new URL(request.url)
  if (url.pathname === '/endless') {
    const stream = new ReadableStream({ async pull(controller) { controller.enqueue(new TextEncoder().encode('data: x\\n\\n')); await new Promise((go) => setTimeout(go, 5)) } })
    return new Response(stream, { headers: { 'content-type': 'text/event-stream' } })
  }
  if (url.pathname === '/late') {
    const stream = new ReadableStream({ async start(controller) { controller.enqueue(new TextEncoder().encode('first ')); await new Promise((go) => setTimeout(go, 100)); controller.enqueue(new TextEncoder().encode('last')); controller.close() } })
    return new Response(stream, { headers: { 'content-type': 'text/plain' } })
  }
  const headers = new Headers({ 'content-type': 'application/json' })
  headers.append('set-cookie', 'a=1'); headers.append('set-cookie', 'b=2')
  return new Response(JSON.stringify({ url: request.url, method: request.method, host: request.headers.get('host'), ip: facts.clientIp, body: request.method === 'POST' ? await request.text() : null, filler: 'x'.repeat(2000) }), { headers })
}
const route = { loader: ({ request }) => handler(request), action: ({ request }) => handler(request) }
export const entry = { module: { default: () => new Response('page'), createRequestHandler, createLoadContext: (given) => { facts = given; return new RouterContextProvider() } } }
export const routes = { root: { id: 'root', path: '', module: { default: () => null } }, all: { id: 'all', parentId: 'root', path: '*', module: route } }
export const assets = { entry: { imports: [], module: '' }, routes: {}, url: '', version: '1' }
export const future = {}, publicPath = '/', assetsBuildDirectory = '', basename = '/', isSpaMode = false, ssr = true, prerender = [], routeDiscovery = { mode: 'initial' }
`

/** Connections that `fetch` keeps would hold up the end of every test. */
async function startTestSite({
  drainMs = 50,
  ...more
}: {
  drainMs?: number
  headersMs?: number
  largerBodies?: Record<string, number>
  serverFactory?: SiteOptions['serverFactory']
  securityText?: SiteOptions['securityText']
} = {}) {
  const buildDirectory = mkdtempSync(join(import.meta.dirname, '.build-'))
  mkdirSync(join(buildDirectory, 'server'))
  mkdirSync(join(buildDirectory, 'client/assets'), { recursive: true })
  writeFileSync(join(buildDirectory, 'server/index.js'), serverBuild)
  writeFileSync(join(buildDirectory, 'client/assets/app-abc.js'), `console.log(${JSON.stringify('y'.repeat(3000))})`)
  writeFileSync(join(buildDirectory, 'client/robots.txt'), 'User-agent: *')
  const { name: _name, ...context } = localSite('identity')
  const site = await startSite({
    name: 'identity',
    pages: { build: buildDirectory },
    host: '127.0.0.1',
    port: 0,
    context,
    drainMs,
    ...more,
  })
  onTestFinished(async () => {
    await site.close()
    rmSync(buildDirectory, { recursive: true, force: true })
  })
  return site
}

/** Sends the path as it is, which \`fetch\` would tidy up first. */
function rawGet(url: string, path: string): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    get(url, { path }, (response) => {
      let body = ''
      response.on('data', (chunk: Buffer) => (body += chunk.toString()))
      response.on('end', () => resolve({ status: response.statusCode, body }))
    }).on('error', reject)
  })
}

test('hashed files may be kept for ever, other files for an hour, texts not at all', async () => {
  const { url } = await startTestSite()
  expect((await fetch(`${url}/assets/app-abc.js`)).headers.get('cache-control')).toBe(
    'public, max-age=31536000, immutable',
  )
  expect((await fetch(`${url}/robots.txt`)).headers.get('cache-control')).toBe('public, max-age=3600')
  const texts = await fetch(`${url}/i18n/library-structure/de.json?t=1`)
  expect(texts.headers.get('cache-control')).toBe('no-cache')
  expect(await texts.json()).toHaveProperty('structure.notFound.title')
})

test('files are compressed for who understands it, and confirmed for who has them', async () => {
  const { url } = await startTestSite()
  const compressed = await fetch(`${url}/assets/app-abc.js`, { headers: { 'accept-encoding': 'br' } })
  expect(compressed.headers.get('content-encoding')).toBe('br')
  expect(await compressed.text()).toContain('yyyy')
  const plain = await fetch(`${url}/assets/app-abc.js`, { headers: { 'accept-encoding': 'identity' } })
  expect(plain.headers.get('content-encoding')).toBeNull()
  const again = await fetch(`${url}/assets/app-abc.js`, {
    headers: { 'if-none-match': plain.headers.get('etag') ?? '' },
  })
  expect(again.status).toBe(304)
})

test('a page keeps all its cookies and its security headers', async () => {
  const { url } = await startTestSite()
  const response = await fetch(`${url}/en/page`, { headers: { 'accept-encoding': 'gzip' } })
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(response.headers.get('content-encoding')).toBe('gzip')
  expect(await response.json()).toMatchObject({ ip: '127.0.0.1' })
})

test('a page believes in the origin it is configured with, whatever the client claims', async () => {
  const { url } = await startTestSite()
  const answer = await fetch(`${url}/en/page?a=1`, {
    headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-for': '9.9.9.9' },
  })
  expect(await answer.json()).toMatchObject({ url: 'http://localhost:8081/en/page?a=1', host: null, ip: '127.0.0.1' })
})

test("somebody else's name that points here gets nothing", async () => {
  const { url } = await startTestSite()
  const status = await new Promise((resolve, reject) => {
    get(`${url}/en/mailbox`, { headers: { host: 'evil.example:8081' } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).once('error', reject)
  })
  expect(status).toBe(421)
})

test('a form arrives whole', async () => {
  const { url } = await startTestSite()
  const answer = await fetch(`${url}/en/sign-in?index`, {
    method: 'POST',
    body: 'email=a%40example.org',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost:8081' },
  })
  expect(await answer.json()).toMatchObject({ method: 'POST', body: 'email=a%40example.org' })
})

test('a form of more than 64 KB is refused', async () => {
  const { url } = await startTestSite()
  expect(
    (
      await fetch(`${url}/en/sign-in`, {
        method: 'POST',
        body: 'x'.repeat(70_000),
        headers: { origin: 'http://localhost:8081' },
      })
    ).status,
  ).toBe(413)
})

test('where a path takes more, a larger body arrives there and nowhere else', async () => {
  const { url } = await startTestSite({ largerBodies: { '/reports': 100_000 } })
  const send = (path: string, size: number) =>
    fetch(`${url}${path}`, { method: 'POST', body: 'x'.repeat(size), headers: { origin: 'http://localhost:8081' } })
  expect(await (await send('/reports', 70_000)).json()).toMatchObject({ body: 'x'.repeat(70_000) })
  expect((await send('/reports', 100_001)).status).toBe(413)
  expect((await send('/en/sign-in', 70_000)).status).toBe(413)
})

test('of bodies as large as files, four are taken at a time', async () => {
  const { url } = await startTestSite({ largerBodies: { '/files': 2_000_000 } })
  const address = new URL('/files', url)
  const open = Array.from({ length: 4 }, () =>
    httpRequest(address, { method: 'POST', headers: { 'content-length': 9 } }),
  )
  const hung = open.map((one) => new Promise((resolve) => one.on('error', () => undefined).once('close', resolve)))
  for (const one of open) one.flushHeaders()
  const send = () => fetch(address, { method: 'POST', body: 'x', headers: { origin: 'http://localhost:8081' } })
  const until = async (status: number): Promise<void> => ((await send()).status === status ? undefined : until(status))
  await until(503)
  for (const one of open) one.destroy()
  await Promise.all(hung)
  await until(200)
})

test.for(['//evil.example/en', '/\\evil.example/en', 'http://evil.example/en'])(
  'the address %s leads nowhere else',
  async (path) => {
    const { url } = await startTestSite()
    const { status, body } = await rawGet(url, path)
    if (status !== 400)
      expect(JSON.parse(body)).toMatchObject({ url: expect.stringMatching(/^http:\/\/localhost:8081\//u) })
  },
)

test.for([
  '/../server/index.js',
  '/assets/../../server/index.js',
  '/assets/%2e%2e/%2e%2e/server/index.js',
  '/.vite/manifest.json%00.js',
])('no file outside of the client folder is reached by %s', async (path) => {
  const { url } = await startTestSite()
  expect((await rawGet(url, path)).body).not.toContain('createLoadContext')
})

test('clients that leave in the middle do not disturb others', async () => {
  const site = await startTestSite()
  for (let round = 0; round < 20; round++) {
    const abort = new AbortController()
    const response = await fetch(`${site.url}/endless`, { signal: abort.signal })
    await response.body?.getReader().read()
    abort.abort()
  }
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200)
})

test('a client that sends its form slowly keeps nobody waiting', async () => {
  const { url } = await startTestSite()
  const slow = httpRequest(`${url}/en/sign-in`, { method: 'POST', headers: { 'content-length': '1000' } })
  slow.on('error', () => {})
  slow.write('e')
  expect((await fetch(`${url}/en/page`)).status).toBe(200)
  slow.destroy()
})

test('headers that never end close their connection', async () => {
  const { url } = await startTestSite({ headersMs: 100 })
  const { port, hostname } = new URL(url)
  const slow = connect(Number(port), hostname)
  slow.write('GET /en/page HTTP/1.1\r\nhost: localhost\r\nx-slow: ')
  let text = ''
  slow.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  const begun = performance.now()
  await new Promise((resolve) => slow.once('close', resolve))
  expect(performance.now() - begun).toBeLessThan(20_000)
  expect(text).toMatch(/^HTTP\/1\.1 408 /u)
})

test('a client that sends its form slowly does not hold up the end either', async () => {
  const site = await startTestSite({ drainMs: 200 })
  const slow = httpRequest(`${site.url}/en/sign-in`, { method: 'POST', headers: { 'content-length': '1000' } })
  const cut = new Promise((resolve) => slow.on('error', resolve))
  slow.write('e')
  await fetch(`${site.url}/en/page`)
  await Promise.all([site.close(), cut])
})

test('an answer that ends after the site began to close is whole, and its kept connection does not hold up the end', async () => {
  // Longer than this test may take.
  const site = await startTestSite({ drainMs: 120_000 })
  const response = await fetch(`${site.url}/late`)
  const [text] = await Promise.all([response.text(), site.close()])
  expect(text).toBe('first last')
})

test('closing ends open streams', async () => {
  const site = await startTestSite()
  const response = await fetch(`${site.url}/endless`)
  const reader = response.body?.getReader()
  await reader?.read()
  await site.close()
  await expect(readToEnd(reader)).rejects.toThrow()
})

test('with a certificate the site speaks HTTP/2 and HTTP/1.1 over TLS: pages, forms, cookies and streams', async () => {
  const site = await startTestSite({ serverFactory: fingerprintServerFactory(selfSignedCertificate()) })
  expect(site.url).toMatch(/^https:/u)
  const session = connectHttp2(site.url, { rejectUnauthorized: false })
  onTestFinished(() => session.destroy())
  const ask = async (headers: Record<string, string>, body = '') => {
    const stream = session.request(headers, { endStream: body === '' })
    if (body !== '') stream.end(body)
    const [answer] = await once(stream, 'response')
    let text = ''
    for await (const chunk of stream.setEncoding('utf8')) text += chunk
    return { answer, text }
  }
  const page = await ask({ ':path': '/en/page', 'accept-encoding': 'identity' })
  expect(page.answer).toMatchObject({
    ':status': 200,
    'set-cookie': ['a=1', 'b=2'],
    'x-content-type-options': 'nosniff',
  })
  expect(JSON.parse(page.text)).toMatchObject({ ip: '127.0.0.1' })
  const form = {
    ':method': 'POST',
    ':path': '/en/sign-in',
    origin: 'http://localhost:8081',
    'content-type': 'application/x-www-form-urlencoded',
  }
  expect(JSON.parse((await ask(form, 'email=a')).text)).toMatchObject({ body: 'email=a' })
  expect((await ask({ ':path': '/assets/app-abc.js', 'accept-encoding': 'br' })).answer['content-encoding']).toBe('br')
  expect((await ask({ ':path': '/en', ':authority': 'evil.example' })).answer[':status']).toBe(421)
  const live = session.request({ ':path': '/endless' })
  const [first] = await once(live, 'data')
  expect(String(first)).toContain('data: x')
  const older = httpsGet(`${site.url}/en/page`, { rejectUnauthorized: false, agent: false })
  const [answer] = await once(older, 'response')
  expect([answer.statusCode, answer.httpVersion]).toEqual([200, '1.1'])
  answer.resume()
  live.on('error', () => {})
  await Promise.all([site.close(), once(live, 'close')])
})

test('security.txt is there where somebody takes reports, and nowhere else', async () => {
  const told = await startTestSite({ securityText: (origin, now) => `${origin} ${now.getUTCFullYear() > 2025}` })
  const answer = await fetch(`${told.url}/.well-known/security.txt`)
  expect([answer.headers.get('content-type'), await answer.text()]).toEqual([
    'text/plain; charset=utf-8',
    'http://localhost:8081 true',
  ])
  const silent = await startTestSite()
  expect(await (await fetch(`${silent.url}/.well-known/security.txt`)).text()).not.toContain('Contact')
})

async function readToEnd(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<void> {
  if (!reader) return
  const { done } = await reader.read()
  if (!done) await readToEnd(reader)
}

test('a site without createLoadContext is refused with a reason', async () => {
  const buildDirectory = mkdtempSync(join(tmpdir(), 'site-'))
  onTestFinished(() => rmSync(buildDirectory, { recursive: true }))
  mkdirSync(join(buildDirectory, 'server'))
  mkdirSync(join(buildDirectory, 'client'))
  writeFileSync(join(buildDirectory, 'server/index.js'), 'export const entry = { module: {} }')
  writeFileSync(join(buildDirectory, 'package.json'), '{"type":"module"}')
  const { name: _name, ...context } = localSite('identity')
  await expect(
    startSite({ name: 'identity', pages: { build: buildDirectory }, host: '127.0.0.1', port: 0, context }),
  ).rejects.toThrow('must export createLoadContext')
})

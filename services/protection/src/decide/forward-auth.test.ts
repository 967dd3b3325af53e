import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { LimiterNew } from '@bollard/contracts'
import { serverOptions } from '@bollard/http'
import Fastify from 'fastify'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { startService } from '../testing/start-service.ts'

const it = await startService()
afterAll(() => it.stop())
const browser = { accept: 'text/html', 'accept-language': 'de' }
const key = { 'bollard-secret-key': 'bsec_ours' }
const about = { 'x-forwarded-host': 'shop.example', 'x-forwarded-uri': '/a?b=1', 'x-forwarded-method': 'GET' }
const limited: LimiterNew = {
  name: 'all',
  match: { hosts: [], paths: ['/a'], methods: [] },
  limit: { kind: 'FIXED_WINDOW', limit: 1, windowSeconds: 3_600 },
  key: [{ from: 'expression', text: '{host}' }],
  missing: 'SKIP',
  counts: 'BEFORE',
  outage: 'OPEN',
  ladder: null,
}
const ladder = {
  steps: [{ rung: 'HARD' as const, fromPercent: 100 }],
  holdSeconds: 60,
  credit: { EASY: 1, HARD: 1 },
  work: { EASY: 100, HARD: 400 },
}

beforeEach(async () => {
  await it.db.query('test-empty-of-proxies', 'delete from protection.limiters', [])
  await it.db.query('test-empty-cells-of-proxies', 'delete from protection_limits.cells', [])
  await it.db.query(
    'test-no-control',
    `update protection.spaces set settings = settings || '{"controlPercent": 0}'`,
    [],
  )
})

async function ask(headers: object, query = '') {
  const given = { ...key, ...about, ...headers }
  return (await server).raw({ url: `/protection/v1/forward-auth${query}`, headers: given })
}
let server = it.anotherServer()

/** A live limiter, as a process sees it that begins after it. */
async function limit(more: Partial<LimiterNew> = {}): Promise<void> {
  expect((await it.call('mia', 'createLimiter', { body: { ...limited, ...more } })).status).toBe(201)
  await it.db.query('test-all-live', `update protection.limiters set mode = 'LIVE'`, [])
  server = it.anotherServer()
}

test.for([
  ['Basic', { authorization: `Basic ${Buffer.from('any:bsec_ours').toString('base64')}` }],
  ['Bearer', { authorization: 'Bearer bsec_ours' }],
  ['a field of its own', key],
])(
  'a proxy shows its key by %s, and what passes is answered 204 with the number of the decision',
  async ([, shown]) => {
    await limit({ limit: { kind: 'FIXED_WINDOW', limit: 100, windowSeconds: 60 } })
    const headers = { ...about, ...(shown as object) }
    const answer = await (await server).raw({ method: 'POST', url: '/protection/v1/forward-auth', headers })
    expect(answer.statusCode).toBe(204)
    expect(answer.headers['bollard-decision']).toMatch(/^[\da-f-]{36}$/u)
    expect(answer.headers['ratelimit']).toContain('"all"')
  },
)

test('a proxy without a key, or with a wrong one, is refused', async () => {
  for (const headers of [{}, { authorization: 'Basic bsec_ours' }, { authorization: 'Bearer bsec_other' }]) {
    const answer = await (await server).raw({ url: '/protection/v1/forward-auth', headers: { ...about, ...headers } })
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toMatchObject({ code: 'secret-key-invalid' })
  }
})

test('a browser that has to work gets a page with the widget and its ticket, and a solved one is used up for the next request', async () => {
  await limit({ ladder })
  expect((await ask(browser)).statusCode).toBe(204)
  const page = await ask(browser)
  expect(page.statusCode).toBe(401)
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'bollard-conclusion': 'CHALLENGE',
    'x-robots-tag': 'noindex, nofollow',
    'cache-control': 'no-store',
  })
  expect(page.body).toContain('<html lang="de" dir="ltr">')
  expect(page.body).toMatch(/data-ticket="bwt1\.400"/u)
  expect(page.body).toContain('https://captcha.example/widget.js')
  const complaint = `https://www.captcha.example/de/blocked?decision=${String(page.headers['bollard-decision'])}`
  expect(page.body).toContain(`<a href="${complaint}">`)
  it.captcha.tokens.set('token-1', 400)
  expect((await ask({ ...browser, cookie: 'bollard-response=token-1' })).statusCode).toBe(204)
  expect((await ask({ ...browser, cookie: 'bollard-response=token-1' })).statusCode).toBe(401)
  expect((await ask({ accept: 'application/json' })).json()).toMatchObject({
    code: 'challenge',
    challenge: { ticket: 'bwt1.400' },
  })
})

test('nginx is told nothing that it makes an error of, and asks once more for what to show', async () => {
  await limit()
  const nginx = { ...browser, 'x-original-url': 'https://shop.example/a?b=1', 'x-forwarded-uri': '/other' }
  expect((await ask(nginx, '?by=nginx')).statusCode).toBe(204)
  const told = await ask(nginx, '?by=nginx')
  expect(told.statusCode).toBe(403)
  expect(told.headers['bollard-conclusion']).toBe('THROTTLE')
  const answered = {
    'bollard-conclusion': 'THROTTLE',
    'bollard-decision': told.headers['bollard-decision'],
    'bollard-retry-after': told.headers['retry-after'],
  }
  const shown = await ask({ ...nginx, ...answered }, '?by=nginx&show=1')
  expect(shown.statusCode).toBe(429)
  expect(shown.headers['retry-after']).toBe(told.headers['retry-after'])
  expect(shown.body).toContain(told.headers['bollard-decision'])
  expect((await ask({ 'x-forwarded-uri': '/a' })).statusCode).toBe(429)
})

test('nothing that a visitor sends to a proxy chooses what is looked at, or lets a request through', async () => {
  await limit()
  expect((await ask({ ...browser })).statusCode).toBe(204)
  const tricks = {
    'x-original-url': 'https://shop.example/free',
    'x-original-method': 'HEAD',
    'bollard-conclusion': 'ALLOW',
    'bollard-decision': 'a',
  }
  expect((await ask({ ...browser, ...tricks })).statusCode).toBe(429)
  for (const conclusion of ['ALLOW', 'CHALLENGE', 'anything'])
    expect((await ask({ ...browser, 'bollard-conclusion': conclusion }, '?show=1')).statusCode).toBe(403)
  const markup = { 'bollard-ticket': '"><script>', 'bollard-site-key': '<b>', 'bollard-decision': '<i>' }
  const { body } = await ask({ ...browser, ...markup, 'bollard-conclusion': 'CHALLENGE' }, '?show=1')
  expect(body).not.toMatch(/"><script>|<b>|<i>/u)
})

test('a key that a visitor brings in the other field decides about nothing', async () => {
  await limit()
  expect((await ask({ authorization: 'Bearer of-the-site-itself' })).statusCode).toBe(204)
  const basic = `Basic ${Buffer.from('any:bsec_theirs').toString('base64')}`
  for (const authorization of ['Bearer bsec_theirs', basic]) {
    const answer = await ask({ authorization })
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'secret-key-invalid'])
  }
  const headers = { ...about, authorization: 'Bearer bsec_ours', 'bollard-secret-key': 'bsec_theirs' }
  expect((await (await server).raw({ url: '/protection/v1/forward-auth', headers })).statusCode).toBe(401)
  expect((await ask({ authorization: 'Bearer bsec_ours' })).statusCode).toBe(429)
})

test.for([
  ['a host that no URL has', 'https://a^b/a'],
  ['a port and a dot at the end', 'https://shop.example.:8443/a'],
  ['a step back that the site may not take', 'https://shop.example/a/../style.css'],
  ['the same, escaped', 'https://shop.example/a/..%2fstyle.css'],
  ['more than is looked at before the path', `https://shop.example${'/.'.repeat(3_000)}/a`],
  ['an escape that is none', 'https://shop.example/%zz/..;/a'],
])('a path that is limited is so by any spelling: %s', async ([, url]) => {
  await limit({ key: [{ from: 'expression', text: '{method}' }] })
  const uri = String(url).replace(/^https:\/\/[^/]*/u, '')
  const nginx = { 'x-original-url': url, 'x-original-method': 'POST' }
  const other = { 'x-forwarded-uri': uri, 'x-forwarded-method': 'GET' }
  expect([(await ask(nginx, '?by=nginx')).statusCode, (await ask(nginx, '?by=nginx')).statusCode]).toEqual([204, 403])
  expect([(await ask(other)).statusCode, (await ask(other)).statusCode]).toEqual([204, 429])
})

test('of two cookies with one name neither is counted, but the network, as everywhere', async () => {
  await limit({ key: [{ from: 'cookie', name: 'sid' }] })
  expect((await ask({ cookie: 'sid=a; sid=b' })).statusCode).toBe(204)
  for (const cookie of ['sid=a; sid=c', 'sid=d; sid=a']) expect((await ask({ cookie })).statusCode).toBe(429)
  expect((await ask({ cookie: 'sid=b' })).statusCode).toBe(204)
  // However many stand before it.
  expect((await ask({ cookie: `${'a=1;'.repeat(200)}sid=b` })).statusCode).toBe(429)
})

test('a limit for a method is met by each method that a framework may take a request for, and by HEAD as by GET', async () => {
  await limit({ match: { hosts: [], paths: [], methods: ['DELETE'] } })
  const post = (uri: string, headers: object = {}) =>
    ask({ 'x-forwarded-method': 'POST', 'x-forwarded-uri': uri, ...headers })
  expect((await post('/a?_method=PATCH')).statusCode).toBe(204)
  expect((await post('/a', { 'x-http-method-override': 'DELETE' })).statusCode).toBe(204)
  for (const [uri, headers] of [
    ['/a?_method=PATCH&_method=delete', {}],
    ['/a?.method=DELETE', {}],
    ['/a', { 'x-http-method-override': 'PATCH, DELETE' }],
    ['/a', { 'x-method-override': 'DELETE' }],
  ] as const)
    expect((await post(uri, headers)).statusCode, uri).toBe(429)
  await it.db.query('test-empty-of-proxies', 'delete from protection.limiters', [])
  await limit({ name: 'read', match: { hosts: [], paths: [], methods: ['GET'] } })
  const methods = ['GET', 'HEAD', 'POST'].map((method) => ({ 'x-forwarded-method': method }))
  const found = []
  for (const headers of methods) found.push((await ask(headers)).statusCode)
  expect(found).toEqual([204, 429, 204])
})

test('however much a visitor sends, what the proxy says of the request is read, or nothing is', async () => {
  await limit()
  const served = Fastify(serverOptions())
  onTestFinished(() => served.close())
  await served.register(it.another().routes)
  await served.listen({ host: '127.0.0.1', port: 0 })
  const asked = async (sent: readonly string[]) => {
    const socket = connect(Number(new URL(served.listeningOrigin).port), '127.0.0.1')
    // As Caddy and Traefik send them: in the order of their names.
    const lines = [...Object.entries({ ...key, ...about }).map(([name, value]) => `${name}: ${value}`), ...sent]
    socket.write(
      `GET /protection/v1/forward-auth HTTP/1.1\r\nhost: a\r\nconnection: close\r\n${lines.toSorted().join('\r\n')}\r\n\r\n`,
    )
    return (await text(socket)).slice(9, 12)
  }
  expect(await asked([])).toBe('204')
  // Between the key and the fields about the request, which would be left out.
  expect(await asked(Array.from({ length: 2_500 }, (_, index) => `c${index}: `))).toBe('431')
  expect(await asked([`cookie: ${'a'.repeat(40_000)}`])).toBe('429')
})

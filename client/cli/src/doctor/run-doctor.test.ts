import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { json, problem, serveAnswers } from '../testing/serve-answers.ts'
import { selfSignedCertificate } from '../../../../packages/tls-fingerprint/src/testing/self-signed-certificate.ts'
import { openShell } from '../testing/test-terminal.ts'
import { findingCodes } from './findings.ts'
import { inspectTls, type TlsState } from './inspect-tls.ts'
import { type Asked, examine } from './run-doctor.ts'

const siteKey = `bsk_${'a'.repeat(22)}`
const secretKey = `bsec_${'a'.repeat(32)}_000000`
const stops: (() => Promise<void>)[] = []
afterEach(async () => void (await Promise.all(stops.splice(0).map((stop) => stop()))))

/** What each part of the service answers where a test says nothing else. */
interface Service {
  readonly settings?: (response: Parameters<Parameters<typeof serveAnswers>[0]>[0]) => void
  readonly widget?: Service['settings']
  readonly start?: Service['settings']
  readonly verify?: readonly string[]
  readonly page?: Service['settings']
}

async function serve({ settings, widget, start, verify = ['invalid-input-response'], page }: Service = {}) {
  const server = await serveAnswers((response, { path }) => {
    if (path.startsWith('/captcha/v1/widget-settings/'))
      return (settings ?? ((one) => json(one, 200, { test: null })))(response)
    if (path === '/widget.js')
      return (widget ?? ((one) => one.writeHead(200, { 'content-type': 'text/javascript' }).end('1')))(response)
    if (path === '/captcha/v1/verifications')
      return (start ?? ((one) => json(one, 201, { status: 'challenge' })))(response)
    if (path === '/captcha/v1/siteverify') return json(response, 200, { success: false, 'error-codes': verify })
    return (page ?? ((one) => one.writeHead(404).end()))(response)
  })
  stops.push(server.stop)
  return server
}

const seen = new Set<string>()
async function codesOf(asked: Partial<Asked> & { host: string }, tls?: TlsState | null, now = Date.now) {
  const { terminal } = openShell({ now })
  const inspecting = tls === undefined ? {} : { inspect: async () => tls }
  const findings = await examine(terminal, { siteKey, ...asked }, inspecting)
  const codes: string[] = findings.map(({ code }) => code)
  codes.forEach((code) => seen.add(code))
  return codes
}

test('a service with faults is described by what it answers', async () => {
  const connection = async (service: Service) => (await codesOf({ host: (await serve(service)).url }))[0]
  expect(await connection({ settings: (one) => problem(one, 404, 'site-key-unknown') })).toBe('reachable')
  expect(await connection({ settings: (one) => problem(one, 503, 'unavailable', { 'retry-after': '30' }) })).toBe(
    'unavailable',
  )
  expect(await connection({ settings: (one) => one.writeHead(302, { location: 'http://127.0.0.1:1/' }).end() })).toBe(
    'redirected',
  )
  expect(
    await connection({ settings: (one) => one.writeHead(404, { 'content-type': 'text/html' }).end('<h1>nginx</h1>') }),
  ).toBe('foreign-answer')
  const gone = await serve()
  await gone.stop()
  expect(await codesOf({ host: gone.url, domain: 'a.example', secretKey })).toEqual([
    'unreachable',
    'tls-none',
    ...Array(5).fill('not-examined'),
  ])
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
  expect((await codesOf({ host: gone.url }))[0]).toBe('timeout')
  vi.restoreAllMocks()
})

test('certificates are judged by validity, age and protocol, and a connection without TLS is named', async () => {
  const { url: host } = await serve()
  const https = 'https://captcha.example.org'
  const now = () => Date.parse('2026-06-01')
  const good = { fault: null, protocol: 'TLSv1.3', validTo: Date.parse('2026-08-01') }
  const tlsOf = async (state: TlsState | null) => (await codesOf({ host: https, siteKey: 'nonsense' }, state, now))[0]
  expect(await tlsOf(good)).toBe('tls-ok')
  expect(await tlsOf({ ...good, validTo: Date.parse('2026-06-10') })).toBe('tls-expires-soon')
  expect(await tlsOf({ ...good, fault: 'CERT_HAS_EXPIRED' })).toBe('tls-invalid')
  expect(await tlsOf({ ...good, protocol: 'TLSv1.1' })).toBe('tls-old')
  expect(await tlsOf(null)).toBe('site-key-malformed')
  expect(await codesOf({ host })).toContain('tls-none')
})

test('a certificate that nobody vouches for is described over a real handshake', async () => {
  const server = createServer(selfSignedCertificate(), (_request, response) => void response.end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => new Promise((resolve) => server.close(() => resolve())))
  const state = await inspectTls(`https://127.0.0.1:${(server.address() as AddressInfo).port}`)
  expect(state).toMatchObject({
    fault: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    protocol: 'TLSv1.3',
    validTo: expect.any(Number),
  })
  expect(await inspectTls('https://127.0.0.1:1')).toBeNull()
})

test('clock, site key, widget, domain and secret key each have their codes', async () => {
  const { url: host } = await serve()
  expect(await codesOf({ host, domain: 'shop.example', secretKey })).toEqual([
    'reachable',
    'tls-none',
    'clock-ok',
    'site-key-ok',
    'widget-ok',
    'domain-allowed',
    'secret-ok',
  ])
  expect(await codesOf({ host }, undefined, () => Date.now() + 120_000)).toContain('clock-differs')
  const timeless = await serve({
    widget(one) {
      one.sendDate = false
      one.writeHead(200, { 'content-type': 'text/javascript' }).end('1')
    },
  })
  expect(await codesOf({ host: timeless.url })).toContain('clock-unknown')
  const faulty: [Service, Partial<Asked>, string][] = [
    [{ settings: (one) => json(one, 200, { test: 'PASSES' }) }, {}, 'site-key-test'],
    [{ settings: (one) => problem(one, 404, 'site-key-unknown') }, {}, 'site-key-unknown'],
    [{}, { siteKey: 'bsec_x' }, 'site-key-malformed'],
    [{ widget: (one) => one.writeHead(404).end() }, {}, 'widget-missing'],
    [{ widget: (one) => one.writeHead(200, { 'content-type': 'text/html' }).end('<p>') }, {}, 'widget-not-script'],
    [{ start: (one) => problem(one, 403, 'origin-not-allowed') }, { domain: 'a.example' }, 'origin-not-allowed'],
    [{ start: (one) => problem(one, 403, 'site-paused') }, { domain: 'a.example' }, 'site-paused'],
    [{ start: (one) => problem(one, 403, 'solution-locked') }, { domain: 'a.example' }, 'solution-locked'],
    [
      { start: (one) => problem(one, 429, 'throttled', { 'retry-after': '20' }) },
      { domain: 'a.example' },
      'domain-unanswered',
    ],
    [{}, { domain: 'https://a.example/' }, 'domain-malformed'],
    [{}, { secretKey: 'x' }, 'secret-malformed'],
    [{ verify: ['invalid-input-secret'] }, { secretKey }, 'secret-invalid'],
    [{ verify: ['invalid-input-secret', 'solution-locked'] }, { secretKey }, 'secret-locked'],
    [{ verify: ['invalid-input-secret', 'site-key-mismatch'] }, { secretKey }, 'secret-of-other-site'],
    [{}, { secretKey: 'bsec_TestAlwaysPasses0000000000000000_37Csnv' }, 'secret-test'],
  ]
  for (const [service, asked, code] of faulty)
    expect(await codesOf({ host: (await serve(service)).url, ...asked })).toContain(code)
})

const html =
  (body: string, headers: Record<string, string> = {}): Required<Service>['page'] =>
  (response) =>
    void response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body)

test('a page is read without a secret, and judged by its script, its key and every policy', async () => {
  const { url: host, asked } = await serve()
  const widget = `<script type="module" src="${host}/widget.js"></script><bollard-captcha sitekey="${siteKey}"></bollard-captcha>`
  const pageCodes = async (page: Required<Service>['page']) => {
    const customer = await serve({ page })
    const codes = await codesOf({ host, page: `${customer.url}/form`, secretKey })
    expect(JSON.stringify(customer.asked)).not.toContain(secretKey)
    return codes.slice(6)
  }
  const policy = (value: string, name = 'content-security-policy') => html(widget, { [name]: value })
  expect(await pageCodes(html(widget))).toEqual(['page-ok', 'policy-none'])
  expect(await pageCodes(html('<p>Nothing</p>'))).toEqual(['widget-not-in-page', 'policy-none'])
  expect(await pageCodes(html(widget.replace(siteKey, `bsk_${'b'.repeat(22)}`)))).toContain('site-key-differs')
  expect(await pageCodes((one) => one.writeHead(500).end())).toEqual(['page-unreachable'])
  expect(await pageCodes((one) => one.writeHead(200, { 'content-type': 'image/png' }).end('x'))).toEqual([
    'page-not-html',
  ])
  expect(await codesOf({ host, page: 'ftp://a.example' })).toContain('page-unreachable')
  expect(await codesOf({ host, page: 'http://127.0.0.1:1/' })).toContain('page-unreachable')
  const fine = ['page-ok', 'script-src-ok', 'connect-src-ok', 'frame-src-ok', 'worker-src-ok']
  expect(
    await pageCodes(policy(`default-src 'none'; script-src ${host}; connect-src ${host}; frame-src ${host}`)),
  ).toEqual(fine)
  expect(await pageCodes(policy(`default-src 'self'`))).toEqual([
    'page-ok',
    'script-src-blocks',
    'connect-src-blocks',
    'frame-src-blocks',
    'worker-src-ok',
  ])
  const meta = `<meta http-equiv="Content-Security-Policy" content="connect-src &#39;self&#39;">`
  expect(await pageCodes(html(meta + widget))).toContain('connect-src-blocks')
  expect(await pageCodes(html(`<!-- ${meta} -->${widget}`))).toEqual(['page-ok', 'policy-none'])
  expect(await pageCodes(policy("script-src 'self'", 'content-security-policy-report-only'))).toEqual([
    'page-ok',
    'policy-none',
    'policy-report-only',
  ])
  expect(await pageCodes(policy('sandbox allow-scripts'))).toEqual(['page-ok', 'sandbox-blocks', 'policy-none'])
  expect(
    asked.filter(({ body }) => body.includes(secretKey)).every(({ path }) => path === '/captcha/v1/siteverify'),
  ).toBe(true)
})

test('a redirecting installation gets no secret sent on', async () => {
  const trap = await serve()
  const bait = await serveAnswers((response, { path }) => {
    if (path === '/captcha/v1/siteverify') return void response.writeHead(307, { location: `${trap.url}${path}` }).end()
    json(response, 200, { test: null })
  })
  stops.push(bait.stop)
  expect(await codesOf({ host: bait.url, secretKey })).toContain('secret-invalid')
  expect(trap.asked).toEqual([])
})

test('the doctor refuses http elsewhere, a missing key and a missing host before anything is sent', async () => {
  const run = (argv: readonly string[], env = {}) => openShell().run(['doctor', ...argv], { env })
  expect(await run([siteKey, '--host', 'http://captcha.example.org'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('host-not-https'),
  })
  expect(await run([siteKey, '--host', 'https://a:b@captcha.example.org'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('host-invalid'),
  })
  expect(await run([siteKey])).toMatchObject({ code: 2, err: expect.stringContaining('host-missing') })
  expect(await run(['--host', 'http://127.0.0.1:9'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('site-key-missing'),
  })
})

test('every code of the doctor was seen in these tests', () => {
  expect(findingCodes.filter((code) => !seen.has(code))).toEqual([])
})

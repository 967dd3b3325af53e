import { afterAll, expect, test } from 'vitest'
import { readConfiguration } from './configuration.ts'
import { createProtection, type ProtectionOptions } from './index.ts'
import { languageOf } from './page-texts.ts'
import { startStandIn } from './testing/start-stand-in.ts'
import { visitorAddress } from './visitor-address.ts'
import { protectionDecisionRoutes, protectionFormRoutes } from '@bollard/contracts'

const service = await startStandIn()
afterAll(() => service.stop())
const given: ProtectionOptions = { secretKey: 'bsec_1', host: service.host, timeoutMs: 30_000 }

test.for<[Partial<ProtectionOptions>, string]>([
  [{ secretKey: ' ' }, 'secret-key-missing'],
  [{ host: '' }, 'host-missing'],
  [{ host: 'captcha.example.org' }, 'host-invalid'],
  [{ host: 'http://captcha.example.org' }, 'host-not-https'],
  [{ timeoutMs: 0 }, 'timeout-invalid'],
  [{ whenUndecided: 'MAYBE' as never }, 'when-undecided-unknown'],
  [{ trustedProxies: ['10.0.0.0/33'] }, 'proxy-invalid'],
  [{ trustedProxies: ['proxy.example'] }, 'proxy-invalid'],
])('%j is refused as %s when the protection is created', ([options, code]) => {
  expect(() => createProtection({ ...given, ...options })).toThrow(expect.objectContaining({ code }))
})

test.for<[string | null, string | null, string | null]>([
  ['203.0.113.9', '192.0.2.1', '203.0.113.9'],
  ['10.0.0.1', null, '10.0.0.1'],
  ['10.0.0.1', '192.0.2.1', '192.0.2.1'],
  ['10.0.0.1', '6.6.6.6, 192.0.2.1, 10.9.9.9', '192.0.2.1'],
  ['::ffff:10.0.0.1', '[2001:DB8::1]:443', '2001:db8::1'],
  ['fd00::1%eth0', '192.0.2.1:8080', '192.0.2.1'],
  ['10.0.0.1', 'unknown, 10.0.0.2', '10.0.0.2'],
  ['10.0.0.1', '192.0.2.1, _hidden', '10.0.0.1'],
  [null, '192.0.2.1', null],
  ['/run/socket', '192.0.2.1', null],
])('connected from %s with %s is %s', ([peer, forwardedFor, visitor]) => {
  const { isTrusted } = readConfiguration({ ...given, trustedProxies: ['10.0.0.0/8', 'fd00::/8'] })
  expect(visitorAddress(peer, forwardedFor, isTrusted)).toBe(visitor)
})

const request = {
  method: 'post',
  host: 'Shop.example:8443',
  path: '/sign-in?next=/a',
  header: (name: string) => (name === 'user-agent' ? `a\u0000b\ud800${'c'.repeat(2_000)}` : null),
  peer: '192.0.2.1',
}

function bodyOf(path: string): unknown {
  return service.told.find((one) => one.path === `/protection/v1${path}`)?.body
}

test('what is sent is what the service takes, whatever a visitor sends', async () => {
  const protection = createProtection(given)
  await protection.protect(request, {
    user: 'ada\n',
    email: `${'a'.repeat(300)}@example.org`,
    labels: { plan: 'free' },
  })
  await protection.validate('contact', { message: 'Hello' }, { language: 'de-AT,de;q=0.9', address: '192.0.2.1' })
  const decide = protectionDecisionRoutes.decide.body.schema.parse(bodyOf('/decisions'))
  expect(decide.request).toMatchObject({ method: 'POST', host: 'shop.example', path: '/sign-in', user: 'ada ' })
  expect(protectionFormRoutes.validate.body.schema.parse(bodyOf('/validations')).form).toBe('contact')
})

test('fields of a form come back with what to tell the visitor, and where nobody can tell, nothing counts against them', async () => {
  const faults: string[] = []
  const protection = createProtection({ ...given, onUndecided: (fault) => faults.push(fault) })
  expect(await protection.validate('contact', { email: 'ada@gmial.com' })).toEqual({
    conclusion: 'REVIEW',
    decisionId: '019ac562-9200-7000-8000-000000000001',
    fields: [
      {
        name: 'email',
        outcome: 'FLAG',
        codes: ['email-disposable'],
        message: 'Did you mean ada@gmail.com?',
        suggestion: 'ada@gmail.com',
      },
    ],
    reviewId: '019ac562-9200-7000-8000-000000000002',
    failedOpen: false,
    fault: null,
  })
  service.instead = (_request, response) => response.writeHead(503).end()
  expect(await protection.validate('contact', {})).toMatchObject({ conclusion: 'ALLOW', failedOpen: true })
  expect(faults).toEqual(['unavailable'])
  service.instead = null
})

function onUndecided(): never {
  throw new Error('own')
}

test('who chooses to close answers 503 while nobody can decide, and what onUndecided throws reaches nobody', async () => {
  service.instead = (_request, response) => response.writeHead(500).end()
  const protection = createProtection({ ...given, whenUndecided: 'DENY', onUndecided })
  expect(await protection.protect(request)).toMatchObject({
    conclusion: 'DENY',
    failedOpen: false,
    fault: 'unavailable',
    headers: { 'Retry-After': '1' },
  })
  service.instead = null
})

test.for([
  [null, 'en'],
  ['nl, pt;q=0.9', 'en'],
  ['en;q=0.1, de-CH', 'de'],
  ['fr;q=0, it;q=0.3', 'it'],
  ['toString', 'en'],
])('%s is answered in %s', ([acceptLanguage, tag]) => {
  expect(languageOf(acceptLanguage ?? null).tag).toBe(tag)
})

import { runs, seed } from '@bollard/testing'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readConfiguration } from './configuration.ts'
import { createProtection, type ProtectionOptions } from './index.ts'
import { languageOf } from './page-texts.ts'
import { judgeBySchema, type StandardSchema, withSchema } from './schema.ts'
import { allowed, startStandIn } from './testing/start-stand-in.ts'
import { unvalidated } from './validation.ts'
import { visitorAddress } from './visitor-address.ts'
import { judgeText } from '@bollard/validations'
import { normalPath } from '@bollard/normal-forms'
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

describe('a schema of the caller’s own', () => {
  const schema = z
    .object({ email: z.string().endsWith('@example.org'), age: z.coerce.number().min(18), note: z.string().optional() })
    .refine(({ age, note }) => age < 100 || note !== undefined)
  const values = { email: 'ada@gmial.com', age: '17' }

  test('refuses what does not fit, beside what the service found, and tells the visitor without quoting', async () => {
    const protection = createProtection(given)
    const validation = await protection.validate('contact', values, { schema, language: 'de-AT' })
    expect(validation).toMatchObject({ conclusion: 'DENY', failedOpen: false, fault: null })
    expect(validation.fields).toEqual([
      {
        name: 'email',
        outcome: 'FAIL',
        codes: ['email-disposable', 'schema-mismatch'],
        message: 'Did you mean ada@gmail.com?',
        suggestion: 'ada@gmail.com',
      },
      {
        name: 'age',
        outcome: 'FAIL',
        codes: ['schema-mismatch'],
        message: 'Das passt hier nicht. Bitte prüfen Sie es.',
        suggestion: null,
      },
    ])
    const whole = await protection.validate('contact', { email: 'ada@example.org', age: '100' }, { schema })
    expect(whole.fields.at(-1)).toMatchObject({ name: '', codes: ['schema-mismatch'] })
    expect(await protection.validate('contact', { email: 'ada@example.org', age: '20' }, { schema })).toMatchObject({
      conclusion: 'REVIEW',
    })
  })

  test('is told by the first part of each path, in either form of it, and once for each field', async () => {
    const issues = [{ path: [{ key: 'tags' }, 0] }, { path: ['tags', 1] }, { path: [] }, {}]
    const own: StandardSchema = { '~standard': { version: 1, vendor: 'test', validate: () => ({ issues }) } }
    const found = await judgeBySchema(values, { schema: own, language: 'fr', timeoutMs: 1_000 })
    expect(found.map(({ name }) => name)).toEqual(['tags', ''])
  })

  test('holds while the service is away', async () => {
    service.instead = (_request, response) => response.writeHead(503).end()
    const protection = createProtection({ ...given, onUndecided: () => undefined })
    expect(await protection.validate('contact', values, { schema })).toMatchObject({
      conclusion: 'DENY',
      failedOpen: true,
      fields: [{ name: 'email' }, { name: 'age' }],
    })
    service.instead = null
  })

  test.each([
    [
      'throws',
      () => {
        throw new Error('own')
      },
      'field-not-judged',
    ],
    ['rejects', () => Promise.reject(new Error('own')), 'field-not-judged'],
    ['answers nothing', () => undefined as never, 'field-not-judged'],
    ['never answers', () => new Promise<never>(() => undefined), 'field-not-in-time'],
  ])('counts against nobody where it %s', async (_how, validate, code) => {
    const bad: StandardSchema = { '~standard': { version: 1, vendor: 'test', validate } }
    const found = await judgeBySchema(values, { schema: bad, language: 'en', timeoutMs: 30 })
    expect(found).toMatchObject([{ name: '', outcome: 'UNKNOWN', codes: [code] }])
    expect(withSchema(unvalidated('timeout'), found)).toMatchObject({ conclusion: 'ALLOW', fields: found })
  })
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

test('a decision says what each part found, and nothing that a service cannot have said', async () => {
  const part = {
    part: 'sign-in',
    state: 'DRY_RUN',
    conclusion: 'THROTTLE',
    reasons: [{ code: 'limit-reached', weight: 100 }],
  }
  service.answer({ ...allowed, control: true, parts: [{ ...part, fault: null }, { part: 'x', state: 'MAYBE' }, 7] })
  const decision = await createProtection(given).protect(request)
  expect(decision).toMatchObject({ control: true, parts: [{ ...part, fault: null }] })
  expect(decision.parts).toHaveLength(1)
  service.answer(allowed)
})

test('what passed while nobody could decide is told once somebody can, so that the dashboard shows the outage', async () => {
  service.told.length = 0
  const protection = createProtection({ ...given, onUndecided: () => undefined })
  const closed = createProtection({ ...given, whenUndecided: 'DENY', onUndecided: () => undefined })
  service.instead = (_request, response) => response.writeHead(503).end()
  for (let time = 0; time < 3; time++) expect(await protection.protect(request)).toMatchObject({ failedOpen: true })
  await closed.protect(request)
  service.instead = null
  for (const one of [closed, protection, protection]) expect((await one.protect(request)).failedOpen).toBe(false)
  await expect.poll(() => bodyOf('/decisions/reports'), { timeout: 20_000 }).toBeDefined()
  const report = protectionDecisionRoutes.reportDecisions.body.schema.parse(bodyOf('/decisions/reports'))
  expect(report).toEqual({ from: 'MIDDLEWARE', decisions: [], undecided: 3, lost: 0 })
  await protection.protect(request)
  expect(service.told.filter(({ path }) => path.endsWith('/reports'))).toHaveLength(1)
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

/** Texts as visitors and programs send them; and what an application that isn't typed hands in. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', 'M-SEARCH', 'x'.repeat(30_000), '\ud800', '\u0000', '/'.repeat(3_000), 'de', '1'),
)
const texts = fc.dictionary(anyText, anyText, { maxKeys: 120 })
const visit = fc.record({
  request: fc.record({
    method: anyText,
    host: anyText,
    path: anyText,
    peer: fc.oneof(anyText, fc.constant(null)),
    headers: fc.dictionary(
      fc.constantFrom('user-agent', 'cookie', 'x-forwarded-for', 'bollard-response', 'x-team'),
      anyText,
    ),
  }),
  known: fc.record({
    user: fc.oneof(anyText, fc.constant(7 as never)),
    email: anyText,
    cost: fc.oneof(fc.double(), fc.constantFrom(0, -5, 1.5, 1e12, Number.NaN, Infinity)),
    labels: fc.oneof(texts, fc.constant({ plan: 3 } as never)),
    captchaToken: anyText,
  }),
  form: fc.record({ values: texts, language: anyText, captchaToken: anyText, address: anyText }),
})

test('nobody can choose that nothing is decided: whatever comes, the service takes it', async () => {
  const protection = createProtection({ ...given, trustedProxies: ['127.0.0.1'] })
  await fc.assert(
    fc.asyncProperty(visit, async ({ request: { headers, ...asked }, known, form: { values, ...options } }) => {
      service.told.length = 0
      await protection.protect({ ...asked, header: (name) => headers[name] ?? null }, known)
      await protection.validate('contact', values, options)
      protectionDecisionRoutes.decide.body.schema.parse(bodyOf('/decisions'))
      const form = bodyOf('/validations')
      if (form !== undefined) protectionFormRoutes.validate.body.schema.parse(form)
    }),
    { seed, numRuns: runs(200) },
  )
})

test('a form with more than anybody writes is denied here, or its sender would choose that nobody can tell', async () => {
  const protection = createProtection(given)
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`field-${index}`, 'a']))
  const large = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`field-${index}`, '漢'.repeat(20_000)]))
  service.told.length = 0
  for (const values of [many, large])
    expect(await protection.validate('contact', values)).toMatchObject({ conclusion: 'DENY', failedOpen: false })
  expect(service.told).toEqual([])
})

test('padding on both sides of a message does not hide it, and what is too long stays too long', async () => {
  const sent = async (message: string) => {
    service.told.length = 0
    await createProtection(given).validate('contact', { message })
    return protectionFormRoutes.validate.body.schema.parse(bodyOf('/validations')).values['message']
  }
  const hidden = `${'a '.repeat(24_000)}buy at spam.example ${'a '.repeat(24_000)}`
  expect(await sent(hidden)).toBe(hidden)
  const { findings } = await judgeText((await sent('a '.repeat(500_000))) ?? '')
  expect(findings).toEqual([expect.objectContaining({ code: 'value-cut' })])
})

test('of a path that is too long the end is told too, and the method by its letters', async () => {
  service.told.length = 0
  await createProtection(given).protect({ ...request, method: 'M-SEARCH', path: `${'/.'.repeat(2_000)}/sign-in` })
  const { method, path } = protectionDecisionRoutes.decide.body.schema.parse(bodyOf('/decisions')).request
  expect([method, normalPath(path)]).toEqual(['MSEARCH', '/sign-in'])
})

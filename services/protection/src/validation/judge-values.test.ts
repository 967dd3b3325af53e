import { fieldRuleSchema } from '@bollard/contracts'
import { disposableBy, found, shippedLists, verdictOf } from '@bollard/validations'
import { describe, expect, test } from 'vitest'
import { authorOf } from './author.ts'
import { conclude } from './conclude.ts'
import { judgeValues, toFieldAnswers } from './judge-values.ts'
import { createMailResolver } from './mail-resolver.ts'
import { messagesOf } from './rules-of-form.ts'
import { createVatRegister } from './vat-register.ts'
import { languageFor, messageFor } from './visitor-messages.ts'

const now = () => new Date('2026-03-02T12:00:00Z')
const fields = (...rules: object[]) => rules.map((rule) => fieldRuleSchema.parse(rule))
const codesOf = async (rule: object, value: string) => {
  const rules = fields({ name: 'field', ...rule })
  const [verdict] = toFieldAnswers(rules, await judgeValues(rules, { field: value }, { now }), 'en')
  return verdict?.findings.map(({ code }) => code)
}

describe('a verdict comes to', () => {
  const limits = { reviewFrom: 40, refuseFrom: 80 }
  test.each([
    ['PASS', 0, false, 'ALLOW'],
    ['FLAG', 39, false, 'ALLOW'],
    ['FLAG', 40, false, 'REVIEW'],
    ['FLAG', 80, false, 'DENY'],
    // The way out: doubts about somebody who has passed the captcha are for a person to decide.
    ['FLAG', 100, true, 'REVIEW'],
    ['FAIL', 100, true, 'DENY'],
    ['UNKNOWN', 0, false, 'ALLOW'],
  ] as const)('%s of weight %s, captcha passed: %s: %s', (outcome, weight, hasPassed, conclusion) => {
    expect(conclude({ outcome, weight }, limits, hasPassed)).toBe(conclusion)
    expect(conclude({ outcome, weight }, { ...limits, refuseFrom: null }, hasPassed) === 'DENY').toBe(
      outcome === 'FAIL',
    )
  })
})

describe('rules of the API', () => {
  test.each([
    ['no limit of links', { kind: 'TEXT', linksMax: null }, 'see https://a.example '.repeat(9), []],
    ['none at all', { kind: 'TEXT', linksMax: 0 }, 'please have a look at https://a.example', ['text-many-links']],
    [
      'scripts of Japanese',
      { kind: 'TEXT', scripts: ['Jpan'] },
      'これはテストの文章です。よろしくお願いいたします。',
      [],
    ],
    [
      'other scripts',
      { kind: 'TEXT', scripts: ['Latn'] },
      'Здравствуйте, напишите мне пожалуйста сегодня',
      ['text-unexpected-script'],
    ],
    ['own hosts', { kind: 'URL', ownHosts: ['paypal.com'] }, 'https://pаypal.com/', ['host-look-alike']],
    [
      'another country',
      { kind: 'PHONE', country: 'DE', onlyThatCountry: true },
      '+33 1 42 68 53 00',
      ['phone-other-country'],
    ],
    ['a country of accounts', { kind: 'IBAN', country: 'FR' }, 'DE89370400440532013000', ['iban-other-country']],
    ['a field that may be empty', { kind: 'EMAIL', isOptional: true }, '', []],
    ['a field that may not', { kind: 'EMAIL' }, '', ['value-missing']],
  ])('are obeyed: %s', async (_what, rule, value, codes) => {
    expect(await codesOf(rule, value)).toEqual(codes)
  })

  test('take only messages as what somebody wrote', () => {
    const rules = fields(
      { name: 'a', kind: 'TEXT' },
      { name: 'b', kind: 'TEXT', isMessage: false },
      { name: 'c', kind: 'URL' },
    )
    expect(messagesOf(rules, { a: 'hello', b: 'Ada', c: 'https://a.example', __proto__: 'x' })).toEqual(['hello'])
    expect(messagesOf(fields({ name: 'constructor', kind: 'TEXT' }), {})).toEqual([])
  })

  test('of a field called __proto__ are judged as any other', async () => {
    const rules = fields({ name: '__proto__', kind: 'IBAN' })
    const verdict = await judgeValues(rules, JSON.parse('{"__proto__":"nonsense"}'), { now })
    expect(toFieldAnswers(rules, verdict, 'en')).toMatchObject([{ name: '__proto__', outcome: 'FAIL' }])
  })
})

test('visitors are told in their language what they can put right, and nothing of a filter', () => {
  const verdict = verdictOf([
    found('text-spam', { percent: 99, words: ['casino'] }),
    found('text-many-links', { count: 9, max: 3 }),
  ])
  expect(messageFor(verdict, languageFor('fr-CH, de;q=0.9'))).toBe('Veuillez utiliser 3 liens au maximum.')
  expect(messageFor(verdictOf([found('text-spam', { percent: 99, words: [] })]), 'en')).toBeNull()
  const links = (max: number) => verdictOf([found('text-many-links', { count: 9, max })])
  expect([0, 1, 2].map((max) => messageFor(links(max), 'en'))).toEqual([
    'Please leave out links.',
    'Please use at most 1 link.',
    'Please use at most 2 links.',
  ])
  expect(messageFor(links(1), 'es')).toBe('Usa 1 enlace como máximo.')
  const long = verdictOf([found('value-too-long', { max: 100_000 })])
  expect(messageFor(long, 'en')).toBe('Please shorten the text to 100,000 characters.')
  expect(messageFor(long, 'de')).toContain('100.000')
  const slip = verdictOf([found('email-domain-without-mail', { domain: 'gmial.com' })], { suggestion: 'ada@gmail.com' })
  expect(messageFor(slip, 'de')).toContain('Meinten Sie ada@gmail.com?')
  expect(['de;q=0.2, it', 'xx, es-MX', 'ja', '', 'en;q=0, de', ';;,=;q=NaN'].map(languageFor)).toEqual([
    'it',
    'es',
    'en',
    'en',
    'de',
    'en',
  ])
})

describe('name servers', () => {
  const servers = (answer: () => Promise<never[]>) => {
    const asked: string[] = []
    const resolveMx = (domain: string) => (asked.push(domain), answer())
    return { asked, servers: { resolveMx, resolve4: async () => ['192.0.2.1'], resolve6: async () => [] } }
  }
  const failing = (code: string) => Promise.reject(Object.assign(new Error(code), { code }))

  test('are asked once in ten minutes, also about what does not exist', async () => {
    const clock = { at: 0 }
    const { asked, servers: given } = servers(() => failing('ENOTFOUND'))
    const resolver = createMailResolver(given, () => new Date(clock.at))
    for (clock.at of [0, 599_000, 600_000]) expect(await resolver.resolveMx('a.example')).toEqual([])
    expect(asked).toHaveLength(2)
    expect(await resolver.resolveAddresses('a.example')).toEqual(['192.0.2.1'])
  })

  test('that do not answer are asked again, and count against nobody', async () => {
    const { asked, servers: given } = servers(() => failing('ETIMEOUT'))
    const resolver = createMailResolver(given, now)
    for (const _try of [1, 2]) await expect(resolver.resolveMx('a.example')).rejects.toThrow('ETIMEOUT')
    expect(asked).toHaveLength(2)
    const rules = fields({ name: 'field', kind: 'EMAIL' })
    const { outcome } = await judgeValues(rules, { field: 'ada@a.example' }, { now, resolver })
    expect(outcome).toBe('UNKNOWN')
  })

  test('that are flooded answer nobody, and nobody is kept waiting', async () => {
    const { servers: given } = servers(() => new Promise(() => {}))
    const resolver = createMailResolver(given, now)
    const flood = Array.from({ length: 200 }, (_one, index) => resolver.resolveMx(`${index}.example`))
    await expect(resolver.resolveMx('late.example')).rejects.toThrow('busy')
    expect(flood).toHaveLength(200)
  })
})

describe('a register of VAT ids', () => {
  const register = (says: () => Promise<boolean | null>) => {
    const asked: string[] = []
    const clock = { at: 0 }
    const ask = createVatRegister(
      (vatId) => (asked.push(vatId), says()),
      () => new Date(clock.at),
    )
    return { asked, clock, ask }
  }

  test.each([
    [true, async () => true, 'PASS', []],
    [true, async () => false, 'FLAG', ['vat-not-registered']],
    [true, async () => null, 'UNKNOWN', ['vat-not-asked']],
    [true, async () => Promise.reject(new Error('away')), 'UNKNOWN', ['vat-not-asked']],
    [false, async () => false, 'PASS', []],
  ])('is asked where the rule says so (%s): %s is %s', async (asksRegister, says, outcome, codes) => {
    const { ask, asked } = register(says)
    const rules = fields({ name: 'vat', kind: 'VAT_ID', asksRegister })
    const verdict = await judgeValues(rules, { vat: 'DE 136 695 976' }, { now, askRegister: ask })
    expect([verdict.outcome, verdict.fields['vat']?.findings.map(({ code }) => code)]).toEqual([outcome, codes])
    expect(asked).toEqual(asksRegister ? ['DE136695976'] : [])
    // What cannot be right is nothing to ask about.
    await judgeValues(rules, { vat: 'DE136695977' }, { now, askRegister: ask })
    expect(asked).toHaveLength(asksRegister ? 1 : 0)
  })

  test('is asked once a day, also by those who come at once', async () => {
    const { ask, asked, clock } = register(async () => false)
    expect(await Promise.all([ask('DE1'), ask('DE1')])).toEqual([false, false])
    clock.at = 86_399_999
    await ask('DE1')
    expect(asked).toHaveLength(1)
    clock.at = 86_400_000
    await ask('DE1')
    expect(asked).toHaveLength(2)
  })

  test('that said nothing is asked again', async () => {
    const { ask, asked } = register(async () => null)
    expect([await ask('DE1'), await ask('DE1')]).toEqual([null, null])
    expect(asked).toHaveLength(2)
  })

  test('is not flooded, and remembers a bounded number of answers', async () => {
    const silent = register(() => new Promise(() => {}))
    for (let index = 0; index < 100; index += 1) void silent.ask(`DE${index}`)
    expect(await silent.ask('late')).toBeNull()
    expect(silent.asked).toHaveLength(20)
    const { ask, asked } = register(async () => true)
    for (let index = 0; index <= 10_000; index += 1) await ask(`DE${index}`)
    await ask('DE10000')
    expect(asked).toHaveLength(10_001)
    await ask('DE0')
    expect(asked).toHaveLength(10_002)
  })
})

test('lists that are too old call no domain disposable', async () => {
  const rules = fields({ name: 'field', kind: 'EMAIL', asksDns: false })
  const later = () => new Date('2029-01-01')
  const parts = { now: later, disposable: disposableBy(shippedLists(), later) }
  const { outcome, weight } = await judgeValues(rules, { field: 'ada@mailinator.com' }, parts)
  expect([outcome, weight]).toEqual(['UNKNOWN', 0])
})

test('an author is a network before a box, and a proxy is nobody', () => {
  const key = Buffer.alloc(32)
  const of = (address: string | undefined, box?: string, text = 'text') =>
    authorOf(key, { solutionId: 'a', address, box, text })
  expect(of('2001:db9:1:2:3::4', 'a@a.example')).toBe(of('2001:db9:1:2:ffff::1', 'b@b.example'))
  expect(of('10.0.0.1', 'a@a.example')).toBe(of(undefined, 'a@a.example', 'another text'))
  expect(of('127.0.0.1')).not.toBe(of('127.0.0.1', undefined, 'another text'))
  expect(authorOf(key, { solutionId: 'b', address: '8.8.8.8', box: undefined, text: '' })).not.toBe(of('8.8.8.8'))
})

test.each([
  ['nested quantifiers', 'a'.repeat(20_000)],
  ['a megabyte of one bracket', '('.repeat(1_000_000)],
  ['links without an end', 'http://'.repeat(3_000)],
  ['letters that compose', 'e\u0301'.repeat(10_000)],
  ['directions that turn', '\u202e\u2066'.repeat(10_000)],
])('hostile values are judged and never throw: %s', async (_what, value) => {
  const kinds = ['EMAIL', 'PHONE', 'IBAN', 'VAT_ID', 'URL', 'TEXT']
  const rules = fields(...kinds.map((kind) => ({ name: kind, kind })))
  const verdict = await judgeValues(rules, Object.fromEntries(kinds.map((kind) => [kind, value])), { now })
  expect(Object.keys(verdict.fields)).toEqual(kinds)
})

import { runs, seed } from '@bollard/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '../testing/any-text.ts'
import type { MailResolver } from './find-mail.ts'
import { judgeEmail } from './judge-email.ts'
import { readEmail } from './read-email.ts'
import { suggestDomain } from './suggest-domain.ts'

const silent = Object.assign(new Error('no answer'), { code: 'ETIMEOUT' })
const resolver: MailResolver = {
  async resolveMx(domain) {
    if (domain === 'silent.example') throw silent
    if (domain === 'null.example') return [{ exchange: '', priority: 0 }]
    if (domain === 'shop.example' || domain === 'gmail.com' || domain === 'gmial.fr')
      return [{ exchange: `mx.${domain}`, priority: 5 }]
    return []
  },
  resolveAddresses: async (domain) => (domain === 'bare.example' ? ['192.0.2.1'] : []),
}

describe('an address', () => {
  it.each([
    ['ada@shop.example', 'shop.example'],
    [' ada@shop.example ', 'shop.example'],
    ['Ada.Byron+x@SHOP.example', 'shop.example'],
    ["o'brien_1@a-b.example", 'a-b.example'],
    ['ada@bücher.example', 'xn--bcher-kva.example'],
    ['пример@пример.рф', 'xn--e1afmkfd.xn--p1ai'],
    [`${'a'.repeat(64)}@shop.example`, 'shop.example'],
  ])('may be %s', (typed, domain) => {
    expect(readEmail(typed)).toMatchObject({ domain })
  })

  it.each([
    ['ada', 'email-no-at'],
    ['@shop.example', 'email-local-missing'],
    ['ada@', 'email-domain-missing'],
    [`${'a'.repeat(65)}@shop.example`, 'email-local-too-long'],
    ['.ada@shop.example', 'email-local-invalid'],
    ['a..b@shop.example', 'email-local-invalid'],
    ['"ada b"@shop.example', 'email-local-invalid'],
    ['ada b@shop.example', 'email-local-invalid'],
    ['ada\u0000@shop.example', 'email-local-invalid'],
    ['ada@shop', 'email-domain-without-dot'],
    ['ada@-shop.example', 'email-domain-invalid'],
    ['ada@shop..example', 'email-domain-invalid'],
    ['ada@[192.0.2.1]', 'email-domain-invalid'],
    ['ada@192.0.2.1', 'email-domain-invalid'],
    ['ada@shop.example/x', 'email-domain-invalid'],
    [`abc@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.example`, 'email-too-long'],
  ])('may not be %s', async (typed, code) => {
    expect(readEmail(typed)).toBe(code)
    expect(await judgeEmail(typed)).toMatchObject({ outcome: 'FAIL', findings: [{ code }] })
  })

  it('is read without an error whatever is typed', () => {
    fc.assert(
      fc.property(fc.oneof(anyText(100), fc.constant('@'.repeat(1e6))), (typed) => {
        const email = readEmail(typed)
        if (typeof email !== 'string') expect(readEmail(`${email.local}@${email.domain}`)).toEqual(email)
      }),
      { seed, numRuns: runs(300) },
    )
  })
})

describe('a slip of the keys', () => {
  it.each([
    ['gmial.com', 'gmail.com'],
    ['gmai.com', 'gmail.com'],
    ['gmaill.com', 'gmail.com'],
    ['hotmial.com', 'hotmail.com'],
    ['shop.con', 'shop.com'],
    ['gmail.com', null],
    ['web.de', null],
    ['wen.de', 'web.de'],
    ['gmx.ce', null],
    ['yahoo.dk', null],
    ['hotmail.be', null],
    ['mail.com', null],
    ['ymail.com', null],
    ['yahoo.cmo', 'yahoo.com'],
    ['shop.example', null],
  ])('in %s means %s', (typed, meant) => {
    expect(suggestDomain(typed)).toBe(meant)
  })
})

describe('a verdict about an address', () => {
  it.each([
    ['ada@shop.example', 'PASS', []],
    ['ada@bare.example', 'PASS', []],
    ['ada@null.example', 'FAIL', ['email-domain-refuses-mail']],
    ['ada@gone.example', 'FAIL', ['email-domain-without-mail']],
    ['ada@silent.example', 'UNKNOWN', ['email-domain-not-asked']],
  ])('of %s is %s', async (typed, outcome, codes) => {
    const verdict = await judgeEmail(typed, { resolver })
    expect([verdict.outcome, verdict.findings.map(({ code }) => code)]).toEqual([outcome, codes])
  })

  it('suggests what was meant only where the domain takes no mail', async () => {
    expect(await judgeEmail('ada@gmial.com', { resolver })).toMatchObject({
      outcome: 'FAIL',
      suggestion: 'ada@gmail.com',
    })
    expect(await judgeEmail('ada@gmial.fr', { resolver })).not.toHaveProperty('suggestion')
    expect(await judgeEmail('ada@gmial.com')).toMatchObject({ outcome: 'PASS', suggestion: 'ada@gmail.com' })
  })

  it('waits for name servers only as long as it may', async () => {
    const hanging: MailResolver = { resolveMx: () => new Promise(() => undefined), resolveAddresses: async () => [] }
    expect(await judgeEmail('ada@shop.example', { resolver: hanging, timeoutMs: 5 })).toMatchObject({
      outcome: 'UNKNOWN',
    })
  })

  it('flags what hands out addresses for hours, and does not know by lists that are too old', async () => {
    const lists = { isDisposable: true, sources: ['one 2026-11-01', 'other 2026-11-02'] }
    const verdict = await judgeEmail('ada@shop.example', { resolver, disposable: () => lists })
    expect(verdict).toMatchObject({
      outcome: 'FLAG',
      findings: [{ code: 'email-disposable', detail: { sources: lists.sources } }],
    })
    const unknown = await judgeEmail('ada@shop.example', {
      resolver,
      disposable: () => ({ isDisposable: null, sources: ['one 2026-01-01'] }),
    })
    expect(unknown).toMatchObject({ outcome: 'UNKNOWN', findings: [{ code: 'email-disposable-unknown', weight: 0 }] })
  })

  it('flags a domain of anybody whose mail goes to servers of what is disposable', async () => {
    const throwaway = { ...resolver, resolveMx: async () => [{ exchange: 'MX.Bin.example', priority: 5 }] }
    const disposable = (domain: string) => ({ isDisposable: domain.endsWith('bin.example'), sources: ['one', 'other'] })
    expect((await judgeEmail('ada@shop.example', { resolver: throwaway, disposable })).findings).toMatchObject([
      { code: 'email-disposable-server', detail: { domain: 'shop.example', server: 'mx.bin.example' } },
    ])
    expect((await judgeEmail('ada@bin.example', { resolver: throwaway, disposable })).findings).toMatchObject([
      { code: 'email-disposable' },
    ])
  })

  it('flags a domain whose letters deceive', async () => {
    const codesOf = async (typed: string) =>
      (await judgeEmail(typed, { protectedDomains: ['shop.example'] })).findings.map(({ code }) => code)
    // With a Cyrillic а.
    expect(await codesOf('ada@gm\u0430il.com')).toEqual(['host-mixed-scripts'])
    expect(await codesOf('ada@sh0p.example')).toEqual([])
    expect(await codesOf('ada@sh\u043ep.example')).toEqual(['host-look-alike'])
    expect(await codesOf('ada@shop.example')).toEqual([])
  })

  it('takes a role, unless the owner wants to see it', async () => {
    expect((await judgeEmail('info@shop.example', { resolver })).outcome).toBe('PASS')
    expect((await judgeEmail('Info@shop.example', { resolver, roles: 'FLAG' })).findings).toMatchObject([
      { code: 'email-role' },
    ])
  })
})

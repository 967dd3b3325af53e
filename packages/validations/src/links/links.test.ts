import { runs, seed } from '@bollard/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '../testing/any-text.ts'
import { judgeLinks, judgeUrl } from './links.ts'
import { looksLike, skeletonOf } from './look-alikes.ts'

const codesOf = (findings: readonly { code: string }[]) => findings.map(({ code }) => code)

describe('an address of a page', () => {
  it.each([
    ['https://shop.example/a?b=c#d', 'https://shop.example/a?b=c'],
    ['Shop.Example', 'https://shop.example/'],
    ['shop.example:8080/x', 'https://shop.example:8080/x'],
    ['https://bücher.example', 'https://xn--bcher-kva.example/'],
    ['https://пример.рф', 'https://xn--e1afmkfd.xn--p1ai/'],
    ['https://сахар.рф', 'https://xn--80aa2cbv.xn--p1ai/'],
    ['https://東京.example', 'https://xn--1lqs71d.example/'],
  ])('may be %s', (typed, normalized) => {
    expect(judgeUrl(typed)).toEqual({ outcome: 'PASS', findings: [], normalized })
  })

  it.each([
    ['', 'FAIL', ['url-invalid']],
    ['not a page', 'FAIL', ['url-invalid']],
    ['https://', 'FAIL', ['url-invalid']],
    ['https://shop..example', 'FAIL', ['url-invalid']],
    [`https://shop.example/${'a'.repeat(1e6)}`, 'FAIL', ['url-invalid']],
    ['javascript:alert(1)', 'FAIL', ['url-scheme']],
    ['data:text/html,x', 'FAIL', ['url-scheme']],
    ['javascript:1/alert(1)', 'FAIL', ['url-scheme']],
    ['JavaScript:1', 'FAIL', ['url-scheme']],
    ['\u0001javascript:alert(1)', 'FAIL', ['url-invalid']],
    ['java\tscript:alert(1)', 'FAIL', ['url-invalid']],
    ['shop.example@evil.example', 'FLAG', ['url-credentials']],
    ['https://bank.example@evil.example/', 'FLAG', ['url-credentials']],
    ['https://192.0.2.1/x', 'FLAG', ['url-ip-host']],
    ['https://3221225985/x', 'FLAG', ['url-ip-host']],
    ['https://[2001:db8::1]/', 'FLAG', ['url-ip-host']],
    ['http://localhost/', 'FLAG', ['url-local-host']],
    ['https://printer.local', 'FLAG', ['url-local-host']],
    ['https://bit.ly/x', 'FLAG', ['url-shortener']],
    ['https://www.tinyurl.com./x', 'FLAG', ['url-shortener']],
    // Cyrillic а, р, е: Chrome shows xn--80ak6aa92e.com, the well-known demonstration.
    ['https://аррӏе.com', 'FLAG', ['host-look-alike']],
    ['https://gооgle.com', 'FLAG', ['host-mixed-scripts']],
  ])('of %s is %s for %j', (typed, outcome, codes) => {
    const verdict = judgeUrl(typed)
    expect([verdict.outcome, codesOf(verdict.findings)]).toEqual([outcome, codes])
  })

  it('that looks like a protected one is told from it and from what belongs to it', () => {
    const options = { protectedDomains: ['paypal.com', 'modern.example'] }
    for (const typed of ['https://paypa1.com', 'https://www.pаypal.com', 'https://rnodern.example'])
      expect(codesOf(judgeUrl(typed, options).findings)).toEqual(['host-look-alike'])
    for (const typed of ['https://paypal.com', 'https://www.paypal.com', 'https://paypal.example'])
      expect(judgeUrl(typed, options).findings).toEqual([])
  })

  it('is judged without an error, whatever is typed', () => {
    const part = fc.constantFrom(
      'https://',
      'www.',
      '@',
      ':',
      '%2e',
      '[',
      '::1',
      '/',
      '?',
      '#',
      'xn--',
      'é',
      'а',
      '1',
      '.',
    )
    const parts = fc.array(part, { maxLength: 30 }).map((some) => some.join(''))
    fc.assert(
      fc.property(fc.oneof(anyText(3_000), parts), (typed) => {
        const { normalized } = judgeUrl(typed)
        if (normalized !== undefined) expect(judgeUrl(normalized).normalized).toBe(normalized)
      }),
      { seed, numRuns: runs(300) },
    )
  })
})

describe('links of a text', () => {
  it('are counted, and each kind of fault is told once', () => {
    const many = 'See https://bit.ly/a, https://bit.ly/b, www.shop.example and http://192.0.2.1 please'
    expect(codesOf(judgeLinks(many))).toEqual(['text-many-links', 'url-shortener', 'url-ip-host'])
    expect(codesOf(judgeLinks(many, { linksMax: 4 }))).toEqual(['url-shortener', 'url-ip-host'])
    expect(codesOf(judgeLinks('https://shop.example/x'))).toEqual(['text-only-links'])
    expect(judgeLinks('I bought it at https://shop.example/x last week')).toEqual([])
    expect(judgeLinks('no links: http and www and a.b')).toEqual([])
  })
})

describe('look-alikes', () => {
  it('have one skeleton, and skeletons are for comparing alone', () => {
    expect(looksLike('раураl', 'paypal')).toBe(true)
    expect(looksLike('PayPal', 'paypal')).toBe(false)
    expect(looksLike('paypal', 'papyal')).toBe(false)
    expect(looksLike('pay\u200bpal', 'paypal')).toBe(true)
    expect(skeletonOf('m')).toBe(skeletonOf('rn'))
  })
})

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
    expect(codesOf(judgeLinks('I found it behind https://bit.ly.'))).toEqual(['url-shortener'])
  })

  const countOf = (text: string) =>
    judgeLinks(`You may want to know: ${text}`, { linksMax: 0 }).find(({ code }) => code === 'text-many-links')
      ?.detail?.['count'] ?? 0

  it.each([
    ['Spam.com/x and spam.co.uk?y', 2],
    ['cheap pills at spam.com, or SPAM.COM. Also (spam.shop)!', 3],
    ['spam.com:8080/x', 1],
    ['пример.рф and bücher.de', 2],
    ['访问spam.com获取', 1],
    ['notes.md/x', 1],
    ['请访问例子.中国获取更多优惠', 1],
    ['今すぐ例え.みんな/安いをクリック', 1],
    ['예시.한국에서 만나요', 1],
    ['ดูที่ตัวอย่าง.ไทยวันนี้', 1],
    ['زوروا موقع.السعودية اليوم', 1],
    ['और उदाहरण.भारत देखें', 1],
    ['www.spam.com 例子.公司', 2],
    ['https://spam.com and www.spam.com and spam.com', 3],
    ['hxxps://spam.com/x', 1],
    ['spam [dot] com, spam(.)com, spam[punkt]com/x', 3],
    [`${'a.'.repeat(50)}spam.com`, 1],
  ])('are found without a scheme in %j: %i', (text, count) => {
    expect(countOf(text)).toBe(count)
  })

  it.each([
    'file.txt, notes.md, main.py, src/index.ts and archive.tar.zip',
    'e.g. this, i.e. that, z.B. jenes, a.m. or p.m., Ph.D.',
    'node.js 26.10.0, version 1.2.3 of 1.2.2026, 3.50 or 1.000,00 or 192.0.2.1',
    'This is the end.Next comes another.It is late',
    'ada@shop.com, ada.byron.me@shop.com and ada@mail.shop.com',
    'com, .com, co.uk, ...and so on... wait..what',
    'She said (point) and [dot]',
    'my_script.sh and @user.name',
    '这是第一句.这是第二句.价格是3.50元',
    'هذه هي النهاية.التالي يأتي',
    '今日は終わり.次はまた',
  ])('are not seen in %j', (text) => {
    expect(countOf(text)).toBe(0)
  })

  it('without a scheme lead where they lead, and a name alone is no text of links', () => {
    expect(codesOf(judgeLinks('Please have a look at bit.ly/x'))).toEqual(['url-shortener'])
    expect(codesOf(judgeLinks('Please have a look at pаypal.com', { protectedDomains: ['paypal.com'] }))).toEqual([
      'host-look-alike',
    ])
    expect(judgeLinks('Booking.com')).toEqual([])
    expect(codesOf(judgeLinks('spam.com/x'))).toEqual(['text-only-links'])
  })

  it('to the owner count for nothing, and what only looks like them does', () => {
    const options = { linksMax: 1, protectedDomains: ['shop.example', 'bücher.de'] }
    const own = 'https://shop.example/a, www.shop.example/b, https://a.shop.example and bücher.de/c'
    expect(judgeLinks(`Have a look: ${own} and https://one.example`, options)).toEqual([])
    expect(judgeLinks('https://shop.example/a', options)).toEqual([])
    const others = 'https://shop.example.evil.example, https://notshop.example and https://shop.example@evil.example'
    expect(codesOf(judgeLinks(`Have a look: ${others}`, options))).toEqual(['text-many-links', 'url-credentials'])
  })

  it.each([
    ['names', 'a.com '.repeat(17_000)],
    ['labels without an end', `${'a.'.repeat(50_000)}@`],
    ['one label', 'a-'.repeat(50_000)],
    ['paths', 'a.com/'.repeat(17_000)],
    ['dots in brackets', ' [ dot '.repeat(15_000)],
    ['spaces', ' '.repeat(100_000)],
    ['letters of a script without spaces', '字'.repeat(100_000)],
    ['names of such letters', '字.'.repeat(50_000)],
    ['endings of such letters', '字字.中国'.repeat(20_000)],
    ['ends of sentences', `https://a.com/${'.'.repeat(1_900)}x `.repeat(50)],
  ])('cost little, whatever is sent: %s', (_what, text) => {
    const begun = process.cpuUsage()
    judgeLinks(text)
    const { user, system } = process.cpuUsage(begun)
    expect((user + system) / 1e6).toBeLessThan(1)
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

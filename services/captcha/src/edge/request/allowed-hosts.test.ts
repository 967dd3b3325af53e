import { isIPv6 } from 'node:net'
import { runs } from '@bollard/testing/seed'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileHosts, domainFault, parseDomain, parseDomains } from './allowed-hosts.ts'

test.each([
  ['shop.example', 'shop.example'],
  [' Shop.EXAMPLE ', 'shop.example'],
  ['müller.example', 'xn--mller-kva.example'],
  ['公司.example.cn', 'xn--55qx5d.example.cn'],
  ['*.müller.example', '*.xn--mller-kva.example'],
  ['*.shop.example', '*.shop.example'],
  ['*.shop.github.io', '*.shop.github.io'],
  ['a_b.example', 'a_b.example'],
  ['localhost', 'localhost'],
  ['192.0.2.1', '192.0.2.1'],
  ['2001:DB8:0:0::1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['::ffff:192.0.2.1', '::ffff:c000:201'],
  ['www.ck', 'www.ck'],
  ['city.kawasaki.jp', 'city.kawasaki.jp'],
])('%s is kept as %s', (text, domain) => {
  expect(parseDomain(text)).toEqual({ ok: true, domain })
  expect(parseDomain(domain)).toEqual({ ok: true, domain })
})

test.each([
  ['https://shop.example', 'scheme'],
  ['HTTP://shop.example/', 'scheme'],
  ['shop.example/checkout', 'path'],
  ['shop.example/', 'path'],
  ['shop.example?x', 'path'],
  ['shop.example#x', 'path'],
  ['shop.example\\x', 'path'],
  ['shop.example:443', 'port'],
  ['localhost:3000', 'port'],
  ['[::1]:80', 'port'],
  ['*.shop.example:80', 'port'],
  ['*', 'wildcard'],
  ['*.', 'domain'],
  ['a.*.example', 'wildcard'],
  ['*shop.example', 'wildcard'],
  ['*.*.example', 'wildcard'],
  ['*.localhost', 'wildcard'],
  ['*.192.0.2.1', 'wildcard'],
  ['*.2001:db8::1', 'wildcard'],
  ['*.[::1]', 'wildcard'],
  ['co.uk', 'public-suffix'],
  ['*.co.uk', 'public-suffix'],
  ['*.com', 'domain'],
  ['*.github.io', 'public-suffix'],
  ['github.io', 'public-suffix'],
  ['*.公司.cn', 'public-suffix'],
  ['foo.ck', 'public-suffix'],
  ['shop', 'domain'],
  ['me@shop.example', 'domain'],
  ['shop..example', 'domain'],
  ['.shop.example', 'domain'],
  ['shop.example.', 'domain'],
  ['sh%6Fp.example', 'domain'],
  ['sh op.example', 'domain'],
  ['shop,example.org', 'domain'],
  ['256.1.1.1', 'domain'],
  ['192.0.2', 'domain'],
  ['0x7f.0.0.1', 'domain'],
  ['2130706433', 'domain'],
  ['::g', 'domain'],
  ['fe80::1%eth0', 'domain'],
  [`${'a'.repeat(64)}.example`, 'domain'],
  [`${'ü'.repeat(60)}.${'a.'.repeat(90)}example`, 'domain'],
  ['', 'domain'],
])('%j is refused as %s', (text, code) => {
  expect(domainFault(text)).toBe(code)
})

test('a list tells every fault by its place, and the same host in another writing is a duplicate', () => {
  expect(
    parseDomains(
      ['shop.example', 'co.uk', 'SHOP.example', 'müller.example', 'xn--mller-kva.example', '[::1]', '::1'],
      '/domains',
    ),
  ).toEqual({
    domains: ['shop.example', 'xn--mller-kva.example', '::1'],
    faults: [
      { pointer: '/domains/1', code: 'public-suffix' },
      { pointer: '/domains/2', code: 'duplicate' },
      { pointer: '/domains/4', code: 'duplicate' },
      { pointer: '/domains/6', code: 'duplicate' },
    ],
  })
})

test('a wildcard stands for the hosts directly below and for nothing else', () => {
  const allows = compileHosts([
    '*.example.com',
    'example.net',
    '192.0.2.1',
    '[2001:db8:0::1]',
    'müller.example',
    'localhost',
  ])
  for (const host of [
    'a.example.com',
    'xn--mller-kva.example.com',
    'example.net',
    '192.0.2.1',
    '2001:db8::1',
    'xn--mller-kva.example',
    'localhost',
  ])
    expect([host, allows(host)]).toEqual([host, true])
  for (const host of [
    'example.com',
    'a.b.example.com',
    'aexample.com',
    'example.com.evil.net',
    'a.example.net',
    'com',
    '',
    'a.localhost',
    '0.2.1',
    '1.192.0.2.1',
  ])
    expect([host, allows(host)]).toEqual([host, false])
})

const label = fc.stringMatching(/^[a-z\d](?:[a-z\d-]{0,8}[a-z\d])?$/u).filter((text) => !/^xn--|^..--/u.test(text))
const name = fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => `${labels.join('.')}.example.org`)

test('whatever is accepted is written as a browser writes it, and is accepted again unchanged', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        name,
        fc.domain(),
        fc.ipV4(),
        fc.ipV6(),
        name.map((one) => `*.${one}`),
        fc.string(),
      ),
      (text) => {
        const parsed = parseDomain(text)
        if (!parsed.ok) return
        const { domain } = parsed
        expect(parseDomain(domain)).toEqual(parsed)
        const host = domain.replace(/^\*\./u, '')
        expect(new URL(`https://${isIPv6(host) ? `[${host}]` : host}/`).hostname.replaceAll(/[[\]]/gu, '')).toBe(host)
      },
    ),
    { numRuns: runs(2_000) },
  )
})

test('the compiled matcher answers as the plain reading of the list does', () => {
  const host = fc.oneof(
    name,
    fc.constantFrom('example.org', 'a.example.org', 'localhost', '192.0.2.1', 'a.b.example.org'),
  )
  const domain = fc.oneof(
    host,
    name.map((one) => `*.${one}`),
    fc.constant('*.example.org'),
  )
  fc.assert(
    fc.property(fc.array(domain, { maxLength: 20 }), host, fc.option(label), (domains, below, sub) => {
      const asked = sub === null ? below : `${sub}.${below}`
      const plainly = domains.some((one) =>
        one.startsWith('*.')
          ? asked.endsWith(one.slice(1)) && !asked.slice(0, -one.length + 1).includes('.') && asked.length >= one.length
          : one === asked,
      )
      expect(compileHosts(domains)(asked)).toBe(plainly)
    }),
    { numRuns: runs(2_000) },
  )
})

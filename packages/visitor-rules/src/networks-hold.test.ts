import { formatNetwork, holdsAddress, parseNetwork } from '@bollard/addresses'
import { runs } from '@bollard/testing/seed'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileRules } from './compile-rules.ts'

function matches(network: string, address: string): boolean {
  const rule = {
    number: 1,
    priority: 0,
    enabled: true,
    dryRun: false,
    expiresAt: null,
    conditions: [{ field: 'ip', not: false, values: [network] }],
    action: { type: 'FLAG' },
  } as const
  const visitor = {
    address,
    country: null,
    asn: 0,
    networkKind: 'unknown',
    userAgent: '',
    language: null,
    hostname: '',
    path: null,
    action: null,
  } as const
  return compileRules([rule]).atStart(visitor, 0).rule === 1
}

test.for<[network: string, inside: readonly string[], outside: readonly string[]]>([
  [
    '192.0.2.0/24',
    ['192.0.2.0', '192.0.2.255', '::ffff:192.0.2.1', '::ffff:c000:201'],
    ['192.0.1.255', '192.0.3.0', '::c000:201'],
  ],
  ['192.0.2.77/24', ['192.0.2.0', '192.0.2.255'], ['192.0.3.0']],
  ['192.0.2.7', ['192.0.2.7'], ['192.0.2.6', '192.0.2.8']],
  ['192.0.2.6/31', ['192.0.2.6', '192.0.2.7'], ['192.0.2.5', '192.0.2.8']],
  ['0.0.0.0/8', ['0.0.0.0', '0.255.255.255'], ['1.0.0.0', '::', '::1']],
  ['255.255.255.255', ['255.255.255.255'], ['255.255.255.254', '0.0.0.0']],
  ['128.0.0.0/1', ['128.0.0.0', '255.255.255.255'], ['127.255.255.255', '0.0.0.0']],
  ['0.0.0.0/0', ['0.0.0.0', '255.255.255.255', '10.1.2.3'], ['::', 'ffff::']],
  ['::ffff:192.0.2.0/120', ['192.0.2.9'], ['192.0.3.0']],
  [
    '2001:db8::/32',
    ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['2001:db7:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db9::'],
  ],
  ['2001:db8::8000/113', ['2001:db8::8000', '2001:db8::ffff'], ['2001:db8::7fff', '2001:db8::1:0']],
  [
    'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    ['ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['ffff:ffff:ffff:ffff:ffff:ffff:ffff:fffe', '::'],
  ],
  // The range of mapped addresses lies in it, but whoever comes by IPv4 does not.
  ['::/16', ['::', '::1', '0:ffff:ffff:ffff:ffff:ffff:ffff:ffff'], ['1::', '192.0.2.1', '::ffff:192.0.2.1']],
])('%s holds %j and not %j', ([network, inside, outside]) => {
  expect(inside.filter((address) => !matches(network, address))).toEqual([])
  expect(outside.filter((address) => matches(network, address))).toEqual([])
  expect([...inside, ...outside].filter((address) => holdsAddress(['nonsense', network], address))).toEqual(inside)
})

test.for([
  '',
  '/24',
  '192.0.2.0/',
  '192.0.2.0/33',
  '192.0.2.0/-1',
  '192.0.2.0/024',
  '192.0.2.0/2 4',
  '192.0.2.0/1e1',
  '192.0.2.0/24/24',
  '2001:db8::/129',
  '::ffff:192.0.2.0/95',
  'shop.example',
  '192.0.2/24',
])('%s is no network', (text) => expect(parseNetwork(text)).toBeNull())

test('a network is written in one way, which reads as the same network', () => {
  fc.assert(
    fc.property(fc.oneof(fc.tuple(fc.ipV4(), fc.nat(32)), fc.tuple(fc.ipV6(), fc.nat(128))), ([address, prefix]) => {
      const network = parseNetwork(`${address}/${prefix}`)
      // What is mapped counts from the 96th bit on.
      fc.pre(network !== null)
      const written = formatNetwork(network)
      expect(parseNetwork(written)).toEqual(network)
      expect(formatNetwork(parseNetwork(written) ?? network)).toBe(written)
    }),
    { numRuns: runs(3_000) },
  )
  expect(formatNetwork(parseNetwork('2001:DB8:0:0:1::7/64') ?? raise())).toBe('2001:db8::/64')
  expect(formatNetwork(parseNetwork('::ffff:192.0.2.7') ?? raise())).toBe('192.0.2.7')
  expect(formatNetwork(parseNetwork('10.1.2.3/8') ?? raise())).toBe('10.0.0.0/8')
})

function raise(): never {
  throw new Error('this is a network')
}

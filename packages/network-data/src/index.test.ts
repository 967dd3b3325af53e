import { readFileSync } from 'node:fs'
import { runs } from '@bollard/testing/seed'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decode } from './data-file.ts'
import { openNetworkData, serve } from './index.ts'
import { classify } from './refresh/classify.ts'
import { formatAddress } from './refresh/verify.ts'
import { reviewedNumbers, reviewedOrganisations } from './refresh/reviewed-networks.ts'
import { countryOf, kinds, networkOf, overrideOf } from './tables.ts'

const tables = decode(readFileSync(new URL('../data/networks.bin', import.meta.url)))
const data = serve(tables)
const nothing = { asn: 0, country: null, kind: 'unknown' }

test.for([
  ['8.8.8.8', 15169, 'US', 'unknown'],
  ['1.1.1.1', 13335, 'AU', 'unknown'],
  ['2001:4860:4860::8888', 15169, 'US', 'unknown'],
  ['88.198.1.1', 24940, 'DE', 'hosting'],
  ['2a01:4f8:c17::1', 24940, 'DE', 'hosting'],
  ['::ffff:88.198.1.1', 24940, 'DE', 'hosting'],
  ['::ffff:58c6:101', 24940, 'DE', 'hosting'],
  ['79.192.0.1', 3320, 'DE', 'access'],
  ['2003:e0::1', 3320, 'DE', 'access'],
  ['104.131.0.1', 14061, 'US', 'hosting'],
  ['51.68.1.1', 16276, 'FR', 'hosting'],
  ['34.64.1.1', 396982, 'US', 'hosting'],
  ['73.1.1.1', 7922, 'US', 'access'],
  ['90.0.0.1', 3215, 'FR', 'access'],
  ['178.197.1.1', 3303, 'CH', 'access'],
  ['62.46.1.1', 8447, 'AT', 'access'],
  ['82.64.1.1', 12322, 'FR', 'access'],
  ['86.128.1.1', 2856, 'GB', 'access'],
  ['172.32.1.1', 21928, 'US', 'access'],
  ['49.32.1.1', 55836, 'IN', 'access'],
  ['80.58.61.250', 3352, 'ES', 'access'],
] as const)('%s belongs to AS%i', ([address, asn, country, kind]) => {
  expect(data.lookup(address)).toEqual({ asn, country, kind })
})

test.for([
  '10.0.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '192.0.2.1',
])('nothing is known of %s, in both families', (address) => {
  expect(data.lookup(address)).toEqual(nothing)
  expect(data.lookup(`::ffff:${address}`)).toEqual(nothing)
})

test.for([
  '::',
  '::1',
  'fe80::1',
  'fe80::1%eth0',
  'fc00::1',
  'fd12:3456::1',
  'ff02::1',
  '2001:db8::1',
  'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  '',
  'unknown',
  '8.8.8.8:443',
  '8.8.8',
  '[::1]',
])('nothing is known of %s', (address) => {
  expect(data.lookup(address)).toEqual(nothing)
})

test('nothing that is sent makes it throw', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.ipV6(),
        fc.string({ unit: fc.constantFrom(...'0123456789abcdef:.%') }),
      ),
      (text) => {
        expect(kinds).toContain(data.lookup(text).kind)
      },
    ),
    { numRuns: runs(5000) },
  )
})

const facts = (value: number) => ({
  asn: tables.asns[networkOf(value)],
  country: tables.countries[countryOf(value)],
  kind: kinds[overrideOf(value) || (tables.classes[networkOf(value)] ?? 0)],
})
const prefixOf = (segment: number) => (BigInt(tables.highs6[segment] ?? 0) << 32n) | BigInt(tables.lows6[segment] ?? 0)

test('finds IPv4 as a search from the first segment does, also at the borders', () => {
  fc.assert(
    fc.property(
      fc.nat(tables.starts4.length - 1),
      fc.integer({ min: -1, max: 1 }),
      fc.nat(0xffff),
      (segment, near, offset) => {
        const wanted = Math.min(
          Math.max((tables.starts4[segment] ?? 0) + near * (offset % 5 === 0 ? offset : 1), 0),
          0xffff_ffff,
        )
        const next = tables.starts4.findIndex((start) => start > wanted)
        expect(data.lookup(formatAddress(BigInt(wanted), 4))).toEqual(
          facts(tables.values4.at(next === -1 ? -1 : next - 1) ?? 0),
        )
      },
    ),
    { numRuns: runs(300) },
  )
})

test('finds IPv6 as a search from the first segment does, also at the borders', () => {
  const prefixes = Array.from({ length: tables.lows6.length }, (_, segment) => prefixOf(segment))
  fc.assert(
    fc.property(fc.integer({ min: 1, max: prefixes.length - 1 }), fc.integer({ min: -1, max: 1 }), (segment, near) => {
      const wanted = (prefixes[segment] ?? 0n) + BigInt(near)
      const next = prefixes.findIndex((start) => start > wanted)
      expect(data.lookup(formatAddress(wanted, 6))).toEqual(facts(tables.values6.at(next === -1 ? -1 : next - 1) ?? 0))
    }),
    { numRuns: runs(300) },
  )
})

test('the segments are sorted and point to what exists', () => {
  expect(tables.starts4[0]).toBe(0)
  expect(prefixOf(0)).toBe(0n)
  expect(tables.starts4.every((start, segment) => segment === 0 || start > (tables.starts4[segment - 1] ?? 0))).toBe(
    true,
  )
  for (let segment = 1; segment < tables.lows6.length; segment += 1)
    if (prefixOf(segment) <= prefixOf(segment - 1)) expect.fail(`Segment ${segment} is out of order`)
  for (const values of [tables.values4, tables.values6]) {
    expect(
      values.every(
        (value) =>
          networkOf(value) < tables.asns.length &&
          countryOf(value) < tables.countries.length &&
          overrideOf(value) < kinds.length,
      ),
    ).toBe(true)
  }
})

test('every judgement made by hand still meets a network, so no number is mistyped and no name has gone', () => {
  const names = Array.from(tables.asns, (asn) => (data.nameOf(asn) ?? '').toLowerCase())
  for (const { names: starts } of reviewedOrganisations)
    for (const start of starts)
      expect(
        names.some((name) => name.startsWith(start)),
        start,
      ).toBe(true)
  for (const [asn, { name }] of reviewedNumbers)
    expect(data.nameOf(asn)?.toLowerCase().startsWith(name), `AS${asn}`).toBe(true)
})

test('the shipped kinds are those that the rules of today give, so nobody changes a rule without making the file anew', () => {
  const differ = Array.from(tables.asns).filter(
    (asn, network) => asn !== 0 && classify(asn, data.nameOf(asn) ?? '') !== kinds[tables.classes[network] ?? 0],
  )
  expect(differ).toEqual([])
})

test('opens the shipped file', () => {
  const shipped = openNetworkData()
  expect(shipped.asOf).toMatch(/^\d{4}-\d\d-\d\d$/u)
  // People are told how old it is.
  for (const told of ['../ATTRIBUTION.md', '../../../sites/dashboard/app/words/network-sources.tsx'])
    expect(readFileSync(new URL(told, import.meta.url), 'utf8')).toContain(shipped.asOf)
  expect(shipped.nameOf(24940)).toBe('Hetzner Online GmbH')
})

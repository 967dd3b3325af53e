import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decode } from '../data-file.ts'
import { serve } from '../index.ts'
import { compile, type Inputs } from './compile.ts'
import { encode } from './encode.ts'
import { verify } from './verify.ts'

const v4 = (address: string) => address.split('.').reduce((sum, octet) => sum * 256n + BigInt(octet), 0n)
const v6 = (prefix: bigint) => prefix << 64n
const line4 = (first: string, last: string, rest: string) => `${v4(first)},${v4(last)},${rest}\n`
const line6 = (first: bigint, last: bigint, rest: string) => `${v6(first)},${v6(last + 1n) - 1n},${rest}\n`

const inputs: Inputs = {
  asOf: '2026-01-02',
  asns: {
    4:
      line4('8.0.0.0', '12.255.255.255', '100,"Example Telecom, Inc."') +
      line4('20.0.0.0', '20.0.0.255', `200,${'Büro Hosting '.repeat(30)}`) +
      line4('21.0.0.0', '21.0.0.255', '64512,Private'),
    // Borders far apart and odd: their distance has no exact floating-point form.
    6:
      line6(0x2001000000000001n, 0x2001000000000001n, '100,"Example Telecom, Inc."') +
      line6(0x2a01000000000003n, 0x2c01000000000010n, '300,Six Servers'),
  },
  countries: {
    4:
      line4('8.0.0.0', '8.255.255.255', 'DE') +
      line4('9.0.0.0', '12.255.255.255', 'AT') +
      line4('11.1.0.0', '11.1.0.255', 'CH'),
    6: line6(0x2a01000000000000n, 0x2b01000000000010n, 'FR'),
  },
  lists: { vpn: '9.9.9.0/24\n', relay: '9.9.9.9/32,DE,,,\n2a02::/16,FR,,,\n', tor: '9.9.9.9\n2a05::1\n' },
}
const source = compile(inputs)
const file = encode(source)
const data = serve(decode(file))

test.for([
  ['8.0.0.0', { asn: 100, country: 'DE', kind: 'access' }],
  ['7.255.255.255', { asn: 0, country: null, kind: 'unknown' }],
  ['10.1.2.3', { asn: 0, country: null, kind: 'unknown' }],
  ['11.1.0.255', { asn: 100, country: 'CH', kind: 'access' }],
  ['11.1.1.0', { asn: 100, country: 'AT', kind: 'access' }],
  ['12.255.255.255', { asn: 100, country: 'AT', kind: 'access' }],
  ['13.0.0.0', { asn: 0, country: null, kind: 'unknown' }],
  ['20.0.0.1', { asn: 200, country: null, kind: 'hosting' }],
  ['21.0.0.1', { asn: 0, country: null, kind: 'unknown' }],
  ['9.9.9.8', { asn: 100, country: 'AT', kind: 'vpn' }],
  ['9.9.9.9', { asn: 100, country: 'AT', kind: 'tor' }],
  ['::ffff:9.9.9.9', { asn: 100, country: 'AT', kind: 'tor' }],
  ['2001:0:0:1::5', { asn: 100, country: null, kind: 'access' }],
  ['2001:0:0:2::', { asn: 0, country: null, kind: 'unknown' }],
  ['2a01:0:0:2::', { asn: 0, country: 'FR', kind: 'unknown' }],
  ['2a01:0:0:3::', { asn: 300, country: 'FR', kind: 'hosting' }],
  ['2a02:3::4', { asn: 300, country: 'FR', kind: 'relay' }],
  ['2a05::ffff', { asn: 300, country: 'FR', kind: 'tor' }],
  ['2c01:0:0:10:ffff:ffff:ffff:ffff', { asn: 300, country: null, kind: 'hosting' }],
  ['2c01:0:0:11::', { asn: 0, country: null, kind: 'unknown' }],
  ['ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', { asn: 0, country: null, kind: 'unknown' }],
] as const)('%s', ([address, facts]) => {
  expect(data.lookup(address)).toEqual(facts)
})

test('names, long ones cut at a character, and the date', () => {
  expect(data.nameOf(100)).toBe('Example Telecom, Inc.')
  expect(data.nameOf(200)).toMatch(/^(?:Büro Hosting )+/u)
  expect(Buffer.byteLength(data.nameOf(200) ?? '')).toBeLessThanOrEqual(255)
  expect([0, -1, 1.5, Number.NaN, 101, 64_512, 2 ** 40].map((asn) => data.nameOf(asn))).toEqual(
    Array.from({ length: 7 }, () => null),
  )
  expect(data.asOf).toBe('2026-01-02')
})

test('verification passes what was written, and finds a wrong network, country, kind and name', () => {
  expect(verify(source, data)).toBeGreaterThan(20)
  const wrong = (change: object) => ({ ...data, lookup: (address: string) => ({ ...data.lookup(address), ...change }) })
  expect(() => verify(source, wrong({ asn: 7 }))).toThrow('is wrong')
  expect(() => verify(source, wrong({ country: 'XX' }))).toThrow('is wrong')
  expect(() => verify(source, wrong({ kind: 'unknown' }))).toThrow('is wrong')
  expect(() => verify(source, { ...data, nameOf: () => 'Somebody' })).toThrow('Somebody')
})

test('a file that is none, of another version or cut short is refused', () => {
  expect(() => decode(Buffer.from('hello, world'))).toThrow('Not a network data file')
  expect(() => decode(file.subarray(0, file.length - 10))).toThrow()
  const content = brotliDecompressSync(file.subarray(4))
  const again = (changed: Buffer) => Buffer.concat([Buffer.from('BNET'), brotliCompressSync(changed)])
  expect(() => decode(again(content.subarray(0, -1)))).toThrow('cut short')
  expect(() =>
    decode(again(Buffer.from(content.toString('latin1').replace('"version":1', '"version":2'), 'latin1'))),
  ).toThrow('another version')
})

test('a source that makes no sense is refused', () => {
  expect(() => compile({ ...inputs, countries: { ...inputs.countries, 4: '1,2,Germany\n' } })).toThrow('Germany')
  expect(() => compile({ ...inputs, lists: { ...inputs.lists, tor: '<!doctype html>' } })).toThrow('Not a prefix')
  expect(() => encode({ ...source, networks: [] })).toThrow('AS100')
  expect(() => encode({ ...source, countries: Array.from({ length: 255 }, () => 'DE') })).toThrow('255 countries')
})

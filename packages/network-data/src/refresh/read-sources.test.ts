import { expect, test } from 'vitest'
import { readPrefix, readPrefixes, withoutSpecial } from './prefixes.ts'
import { inUnits, namesNobody, readNetworkName, readRows } from './read-sources.ts'

test('reads rows, and leaves out empty lines and comments', () => {
  expect(readRows('# ranges\n16777216,16777471,13335,"Cloudflare, Inc."\r\n\n', 4)).toEqual([
    { start: 16777216n, end: 16777471n, rest: '13335,"Cloudflare, Inc."' },
  ])
})

test.for(['1,2', '2,1,AU', '1.0.0.0,1.0.0.255,AU', '1,4294967296,AU', '-1,2,AU', 'AU'])(
  'refuses the row %s',
  (line) => {
    expect(() => readRows(line, 4)).toThrow(line)
  },
)

test('reads names with and without quotes', () => {
  expect(readNetworkName('13335,"Cloudflare, Inc."')).toEqual({ asn: 13335, name: 'Cloudflare, Inc.' })
  expect(readNetworkName('208677,"""Cloud Technologies"" LLC"')).toEqual({
    asn: 208677,
    name: '"Cloud Technologies" LLC',
  })
  expect(readNetworkName('3215,Orange S.A.')).toEqual({ asn: 3215, name: 'Orange S.A.' })
  expect(() => readNetworkName('AS3215,Orange S.A.')).toThrow('AS3215')
})

test('numbers for private use name nobody', () => {
  expect([0, 64_512, 65_535, 4_200_000_000, 4_294_967_294].every(namesNobody)).toBe(true)
  expect([1, 64_511, 65_536, 4_199_999_999].some(namesNobody)).toBe(false)
})

test('a /64 belongs to whoever has its first address', () => {
  const one = 1n << 64n
  expect(inUnits({ start: one, end: 3n * one - 1n, value: 7 }, 6)).toEqual({ start: 1n, end: 2n, value: 7 })
  expect(inUnits({ start: one + 5n, end: 2n * one + 5n, value: 7 }, 6)).toEqual({ start: 2n, end: 2n, value: 7 })
  expect(inUnits({ start: one + 5n, end: one + 5n, value: 7 }, 6)).toBeNull()
})

test('reads prefixes and single addresses', () => {
  expect(readPrefix('192.0.2.77/24', 3)).toEqual({ family: 4, start: 0xc0000200n, end: 0xc00002ffn, value: 3 })
  expect(readPrefix('192.0.2.1', 3)).toEqual({ family: 4, start: 0xc0000201n, end: 0xc0000201n, value: 3 })
  expect(readPrefix('2001:db8::/47', 3)).toEqual({
    family: 6,
    start: 0x20010db800000000n,
    end: 0x20010db80001ffffn,
    value: 3,
  })
  expect(readPrefix('2001:db8::1', 3)).toEqual({
    family: 6,
    start: 0x20010db800000000n,
    end: 0x20010db800000000n,
    value: 3,
  })
  expect(readPrefix('2001:db8::8/125', 3)).toEqual({
    family: 6,
    start: 0x20010db800000000n,
    end: 0x20010db800000000n,
    value: 3,
  })
  expect(readPrefixes('# list\n192.0.2.0/31,DE,DE-BE,Berlin,\n', 5)).toEqual([
    { family: 4, start: 0xc0000200n, end: 0xc0000201n, value: 5 },
  ])
})

test.for(['192.0.2.0/33', '2001:db8::/129', '192.0.2/24', 'example.com', '<html>', '192.0.2.0/'])(
  'refuses the prefix %s',
  (text) => {
    expect(() => readPrefix(text, 1)).toThrow(text)
  },
)

test('special addresses are cut out of a range', () => {
  const flat = withoutSpecial([{ start: 0x09ffff00n, end: 0x0b0000ffn, value: 4 }], 4)
  expect(flat).toEqual([
    { start: 0x09ffff00n, end: 0x09ffffffn, value: 4 },
    { start: 0x0b000000n, end: 0x0b0000ffn, value: 4 },
  ])
})

import { isIP, isIPv6 } from 'node:net'
import { runs } from '@bollard/testing/seed'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Family, parseAddress, parsed } from './parse-address.ts'

const addresses = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.ipV4().map((address) => `::ffff:${address}`),
  fc.ipV4().map((address) => `64:ff9b::${address}`),
)

/** An address with one character changed, added or taken away: mostly no address any more. */
const damaged = fc
  .tuple(addresses, fc.nat(), fc.nat(2), fc.constantFrom(...'0123456789abcdefFg:. %/-'))
  .map(([address, position, drop, character]) => {
    const at = position % (address.length + 1)
    return address.slice(0, at) + character + address.slice(at + drop)
  })

test('accepts what Node accepts, but for zones', () => {
  fc.assert(
    fc.property(fc.oneof(addresses, damaged, fc.string()), (text) => {
      expect(parseAddress(text) !== Family.Invalid).toBe(isIP(text) !== 0 && !text.includes('%'))
    }),
    { numRuns: runs(20_000) },
  )
})

test('reads IPv4', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      expect(parseAddress(address)).toBe(Family.V4)
      expect(parsed.high).toBe(address.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0))
    }),
  )
})

test('reads the first half of IPv6 as the URL parser does', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV6(), damaged.filter(isIPv6)), (address) => {
      fc.pre(!address.includes('%'))
      const groups = expand(new URL(`http://[${address}]/`).hostname.slice(1, -1))
      const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
      expect(parseAddress(address)).toBe(isMapped ? Family.V4 : Family.V6)
      const [first = 0, second = 0, third = 0, fourth = 0] = isMapped ? groups.slice(6) : groups
      expect(parsed.high).toBe(first * 0x10000 + second)
      if (!isMapped) expect(parsed.low).toBe(third * 0x10000 + fourth)
    }),
    { numRuns: runs(5000) },
  )
})

test.for([
  '::ffff:1.2.3.4',
  '::FFFF:102:304',
  '0:0:0:0:0:ffff:1.2.3.4',
  '0000:0000:0000:0000:0000:ffff:001.2.3.4'.replace('001', '1'),
])('%s is IPv4', (text) => {
  expect(parseAddress(text)).toBe(Family.V4)
  expect(parsed.high).toBe(0x01020304)
})

test.for([
  '',
  '1',
  '::1%eth0',
  '01.2.3.4',
  '1.2.3',
  '1.2.3.4.5',
  '1.2.3.256',
  ' 1.2.3.4',
  '1.2.3.4:80',
  '[::1]',
  ':::',
  '1::2::3',
  '1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:8:9',
  '12345::',
  '::1.2.3',
  '1.2.3.4::',
  '2001:db8::/32',
  ':'.repeat(40),
  '1'.repeat(1_000_000),
])('%s is no address', (text) => {
  expect(parseAddress(text)).toBe(Family.Invalid)
})

/** The URL parser writes at most one `::` and no dots. */
function expand(canonical: string): number[] {
  const [before = '', after] = canonical.split('::')
  const left = before === '' ? [] : before.split(':')
  const right = after === undefined || after === '' ? [] : after.split(':')
  const zeros = after === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16))
}

import { isIP, isIPv6 } from 'node:net'
import { runs } from '@bollard/testing/seed'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseAddress, parsed } from './address.ts'
import { formatNetwork, parseNetwork } from './network.ts'

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

test('takes for an address what Node takes for one, but for zones', () => {
  fc.assert(
    fc.property(fc.oneof(addresses, damaged, fc.string()), (text) => {
      expect(parseAddress(text)).toBe(isIP(text) !== 0 && !text.includes('%'))
    }),
    { numRuns: runs(20_000) },
  )
})

test('reads all bits as the parser of URLs does', () => {
  fc.assert(
    fc.property(fc.oneof(addresses, damaged.filter(isIPv6)), (address) => {
      fc.pre(!address.includes('%'))
      expect(parseAddress(address)).toBe(true)
      const { hostname } = new URL(address.includes(':') ? `http://[${address}]/` : `http://${address}/`)
      const mapped = /^\[::ffff:([\da-f]+):([\da-f]+)\]$/u.exec(hostname)
      if (mapped !== null)
        expect([parsed.family, parsed.words[0]]).toEqual([
          4,
          Number.parseInt(mapped[1] ?? '', 16) * 65_536 + Number.parseInt(mapped[2] ?? '', 16),
        ])
      else if (parsed.family === 4)
        expect(parsed.words[0]).toBe(hostname.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0))
      else {
        const groups = [...parsed.words].flatMap((word) => [(word >>> 16).toString(16), (word & 0xffff).toString(16)])
        expect(new URL(`http://[${groups.join(':')}]/`).hostname).toBe(hostname)
      }
    }),
    { numRuns: runs(5_000) },
  )
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
])('%s is no address', (text) => expect(parseAddress(text)).toBe(false))

test.for(['::ffff:1.2.3.4', '::FFFF:102:304', '0:0:0:0:0:ffff:1.2.3.4', '0000:0000:0000:0000:0000:ffff:1.2.3.4'])(
  '%s is IPv4',
  (text) => {
    expect(parseAddress(text)).toBe(true)
    expect([parsed.family, parsed.words[0]]).toEqual([4, 0x01020304])
  },
)

test('IPv6 is written as browsers write it in addresses of pages, and read again as the same', () => {
  const groups = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff })), { minLength: 8, maxLength: 8 })
  fc.assert(
    fc.property(groups, (some) => {
      const text = some.map((group) => group.toString(16)).join(':')
      const network = parseNetwork(text)
      if (network?.family !== 6) return
      expect(formatNetwork(network)).toBe(new URL(`http://[${text}]/`).hostname.slice(1, -1))
      expect(parseNetwork(formatNetwork(network))).toEqual(network)
    }),
    { numRuns: runs(300) },
  )
})

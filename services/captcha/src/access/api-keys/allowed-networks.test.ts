import { runs } from '@bollard/testing/seed'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileNetworks, parseNetwork, parseNetworks } from './allowed-networks.ts'

test.each([
  ['192.0.2.7', '192.0.2.7/32'],
  [' 192.0.2.7/24 ', '192.0.2.0/24'],
  ['10.255.255.255/8', '10.0.0.0/8'],
  ['10.1.130.3/17', '10.1.128.0/17'],
  ['::ffff:192.0.2.7', '192.0.2.7/32'],
  ['2001:DB8::7', '2001:db8::7/128'],
  ['2001:db8:0:0:ffff::1/65', '2001:db8:0:0:8000::/65'],
  ['2001:db8::1/48', '2001:db8::/48'],
])('%s is kept as %s', (text, network) => {
  expect(parseNetwork(text)).toEqual({ ok: true, network })
  expect(parseNetwork(network)).toEqual({ ok: true, network })
})

test.each([
  ['10.0.0.0/7', 'too-wide'],
  ['0.0.0.0/0', 'too-wide'],
  ['2000::/15', 'too-wide'],
  ['::/0', 'too-wide'],
  ['::ffff:192.0.2.0/0', 'too-wide'],
  ['', 'network'],
  ['shop.example', 'network'],
  ['192.0.2.0/33', 'network'],
  ['2001:db8::/129', 'network'],
  ['192.0.2.0/', 'network'],
  ['192.0.2.0/024', 'network'],
  ['192.0.2.0/-1', 'network'],
  ['192.0.2.0/24/24', 'network'],
  ['192.0.2.0/255.255.255.0', 'network'],
  ['192.0.2', 'network'],
  ['fe80::1%eth0', 'network'],
])('%j is refused as %s', (text, code) => {
  expect(parseNetwork(text)).toEqual({ ok: false, code })
})

test('a list keeps each network once and tells faults by their place', () => {
  expect(parseNetworks(['192.0.2.1/24', '192.0.2.2/24', 'x', '::/1'])).toEqual({
    networks: ['192.0.2.0/24'],
    faults: [
      { pointer: '/networks/2', code: 'network' },
      { pointer: '/networks/3', code: 'too-wide' },
    ],
  })
})

test('without networks every address may, else only theirs, and no address is in none', () => {
  expect(compileNetworks([])('')).toBe(true)
  const allows = compileNetworks(['192.0.2.0/24', '198.51.100.7', '2001:db8::/32'])
  for (const address of ['192.0.2.255', '198.51.100.7', '2001:db8:ffff::1', '::ffff:192.0.2.1'])
    expect([address, allows(address)]).toEqual([address, true])
  for (const address of ['', '192.0.3.0', '198.51.100.8', '2001:db9::1', 'nonsense'])
    expect([address, allows(address)]).toEqual([address, false])
})

test('a network holds the address it was made of, and an address with another leading bit is outside', () => {
  const bytes = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255))
  fc.assert(
    fc.property(bytes, fc.integer({ min: 8, max: 32 }), fc.nat(31), (address, bits, flip) => {
      const parsed = parseNetwork(`${address.join('.')}/${bits}`)
      if (!parsed.ok) throw new Error(parsed.code)
      const other = address.map((byte, index) => (Math.floor(flip / 8) === index ? byte ^ (0x80 >> (flip % 8)) : byte))
      const allows = compileNetworks([parsed.network])
      expect([allows(address.join('.')), allows(other.join('.'))]).toEqual([true, flip >= bits])
    }),
    { numRuns: runs(1_000) },
  )
  const groups = fc.array(fc.nat(0xffff), { minLength: 8, maxLength: 8 })
  fc.assert(
    fc.property(groups, fc.integer({ min: 16, max: 128 }), fc.nat(127), (address, bits, flip) => {
      const parsed = parseNetwork(`${written(address)}/${bits}`)
      if (!parsed.ok) throw new Error(parsed.code)
      const other = address.map((group, index) =>
        Math.floor(flip / 16) === index ? group ^ (0x8000 >> (flip % 16)) : group,
      )
      const allows = compileNetworks([parsed.network])
      // Addresses that stand for IPv4 ones are compared as such.
      if (address.slice(0, 5).every((group) => group === 0) || other.slice(0, 5).every((group) => group === 0)) return
      expect([allows(written(address)), allows(written(other))]).toEqual([true, flip >= bits])
    }),
    { numRuns: runs(1_000) },
  )
})

function written(groups: readonly number[]): string {
  return groups.map((group) => group.toString(16)).join(':')
}

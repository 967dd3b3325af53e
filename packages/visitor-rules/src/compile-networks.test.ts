import { seededRandom } from '@bollard/testing'
import { expect, test } from 'vitest'
import { compareNetworks, compileNetworks } from './compile-networks.ts'
import { holdsAddress } from '@bollard/addresses'

test('an address is found in its network, at both ends and in either spelling', () => {
  const holds = compileNetworks(['198.51.100.0/24', '203.0.113.7', '2001:db8:1::/48', '2001:db8:2::5'])
  for (const address of [
    '198.51.100.0',
    '198.51.100.255',
    '203.0.113.7',
    '::ffff:203.0.113.7',
    '2001:db8:1::',
    '2001:DB8:1:ffff:ffff:ffff:ffff:ffff',
    '2001:db8:2:0:0:0:0:5',
  ])
    expect([address, holds(address)]).toEqual([address, true])
  for (const address of [
    '198.51.99.255',
    '198.51.101.0',
    '203.0.113.6',
    '203.0.113.8',
    '2001:db8:0:ffff::',
    '2001:db8:2::',
    '',
  ])
    expect([address, holds(address)]).toEqual([address, false])
})

test('without networks, or with what is none, nothing is held', () => {
  expect(compileNetworks([])('198.51.100.1')).toBe(false)
  expect(compileNetworks(['', 'shop.example', '198.51.100.0/33'])('198.51.100.1')).toBe(false)
})

test('it agrees with looking through the list one by one', () => {
  const random = seededRandom('compile networks')
  const octet = () => Math.floor(random() * 4)
  const address = () =>
    random() < 0.7 ? `10.${octet()}.${octet()}.${octet()}` : `2001:db8:${octet()}:${octet()}::${octet()}`
  for (let round = 0; round < 50; round++) {
    const networks = Array.from({ length: 1 + Math.floor(random() * 100) }, () => {
      const first = address()
      const widest = first.includes(':') ? 128 : 32
      return random() < 0.3 ? first : `${first}/${8 + Math.floor(random() * (widest - 7))}`
    })
    const holds = compileNetworks(networks)
    for (let visitor = 0; visitor < 100; visitor++) {
      const one = address()
      expect([networks, one, holds(one)]).toEqual([networks, one, holdsAddress(networks, one)])
    }
  }
})

test('a network lies in others as a whole, in part, or not at all', () => {
  const compare = compareNetworks([
    '198.51.100.0/24',
    '203.0.113.0/25',
    '192.0.2.7',
    '2001:db8::/32',
    '10.0.0.0/9',
    '10.128.0.0/9',
  ])
  const expected = {
    all: ['198.51.100.0/24', '198.51.100.64/26', '203.0.113.5/32', '192.0.2.7', '2001:db8:7::/48', '10.0.0.0/8'],
    some: ['203.0.113.0/24', '192.0.2.0/24', '2001::/16'],
    none: ['198.51.101.0/24', '203.0.113.128/25', '2001:db9::/48', '0.0.0.0/32', 'no network'],
  }
  for (const [overlap, networks] of Object.entries(expected))
    for (const network of networks) expect([network, compare(network)]).toEqual([network, overlap])
  expect(compareNetworks([])('198.51.100.0/24')).toBe('none')
})

import { expect, test } from 'vitest'
import { createAddressReader, createProxyReader, leadingGroups, plainAddress } from './client-address.ts'

test('a forwarded address is believed only from a trusted proxy, and only as far as the trust reaches', () => {
  const read = createAddressReader(['10.0.0.0/8', '2001:db8::1'])
  expect(read('198.51.100.7', '203.0.113.9')).toBe('198.51.100.7')
  expect(read('10.1.2.3', '203.0.113.9')).toBe('203.0.113.9')
  expect(read('::ffff:10.1.2.3', '1.2.3.4, 203.0.113.9, 10.9.9.9')).toBe('203.0.113.9')
  expect(read('2001:db8::1', 'nonsense, 10.0.0.1')).toBe('10.0.0.1')
  expect(read('2001:db8::1', ['1.2.3.4', '203.0.113.9'])).toBe('203.0.113.9')
  expect(read('10.1.2.3', 'nonsense')).toBe('10.1.2.3')
  expect(read('10.1.2.3', undefined)).toBe('10.1.2.3')
  expect(read(undefined, '203.0.113.9')).toBe('')
  expect(createAddressReader([])('10.1.2.3', '203.0.113.9')).toBe('10.1.2.3')
})

test('an entry may carry a port, as some proxies write it', () => {
  const read = createAddressReader(['10.0.0.0/8'])
  expect(read('10.1.2.3', '20.1.1.1:443')).toBe('20.1.1.1')
  expect(read('10.1.2.3', '[2001:db8::7]:51234')).toBe('2001:db8::7')
  expect(read('10.1.2.3', '[2001:db8::7]')).toBe('2001:db8::7')
  expect(read('10.1.2.3', '203.0.113.9, 10.2.2.2:80')).toBe('203.0.113.9')
  for (const odd of ['20.1.1.1:', '20.1.1.1:4430000', '20.1.1.999:80', '[20.1.1.1', ':443'])
    expect(read('10.1.2.3', odd)).toBe('10.1.2.3')
})

test('only the other end of the connection is a proxy', () => {
  const isProxy = createProxyReader(['10.0.0.0/8', '2001:db8::1'])
  expect(['10.1.2.3', '::ffff:10.1.2.3', '2001:db8::1', '198.51.100.7', '', undefined].map(isProxy)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ])
  expect(createProxyReader([])('127.0.0.1')).toBe(false)
})

test('a proxy that is no address is a mistake in the configuration', () => {
  expect(() => createAddressReader(['loadbalancer'])).toThrow('loadbalancer')
})

test('an IPv4 address in the clothes of IPv6 is an IPv4 address', () => {
  expect(['::ffff:192.0.2.1', '::FFFF:192.0.2.1', '2001:db8::1', 'x', ''].map(plainAddress)).toEqual([
    '192.0.2.1',
    '192.0.2.1',
    '2001:db8::1',
    null,
    null,
  ])
})

test('groups are counted in every spelling', () => {
  expect(leadingGroups('2001:db8:1:2:3:4:5:6', 3)).toBe('2001:db8:1')
  expect(leadingGroups('2001:0DB8::1', 4)).toBe('2001:db8:0:0')
  expect(leadingGroups('::1', 3)).toBe('0:0:0')
  expect(leadingGroups('fe80::1%eth0', 3)).toBe('fe80:0:0')
  expect(leadingGroups('::2:3:4:5:6:192.0.2.1', 3)).toBe('0:2:3')
})

import { expect, test } from 'vitest'
import { createAddressReader, networkOf } from './client-address.ts'

test('a forwarded address is believed only from a trusted proxy, and only as far as the trust reaches', () => {
  const read = createAddressReader(['10.0.0.0/8', '2001:db8::1'])
  expect(read('198.51.100.7', '203.0.113.9')).toBe('198.51.100.7')
  expect(read('10.1.2.3', '203.0.113.9')).toBe('203.0.113.9')
  expect(read('::ffff:10.1.2.3', '1.2.3.4, 203.0.113.9, 10.9.9.9')).toBe('203.0.113.9')
  expect(read('2001:db8::1', 'nonsense, 10.0.0.1')).toBe('10.0.0.1')
  expect(read('10.1.2.3', undefined)).toBe('10.1.2.3')
  expect(createAddressReader([])('10.1.2.3', '203.0.113.9')).toBe('10.1.2.3')
})

test('the log keeps the network and never the address', () => {
  expect(networkOf('203.0.113.9')).toBe('203.0.113.0/24')
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1::/48')
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0::/48')
  expect(networkOf('::1')).toBe('0:0:0::/48')
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0::/48')
  expect(networkOf('')).toBe('0.0.0.0/0')
})

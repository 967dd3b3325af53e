import { expect, test } from 'vitest'
import { networkOf } from './network-of.ts'

test('the log keeps the network and never the address', () => {
  expect(networkOf('203.0.113.9')).toBe('203.0.113.0/24')
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1::/48')
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0::/48')
  expect(networkOf('::1')).toBe('0:0:0::/48')
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0::/48')
  expect(networkOf('')).toBe('0.0.0.0/0')
})

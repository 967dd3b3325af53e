import { expect, test } from 'vitest'
import { limitedIp } from './rate-limit.ts'

test('a network of IPv6 counts as one', () => {
  expect(limitedIp('198.51.100.1')).toBe('198.51.100.1')
  expect(limitedIp('2001:db8::1')).toBe('2001:db8:0:0::/64')
  expect(limitedIp('2001:0DB8:0:0:1:2:3:4')).toBe('2001:db8:0:0::/64')
  expect(limitedIp('::1')).toBe('0:0:0:0::/64')
  expect(limitedIp('fe80::')).toBe('fe80:0:0:0::/64')
})

import { expect, test } from 'vitest'
import { createClientIp, isLoopback } from './client-ip.ts'

const secret = 'a-secret-between-sites-and-services'
const clientIp = createClientIp({
  internalSecret: secret,
  trustedProxies: ['10.0.0.0/8', '2001:db8:ffff::/48', '192.0.2.7'],
})
const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
  clientIp({ headers, socket: { remoteAddress } })

test('without a proxy it is the address of the connection', () => {
  expect(from('203.0.113.9')).toBe('203.0.113.9')
  expect(from('::ffff:203.0.113.9')).toBe('203.0.113.9')
})

test('headers from anybody else are ignored', () => {
  expect(
    from('203.0.113.9', {
      'x-forwarded-for': '198.51.100.1',
      'x-bollard-client-ip': '198.51.100.1',
      'x-real-ip': '198.51.100.1',
    }),
  ).toBe('203.0.113.9')
  expect(from('203.0.113.9', { 'x-bollard-internal': 'wrong', 'x-bollard-client-ip': '198.51.100.1' })).toBe(
    '203.0.113.9',
  )
  expect(from('203.0.113.9', { 'x-bollard-internal': '', 'x-bollard-client-ip': '198.51.100.1' })).toBe('203.0.113.9')
})

test('behind proxies it is the last address that is not one of them', () => {
  expect(from('10.1.2.3', { 'x-forwarded-for': '198.51.100.1' })).toBe('198.51.100.1')
  expect(
    from('10.1.2.3', { 'x-forwarded-for': '1.1.1.1, 198.51.100.1, 10.9.9.9' }),
    'the first entry was made up by the visitor',
  ).toBe('198.51.100.1')
  expect(from('::ffff:10.1.2.3', { 'x-forwarded-for': '2001:db8::1' })).toBe('2001:db8::1')
  expect(from('192.0.2.7', { 'x-forwarded-for': '198.51.100.1' })).toBe('198.51.100.1')
  expect(from('2001:db8:ffff::1', { 'x-forwarded-for': '198.51.100.1' })).toBe('198.51.100.1')
  expect(from('10.1.2.3', { 'x-forwarded-for': 'unknown' })).toBe('10.1.2.3')
  expect(from('10.1.2.3')).toBe('10.1.2.3')
})

test('our own sites say who their visitor is, and only an address is believed', () => {
  expect(from('127.0.0.1', { 'x-bollard-internal': secret, 'x-bollard-client-ip': '198.51.100.1' })).toBe(
    '198.51.100.1',
  )
  expect(from('127.0.0.1', { 'x-bollard-internal': secret, 'x-bollard-client-ip': 'x; DROP' })).toBe('127.0.0.1')
  expect(from('127.0.0.1', { 'x-bollard-internal': secret })).toBe('127.0.0.1')
})

test('a proxy that is no address is a mistake in the configuration', () => {
  expect(() => createClientIp({ internalSecret: secret, trustedProxies: ['loadbalancer'] })).toThrow('loadbalancer')
})

test('addresses of this machine are known', () => {
  expect(['127.0.0.1', '127.8.9.1', '::1', '128.0.0.1', '127.0.0.1.evil.example', '10.0.0.1'].map(isLoopback)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})

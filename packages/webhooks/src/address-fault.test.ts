import { expect, test } from 'vitest'
import { addressFault } from './address-fault.ts'

test.for<[string, string]>([
  ['', 'unreadable'],
  ['shop.example/hook', 'unreadable'],
  ['https://', 'unreadable'],
  [`https://shop.example/${'a'.repeat(2_048)}`, 'too-long'],
  ['http://shop.example/hook', 'not-https'],
  ['ftp://shop.example/hook', 'not-https'],
  ['file:///etc/passwd', 'unreadable'],
  ['javascript:alert(1)', 'unreadable'],
  ['https://a:b@shop.example/hook', 'credentials'],
  ['https://a@shop.example/hook', 'credentials'],
  ['https://shop.example:22/hook', 'port'],
  ['https://shop.example:80/hook', 'port'],
  ['https://localhost/hook', 'private'],
  ['https://localhost./hook', 'private'],
  ['https://LOCALHOST/hook', 'private'],
  ['https://api.localhost/hook', 'private'],
  ['https://db/hook', 'private'],
  ['https://db./hook', 'private'],
  ['https://metadata.google.internal/', 'private'],
  ['https://printer.local/', 'private'],
  ['https://router.home.arpa/', 'private'],
  ['https://127.0.0.1/', 'private'],
  ['https://127.1/', 'private'],
  ['https://2130706433/', 'private'],
  ['https://0x7f000001/', 'private'],
  ['https://0177.0.0.1/', 'private'],
  ['https://0x7f.1/', 'private'],
  ['https://127.0.0.1./', 'private'],
  ['https://１２７.0.0.1/', 'private'],
  ['https://127。0。0。1/', 'private'],
  ['https://169.254.169.254/latest/meta-data/', 'private'],
  ['https://[::1]/', 'private'],
  ['https://[::]/', 'private'],
  ['https://[::ffff:a9fe:a9fe]/', 'private'],
  ['https://[::ffff:127.0.0.1]/', 'private'],
  ['https://[fd00:ec2::254]/', 'private'],
  ['https://[64:ff9b::a9fe:a9fe]/', 'private'],
])('%s is refused: %s', ([url, fault]) => {
  expect(addressFault(url, { allowPrivate: false })).toBe(fault)
})

test.for([
  'https://shop.example/hook?a=1',
  'https://shop.example:8443/',
  'https://8.8.8.8/',
  'https://[2606:4700:4700::1111]/',
])('%s is taken', (url) => {
  expect(addressFault(url, { allowPrivate: false })).toBeNull()
})

test('an operator who allows it may use plain HTTP in the own network, still without credentials', () => {
  expect(addressFault('http://127.0.0.1:3000/', { allowPrivate: true })).toBeNull()
  expect(addressFault('http://a:b@127.0.0.1:3000/', { allowPrivate: true })).toBe('credentials')
  expect(addressFault('ftp://127.0.0.1/', { allowPrivate: true })).toBe('not-https')
})

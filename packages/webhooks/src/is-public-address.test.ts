import { expect, test } from 'vitest'
import { addressFault } from './address-fault.ts'
import { isPublicAddress } from './is-public-address.ts'

const closed = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.100.100.200',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '192.168.255.255',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '::ffff:8.8.8.8',
  '::ffff:0:8.8.8.8',
  '::7f00:1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:a9fe:a9fe::1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  '2a00:1450::1%eth0',
  'fec0::1',
  'ff02::1',
  '',
  'localhost',
  '127.1',
]
test.for(closed)('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.for([
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '172.15.255.255',
  '172.32.0.1',
  '192.0.1.1',
  '198.17.0.1',
  '198.20.0.1',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:81b::200e',
  '2001:4860:4860::8888',
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

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

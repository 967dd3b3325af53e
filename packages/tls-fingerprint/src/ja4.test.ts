import { expect, test } from 'vitest'
import { ja4 } from './ja4.ts'
import type { ClientHello } from './parse-client-hello.ts'

const codes = (list: string): number[] => list.split(',').map((code) => Number.parseInt(code, 16))

/** The example of FoxIO's specification, here in an order of its own and with GREASE. */
const chrome: ClientHello = {
  legacyVersion: 0x0303,
  cipherSuites: codes('2a2a,1301,1302,1303,c02b,c02f,c02c,c030,cca9,cca8,c013,c014,009c,009d,002f,0035'),
  extensions: codes('1a1a,001b,0000,0033,0010,4469,0017,002d,000d,0005,0023,0012,002b,ff01,000b,000a,0015,dada'),
  supportedVersions: codes('6a6a,0304,0303'),
  groups: codes('4a4a,001d,0017,0018'),
  signatureAlgorithms: codes('0403,0804,0401,0503,0805,0501,0806,0601'),
  alpn: ['h2', 'http/1.1'],
}

test('the example of the specification', () => {
  expect(ja4(chrome)).toBe('t13d1516h2_8daaf6152771_e5627efa2ab1')
})

test('order does not matter, except that of the signature algorithms', () => {
  const shuffled = {
    ...chrome,
    cipherSuites: chrome.cipherSuites.toReversed(),
    extensions: chrome.extensions.toReversed(),
  }
  expect(ja4(shuffled)).toBe(ja4(chrome))
  expect(ja4({ ...chrome, signatureAlgorithms: chrome.signatureAlgorithms.toReversed() })).not.toBe(ja4(chrome))
})

test.each([
  [
    'without a server name',
    { extensions: chrome.extensions.filter((type) => type !== 0) },
    /^t13i1515h2_8daaf6152771_e5627efa2ab1$/u,
  ],
  [
    'without ALPN',
    { alpn: [], extensions: chrome.extensions.filter((type) => type !== 16) },
    /^t13d151500_8daaf6152771_e5627efa2ab1$/u,
  ],
  ['with TLS 1.2 only', { supportedVersions: [] }, /^t12d/u],
  ['with the oldest versions', { supportedVersions: [], legacyVersion: 0x0301 }, /^t10d/u],
  ['with a version nobody knows', { supportedVersions: [0x7f1c] }, /^t00d/u],
  ['with a long protocol name', { alpn: ['http/1.1'] }, /^t13d1516h1_/u],
  ['with a protocol of one letter', { alpn: ['h'] }, /^t13d1516hh_/u],
  ['with a protocol of odd bytes', { alpn: ['\u00ab\u00cd'] }, /^t13d1516ad_/u],
  ['with a protocol that ends oddly', { alpn: ['0\u00ab'] }, /^t13d15163b_/u],
  [
    'with nothing at all',
    { cipherSuites: [], extensions: [], signatureAlgorithms: [] },
    /^t13i0000h2_000000000000_000000000000$/u,
  ],
  [
    'with too many suites to count',
    { cipherSuites: Array.from({ length: 120 }, (_, index) => index) },
    /^t13d9916h2_/u,
  ],
])('%s', (_what, change, expected) => {
  expect(ja4({ ...chrome, ...change })).toMatch(expected)
})

import { createHash } from 'node:crypto'
import { type ClientHello, isGrease } from './parse-client-hello.ts'

const versionNames: Readonly<Record<number, string>> = {
  0x0304: '13',
  0x0303: '12',
  0x0302: '11',
  0x0301: '10',
  0x0300: 's3',
}
const serverName = 0
const alpn = 16

/**
 * JA4, the fingerprint of a TLS client over TCP, as FoxIO specifies it
 * (github.com/FoxIO-LLC/ja4, technical_details/JA4.md; JA4 itself is under the BSD 3-Clause licence).
 */
export function ja4(hello: ClientHello): string {
  const cipherSuites = hello.cipherSuites.filter(isMeaningful)
  const extensions = hello.extensions.filter(isMeaningful)
  const named = extensions.includes(serverName) ? 'd' : 'i'
  const start = `t${versionOf(hello)}${named}${count(cipherSuites)}${count(extensions)}${ends(hello.alpn[0] ?? '')}`
  // Server name and ALPN depend on the address, not on the program, so the hash leaves them out.
  const stable = sorted(extensions.filter((type) => type !== serverName && type !== alpn))
  const algorithms = hello.signatureAlgorithms.filter(isMeaningful).map(hex)
  const suffix = algorithms.length === 0 ? '' : `_${algorithms.join(',')}`
  return `${start}_${shortHash(sorted(cipherSuites))}_${shortHash(stable === '' && suffix === '' ? '' : stable + suffix)}`
}

function isMeaningful(value: number): boolean {
  return !isGrease(value)
}

function versionOf(hello: ClientHello): string {
  const offered = hello.supportedVersions.filter(isMeaningful)
  return versionNames[offered.length === 0 ? hello.legacyVersion : Math.max(...offered)] ?? '00'
}

function count(values: readonly number[]): string {
  return String(Math.min(values.length, 99)).padStart(2, '0')
}

/** First and last character of the first protocol; of its bytes in hexadecimal when one of the two is no letter or digit. */
function ends(protocol: string): string {
  if (protocol === '') return '00'
  const first = protocol.slice(0, 1)
  const last = protocol.slice(-1)
  if (/^[0-9A-Za-z]{2}$/u.test(first + last)) return first + last
  const bytes = Buffer.from(protocol, 'latin1').toString('hex')
  return bytes.slice(0, 1) + bytes.slice(-1)
}

function hex(value: number): string {
  return value.toString(16).padStart(4, '0')
}

function sorted(values: readonly number[]): string {
  return values.map(hex).toSorted().join(',')
}

function shortHash(text: string): string {
  return text === '' ? '000000000000' : createHash('sha256').update(text).digest('hex').slice(0, 12)
}

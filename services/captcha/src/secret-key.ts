import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const siteKeyPattern = /^bsk_[0-9A-Za-z]{22}$/u
const secretKeyPattern = /^bsec_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/u

export function createSiteKey(randomBytes: (size: number) => Buffer): string {
  return `bsk_${randomBase62(22, randomBytes)}`
}

/** A secret key ends in a checksum, so that a mistyped key is told from a wrong one without the database. */
export function createSecretKey(randomBytes: (size: number) => Buffer): string {
  const body = `bsec_${randomBase62(32, randomBytes)}`
  return `${body}_${checksum(body)}`
}

export function isSiteKey(value: string): boolean {
  return siteKeyPattern.test(value)
}

/** Whether the form and the checksum are right; whether anybody owns the key only the database knows. */
export function isSecretKey(value: string): boolean {
  return secretKeyPattern.test(value) && checksum(value.slice(0, -7)) === value.slice(-6)
}

export function hashSecretKey(secretKey: string): Buffer {
  return createHash('sha256').update(secretKey).digest()
}

/** What may be shown of a key later on. */
export function describeSecretKey(secretKey: string): { prefix: string; last4: string } {
  return { prefix: secretKey.slice(0, 9), last4: secretKey.slice(-4) }
}

function checksum(body: string): string {
  let rest = crc32(body)
  let digits = ''
  for (let index = 0; index < 6; index++) {
    digits = alphabet.charAt(rest % 62) + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

function randomBase62(length: number, randomBytes: (size: number) => Buffer): string {
  let text = ''
  while (text.length < length) {
    // 248 is the greatest multiple of 62 in a byte; what lies above would favour some digits.
    for (const byte of randomBytes(length)) if (byte < 248 && text.length < length) text += alphabet.charAt(byte % 62)
  }
  return text
}

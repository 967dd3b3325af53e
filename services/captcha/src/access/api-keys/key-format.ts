import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

type RandomBytes = (size: number) => Buffer

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const siteKeyPattern = /^bsk_[0-9A-Za-z]{22}$/u
const apiKeyPattern = /^bsec_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/u
const bypassKeyPattern = /^bby_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/u

/** Public name of an environment. */
export function createSiteKey(randomBytes: RandomBytes): string {
  return `bsk_${randomBase62(22, randomBytes)}`
}

/** Key of a customer's server. It ends in a checksum, so that a mistyped key is recognized without the database. */
export function generateApiKey(randomBytes: RandomBytes): string {
  return withChecksum(`bsec_${randomBase62(32, randomBytes)}`)
}

/** Key with which a customer's own tests and partners pass without work. */
export function generateBypassKey(randomBytes: RandomBytes): string {
  return withChecksum(`bby_${randomBase62(32, randomBytes)}`)
}

export function isSiteKey(value: string): boolean {
  return siteKeyPattern.test(value)
}

/** Whether the form and the checksum are right; whether anybody owns the key only the database knows. */
export function isApiKey(value: string): boolean {
  return apiKeyPattern.test(value) && hasChecksum(value)
}

/** The same for a bypass key. */
export function isBypassKey(value: string): boolean {
  return bypassKeyPattern.test(value) && hasChecksum(value)
}

/** What is stored of a key: 190 bits of chance need no salt and no slow hash. */
export function hashApiKey(secretKey: string): Buffer {
  return createHash('sha256').update(secretKey).digest()
}

/** What may be shown of a key later on: its kind with the first four of the 32 random digits, and the last four of its checksum. */
export function describeApiKey(secretKey: string): { prefix: string; last4: string } {
  return { prefix: secretKey.slice(0, secretKey.indexOf('_') + 5), last4: secretKey.slice(-4) }
}

function withChecksum(body: string): string {
  return `${body}_${checksum(body)}`
}

function hasChecksum(value: string): boolean {
  return checksum(value.slice(0, -7)) === value.slice(-6)
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

function randomBase62(length: number, randomBytes: RandomBytes): string {
  let text = ''
  while (text.length < length) {
    // 248 is the greatest multiple of 62 in a byte; larger values would favour some digits.
    for (const byte of randomBytes(length)) if (byte < 248 && text.length < length) text += alphabet.charAt(byte % 62)
  }
  return text
}

import { createHmac } from 'node:crypto'
import { assert, property, string, uint8Array } from 'fast-check'
import { expect, test } from 'vitest'
import { isSigned, sign, signingKey, signText } from './sign.ts'

test('a signature is the HMAC of node:crypto, for any key and message', () => {
  assert(
    property(uint8Array({ minLength: 32, maxLength: 64 }), uint8Array({ maxLength: 512 }), (secret, message) => {
      const into = Buffer.alloc(40)
      sign(signingKey(Buffer.from(secret)), message, into, 8)
      expect(into.subarray(8)).toEqual(createHmac('sha256', secret).update(message).digest())
      expect(isSigned(signingKey(Buffer.from(secret)), message, into.subarray(8))).toBe(true)
    }),
  )
})

test('a text is signed as its UTF-8 bytes, and never a part of it', () => {
  const secret = Buffer.alloc(32, 1)
  const into = Buffer.alloc(32)
  assert(
    property(string({ maxLength: 20, unit: 'binary' }), (text) => {
      signText(signingKey(secret), text, into)
      expect(into).toEqual(createHmac('sha256', secret).update(text).digest())
    }),
  )
  const longest = '\u20ac'.repeat(170)
  signText(signingKey(secret), longest, into)
  expect(into).toEqual(createHmac('sha256', secret).update(longest).digest())
  expect(() => signText(signingKey(secret), `${longest}x`, into)).toThrow(RangeError)
})

test('another key, message or signature is noticed', () => {
  const key = signingKey(Buffer.alloc(32, 1))
  const signature = createHmac('sha256', Buffer.alloc(32, 1)).update('text').digest()
  expect(isSigned(key, Buffer.from('text'), signature)).toBe(true)
  expect(isSigned(signingKey(Buffer.alloc(32, 2)), Buffer.from('text'), signature)).toBe(false)
  expect(isSigned(key, Buffer.from('texT'), signature)).toBe(false)
  expect(isSigned(key, Buffer.from('text'), signature.fill(0, 31))).toBe(false)
})

test('keys that are too short or too long are refused', () => {
  expect(() => signingKey(Buffer.alloc(31))).toThrow(RangeError)
  expect(() => signingKey(Buffer.alloc(65))).toThrow(RangeError)
})

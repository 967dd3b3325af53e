import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSecretKey, createSiteKey, describeSecretKey, isSecretKey, isSiteKey } from './secret-key.ts'

test('keys have the documented form', () => {
  expect(createSiteKey(randomBytes)).toMatch(/^bsk_[0-9A-Za-z]{22}$/u)
  const secretKey = createSecretKey(randomBytes)
  expect(secretKey).toMatch(/^bsec_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/u)
  expect(isSecretKey(secretKey)).toBe(true)
  expect(isSiteKey(createSiteKey(randomBytes))).toBe(true)
  expect(describeSecretKey(secretKey)).toEqual({ prefix: secretKey.slice(0, 9), last4: secretKey.slice(-4) })
})

test('a mistyped secret key fails its checksum', () => {
  const secretKey = createSecretKey(randomBytes)
  for (let index = 5; index < secretKey.length; index++) {
    const typo = secretKey.charAt(index) === 'a' ? 'b' : 'a'
    expect(isSecretKey(secretKey.slice(0, index) + typo + secretKey.slice(index + 1))).toBe(false)
  }
})

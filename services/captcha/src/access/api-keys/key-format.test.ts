import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  createSiteKey,
  describeApiKey,
  generateApiKey,
  generateBypassKey,
  isApiKey,
  isBypassKey,
  isSiteKey,
} from './key-format.ts'

test('keys have the documented form', () => {
  expect(createSiteKey(randomBytes)).toMatch(/^bsk_[0-9A-Za-z]{22}$/u)
  const secretKey = generateApiKey(randomBytes)
  expect(secretKey).toMatch(/^bsec_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/u)
  expect(isApiKey(secretKey)).toBe(true)
  expect(isSiteKey(createSiteKey(randomBytes))).toBe(true)
  expect(describeApiKey(secretKey)).toEqual({ prefix: secretKey.slice(0, 9), last4: secretKey.slice(-4) })
  const bypassKey = generateBypassKey(randomBytes)
  expect(bypassKey).toMatch(/^bby_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/u)
  expect(isBypassKey(bypassKey)).toBe(true)
  expect(describeApiKey(bypassKey)).toEqual({ prefix: bypassKey.slice(0, 8), last4: bypassKey.slice(-4) })
})

test('a key of one kind is none of the other', () => {
  expect(isBypassKey(generateApiKey(randomBytes))).toBe(false)
  expect(isApiKey(generateBypassKey(randomBytes))).toBe(false)
})

test.each([
  [generateApiKey(randomBytes), isApiKey],
  [generateBypassKey(randomBytes), isBypassKey],
])('a mistyped key fails its checksum', (key, isKey) => {
  for (let index = key.indexOf('_') + 1; index < key.length; index++) {
    const typo = key.charAt(index) === 'a' ? 'b' : 'a'
    expect(isKey(key.slice(0, index) + typo + key.slice(index + 1))).toBe(false)
  }
})

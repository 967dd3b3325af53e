import { seededBytes } from '@bollard/testing/seed'
import { expect, test } from 'vitest'
import { createSecretBox } from './seal-secret.ts'

const randomBytes = seededBytes('keys and nonces')
const [one, two] = [
  { id: 1, secret: randomBytes(32) },
  { id: 2, secret: randomBytes(32) },
]

test('a sealed secret opens for its owner alone', () => {
  const box = createSecretBox([one], randomBytes)
  const sealed = box.seal('whsec_abc', 'a')
  expect(sealed.bytes.includes('whsec_abc')).toBe(false)
  expect(box.open(sealed, 'a')).toBe('whsec_abc')
  expect(box.open(sealed, 'b')).toBeNull()
})

test('after a change of keys old secrets still open, and new ones are sealed with the new key', () => {
  const sealed = createSecretBox([one], randomBytes).seal('whsec_abc', 'a')
  const box = createSecretBox([two, one], randomBytes)
  expect(box.open(sealed, 'a')).toBe('whsec_abc')
  expect(box.seal('whsec_abc', 'a').keyId).toBe(2)
  expect(createSecretBox([two], randomBytes).open(sealed, 'a')).toBeNull()
})

test('a changed byte is noticed', () => {
  const box = createSecretBox([one], randomBytes)
  const { keyId, bytes } = box.seal('whsec_abc', 'a')
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(box.open({ keyId, bytes: changed }, 'a'), String(at)).toBeNull()
  }
  expect(box.open({ keyId, bytes: Buffer.alloc(3) }, 'a')).toBeNull()
})

test('one secret never looks the same twice, and no key is no box', () => {
  const box = createSecretBox([one], randomBytes)
  expect(box.seal('a', 'a').bytes.equals(box.seal('a', 'a').bytes)).toBe(false)
  expect(() => createSecretBox([], randomBytes)).toThrow(RangeError)
})

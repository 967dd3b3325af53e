import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createVerificationId, issuedAtOf, twoLetters } from './verification-id.ts'

test('an id is a UUIDv7 that gives back its time, and no two are alike', () => {
  const at = Date.UTC(2026, 10, 21, 9, 30, 0, 123)
  const ids = Array.from({ length: 1_000 }, () => createVerificationId(at, randomBytes(10)))
  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u)
    expect(issuedAtOf(id)).toBe(at)
  }
  expect(new Set(ids).size).toBe(1_000)
  expect(issuedAtOf('c0ffee00-0000-4000-8000-000000000000')).toBeNaN()
})

test('every byte of an id is where the standard puts it', () => {
  expect(createVerificationId(0xfedc_ba98_7654, Buffer.from('ffffffff0a0b0c0d0e0f', 'hex'))).toBe(
    'fedcba98-7654-7fff-bfff-0a0b0c0d0e0f',
  )
  expect(createVerificationId(1, Buffer.alloc(10))).toBe('00000000-0001-7000-8000-000000000000')
})

test('languages are two letters or none', () => {
  expect(['de-AT', 'EN', 'pt_BR', 'gsw', 'x', '*', '', undefined].map(twoLetters)).toEqual([
    'de',
    'en',
    'pt',
    null,
    null,
    null,
    null,
    null,
  ])
})

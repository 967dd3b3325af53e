import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { contextOf, createVerificationId, issuedAtOf, twoLetters } from './verification-id.ts'

test('an id is a UUIDv7 that gives back its time and context', () => {
  const at = Date.UTC(2026, 10, 21, 9, 30, 0, 123)
  for (const context of [
    { action: 0, language: null },
    { action: 4095, language: 'zz' },
    { action: 17, language: 'de' },
  ]) {
    const id = createVerificationId(at, context, randomBytes(8))
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u)
    expect(issuedAtOf(id)).toBe(at)
    expect(contextOf(id)).toEqual(context)
  }
  expect(issuedAtOf('c0ffee00-0000-4000-8000-000000000000')).toBeNaN()
})

test('languages are two letters or none', () => {
  expect(['de-AT', 'EN', 'pt_BR', 'gsw', 'x', '*', '', undefined].map(twoLetters)).toEqual(['de', 'en', 'pt', null, null, null, null, null])
})

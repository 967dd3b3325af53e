import { expect, test } from 'vitest'
import { maskEmail, maskEmails } from './mask-email.ts'

test('of an address the first letter and the domain stay', () => {
  expect(maskEmail('ada@example.org')).toBe('a…@example.org')
  expect(maskEmail('"a@b"@example.org')).toBe('"…@example.org')
  expect(maskEmail('😀@example.org')).toBe('😀…@example.org')
})

test('every address in a text is masked and the rest stays', () => {
  expect(maskEmails('Ask ada@example.org, or <bob@example.net>.')).toBe('Ask a…@example.org, or <b…@example.net>.')
  expect(maskEmails('No address: a @ b')).toBe('No address: a @ b')
})

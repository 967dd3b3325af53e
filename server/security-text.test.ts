import { expect, test } from 'vitest'
import { securityTextOf } from './security-text.ts'

const now = new Date('2027-01-31T23:59:59Z')

test('security.txt names who to write to, and is good for less than a year from the day it is asked for', () => {
  const text = securityTextOf({ email: 'office@example.org' })('https://www.example.org', now)
  expect(text).toBe(
    [
      'Contact: mailto:office@example.org',
      'Expires: 2027-07-30T00:00:00Z',
      'Preferred-Languages: en, de, fr, es, it',
      'Canonical: https://www.example.org/.well-known/security.txt',
      '',
    ].join('\n'),
  )
})

test('an address and a policy of its own go first', () => {
  const own = { securityEmail: 'security@example.org', securityPolicy: 'https://www.example.org/security' }
  const text = securityTextOf({ email: 'office@example.org', ...own })('https://www.example.org', now)
  expect(text).toContain('Contact: mailto:security@example.org\n')
  expect(text).toContain('Policy: https://www.example.org/security\n')
  expect(text).not.toContain('office@')
})

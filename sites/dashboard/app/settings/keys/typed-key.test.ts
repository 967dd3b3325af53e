import { expect, test } from 'vitest'
import { endOf, linesOf, typedKey } from './typed-key.ts'

test('lists are read by lines, commas and blanks, and scopes that there are not are left out', () => {
  expect(linesOf('192.0.2.0/24,\r\n 2001:db8::/32  198.51.100.7\n')).toEqual([
    '192.0.2.0/24',
    '2001:db8::/32',
    '198.51.100.7',
  ])
  expect(linesOf(' ')).toEqual([])
  const typed = typedKey(
    (name) => (name === 'name' ? ' Report ' : ''),
    () => ['manage', 'everything', 'verify'],
  )
  expect([typed.name, typed.scopes]).toEqual(['Report', ['verify', 'manage']])
})

test('a key lives to the end of the day that was chosen, and what is no day is left to the service', () => {
  expect(endOf('2026-12-31')).toBe('2026-12-31T23:59:59.000Z')
  expect(endOf('')).toBeNull()
  expect(endOf('soon')).toBe('soon')
})

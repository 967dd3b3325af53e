import { expect, test } from 'vitest'
import { cookieValue } from './cookie-value.ts'

test('a cookie is found by its whole name, among others and with signs in its value', () => {
  expect(cookieValue('a=1; zone=Europe%2FBerlin; b=x=y', 'zone')).toBe('Europe/Berlin')
  expect(cookieValue('a=1; zone=Europe%2FBerlin; b=x=y', 'b')).toBe('x=y')
  expect(cookieValue('time_zone=1', 'zone')).toBeNull()
})

test('no header, no such cookie and a broken value are no value', () => {
  expect(cookieValue(null, 'a')).toBeNull()
  expect(cookieValue('', 'a')).toBeNull()
  expect(cookieValue('a=%E0%A4%A', 'a')).toBeNull()
})

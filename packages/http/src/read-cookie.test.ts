import { expect, test } from 'vitest'
import { readCookie } from './read-cookie.ts'

test('a cookie is read by its whole name, as it was sent', () => {
  expect(readCookie('a=1; token=x%2Fy=z ;b=2', 'token')).toBe('x%2Fy=z')
  expect(readCookie('my_token=1; token_2=2', 'token')).toBeNull()
  expect(readCookie('token', 'token')).toBeNull()
  expect(readCookie('token=', 'token')).toBe('')
  expect(readCookie('', 'token')).toBeNull()
  expect(readCookie(undefined, 'token')).toBeNull()
})

test('of several cookies of one name that differ none counts', () => {
  expect(readCookie('token=1; token=1', 'token')).toBe('1')
  expect(readCookie('token=1; token=2', 'token')).toBeNull()
})

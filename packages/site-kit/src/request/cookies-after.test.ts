import { expect, test } from 'vitest'
import { cookiesAfter } from './cookies-after.ts'

test('a call sees the session that an earlier call of the same request has opened, changed or ended', () => {
  expect(cookiesAfter('a=1; session=old', ['session=new; Path=/; HttpOnly; Max-Age=600'])).toBe('a=1; session=new')
  expect(cookiesAfter(null, ['session=new; Path=/'])).toBe('session=new')
  expect(cookiesAfter('a=1; session=old', ['session=; Path=/; Max-Age=0'])).toBe('a=1')
  expect(cookiesAfter('session=old', ['session=; Expires=Thu, 01 Jan 1970 00:00:00 GMT'])).toBeUndefined()
  expect(cookiesAfter('session=old', ['session=; Max-Age=0', 'session=newer; Path=/'])).toBe('session=newer')
})

test('without cookies nothing is sent, and values stay as they were written', () => {
  expect(cookiesAfter(null, [])).toBeUndefined()
  expect(cookiesAfter('', [])).toBeUndefined()
  expect(cookiesAfter('token=a=b%20c', ['x=1; Max-Age=60'])).toBe('token=a=b%20c; x=1')
})

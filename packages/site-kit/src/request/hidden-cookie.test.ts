import { expect, test } from 'vitest'
import { hiddenCookie } from './hidden-cookie.ts'

test('a cookie of a site is hidden from scripts, and goes over https alone where the site does', () => {
  expect(hiddenCookie({ secure: false }, 'a', 'b', 60)).toBe('a=b; Max-Age=60; Path=/; HttpOnly; SameSite=Lax')
  expect(hiddenCookie({ secure: true }, 'a', '', 0)).toBe('a=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure')
  expect(hiddenCookie({ secure: false }, 'a', 'b')).toBe('a=b; Path=/; HttpOnly; SameSite=Lax')
})

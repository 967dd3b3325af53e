import { localSite } from '@bollard/site-kit'
import type { RequestScope } from '@bollard/site-kit/server'
import { expect, test } from 'vitest'
import { dropToken, heldToken, holdToken } from './held-token.server.ts'

const token = 'Zm9vYmFy-_0123456789'

function scopeOf({ secure = false } = {}): RequestScope {
  return { site: { ...localSite('identity'), secure }, setCookies: [] as string[] } as RequestScope
}

function requestWith(cookie: string): Request {
  return new Request('http://localhost:8081/en/invitation', { headers: { cookie } })
}

test.for([
  token,
  `  ${token} `,
  `http://localhost:8081/de/invitation#token=${token}`,
  `https://id.example.org/en/join#x=1&token=${token}`,
])('the token in %j is kept where no script reads it, and found again', (pasted) => {
  const scope = scopeOf({ secure: true })
  expect(holdToken(scope, 'invitation', pasted)).toBe(true)
  const [cookie = ''] = scope.setCookies
  expect(cookie).toMatch(/^held_invitation=[^;]+; Max-Age=7200; Path=\/; HttpOnly; SameSite=Lax; Secure$/u)
  expect(heldToken(requestWith(cookie.split(';', 1)[0] ?? ''), 'invitation')).toBe(token)
  expect(heldToken(requestWith(cookie.split(';', 1)[0] ?? ''), 'join')).toBeNull()
})

test.for([
  '',
  'short',
  'nonsense-token',
  'http://localhost:8081/en/invitation',
  `${token}; Path=/evil`,
  `${token}\r\nset-cookie: a=b`,
  'a b c d e f g h',
  'x'.repeat(401),
])('nothing is kept of %j', (pasted) => {
  const scope = scopeOf()
  expect(holdToken(scope, 'invitation', pasted)).toBe(false)
  expect(scope.setCookies).toEqual([])
})

test('a cookie that we did not write holds no token, and one that was dropped is gone', () => {
  expect(heldToken(requestWith('held_join=<script>'), 'join')).toBeNull()
  expect(heldToken(new Request('http://localhost:8081/'), 'join')).toBeNull()
  const scope = scopeOf()
  dropToken(scope, 'join')
  expect(scope.setCookies).toEqual(['held_join=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax'])
})

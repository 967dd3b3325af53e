import { localSite } from '@bollard/site-kit'
import type { RequestScope } from '@bollard/site-kit/server'
import { expect, test } from 'vitest'
import { afterSignIn } from './after-sign-in.server.ts'
import { lastMethod } from './last-method.server.ts'

const request = new Request('http://localhost:8081/en/sign-in')
const invited = new Request('http://localhost:8081/en/sign-in', {
  headers: { cookie: 'held_invitation=0123456789abcdef0123' },
})

function scopeOf(): RequestScope {
  return { site: localSite('identity'), language: 'de', setCookies: [] as string[] } as unknown as RequestScope
}
const goalOf = (answer: Response) => answer.headers.get('location')

test('people go back to the page that asked for the sign-in, and to no other site', () => {
  expect(goalOf(afterSignIn(scopeOf(), request, { returnTo: 'http://localhost:8082/de/captchas?x=1' }))).toBe(
    'http://localhost:8082/de/captchas?x=1',
  )
  for (const returnTo of ['https://evil.example/', '//evil.example', 'javascript:alert(1)', null, undefined, ''])
    expect(goalOf(afterSignIn(scopeOf(), request, { returnTo }))).toBe('http://localhost:8082/de/dashboard')
})

test('the first sign-in ever says so, on the dashboard and on the way to it', () => {
  expect(goalOf(afterSignIn(scopeOf(), request, { isFirst: true }))).toBe(
    'http://localhost:8082/de/dashboard?firstsignin=1',
  )
  expect(
    goalOf(afterSignIn(scopeOf(), request, { isFirst: true, returnTo: 'http://localhost:8082/de/captchas?x=1' })),
  ).toBe('http://localhost:8082/de/captchas?x=1&firstsignin=1')
  expect(goalOf(afterSignIn(scopeOf(), request, { isFirst: true, returnTo: 'http://localhost:8080/de/wiki' }))).toBe(
    'http://localhost:8080/de/wiki',
  )
})

test('whoever signed up because of an invitation comes back to it, also from the link of the mail', () => {
  expect(goalOf(afterSignIn(scopeOf(), invited, { isFirst: true }))).toBe(
    'http://localhost:8081/de/invitation?firstsignin=1',
  )
  expect(goalOf(afterSignIn(scopeOf(), invited, {}))).toBe('http://localhost:8082/de/dashboard')
})

test('the browser remembers how somebody signed in, and nothing about who', () => {
  const scope = scopeOf()
  afterSignIn(scope, request, { method: 'passkey' })
  expect(scope.setCookies).toEqual(['sign_in_method=passkey; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax'])
  const methodOf = (cookie: string) => lastMethod(new Request('http://localhost:8081/', { headers: { cookie } }))
  expect(methodOf('sign_in_method=passkey')).toBe('passkey')
  expect(methodOf('sign_in_method=anything')).toBeNull()
})

import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { localSite } from '../site/site.ts'
import { rememberFacts, scopeOf } from './request-scope.ts'
import { signInRedirect } from './sign-in-redirect.ts'
import { withoutForeignView } from './view-cookie.ts'

const cookie = 'session=s; bollard.view_as=v; __Host-bollard.view_as=w; theme=dark'

test('the view of an operator counts on the dashboard alone', () => {
  expect(withoutForeignView({ name: 'dashboard' }, cookie)).toBe(cookie)
  for (const name of ['identity', 'website', 'docs'] as const) {
    expect(withoutForeignView({ name }, cookie)).toBe('session=s; theme=dark')
    expect(withoutForeignView({ name }, 'bollard.view_as=v')).toBeUndefined()
    expect(withoutForeignView({ name }, undefined)).toBeUndefined()
  }
})

test('a view that has ended is taken out of the browser and leads to the operator’s own dashboard, not to the sign-in', () => {
  const context = new RouterContextProvider()
  rememberFacts(context, { site: localSite('dashboard'), requestId: 'request-1', clientIp: '203.0.113.7' })
  const request = new Request('http://localhost:8082/de/billing', { headers: { cookie } })
  const scope = scopeOf(context, request)
  expect(signInRedirect(scope, request).headers.get('location')).toBe('/de/dashboard')
  expect(scope.setCookies).toEqual(['bollard.view_as=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax'])
  expect(signInRedirect(scope, new Request(request.url)).headers.get('location')).toContain('/de/sign-in')
})

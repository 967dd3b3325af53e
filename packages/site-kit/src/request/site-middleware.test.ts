import { type MiddlewareFunction, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { localSite, type SiteName } from '../site/site.ts'
import { rememberFacts, scopeOf } from './request-scope.ts'
import { siteMiddleware } from './site-middleware.ts'

async function answer(
  name: SiteName,
  request: Request,
  params: Record<string, string> = {},
  shows: { showsPaymentFields?: boolean; showsWidget?: boolean } = {},
) {
  const context = new RouterContextProvider()
  rememberFacts(context, { site: localSite(name), requestId: 'request-1', clientIp: '127.0.0.1' })
  const args = { request, context, params, url: new URL(request.url), pattern: '' } satisfies Parameters<
    MiddlewareFunction<Response>
  >[0]
  const response = await siteMiddleware(args, async () => {
    // As the loader of the page does.
    Object.assign(scopeOf(context, request), shows)
    return new Response('page')
  })
  if (!(response instanceof Response)) throw new Error('no response')
  return { response, scope: scopeOf(context, request) }
}

const page = (path: string, init?: RequestInit) => new Request(`http://localhost:8081${path}`, init)

test('only scripts with the nonce of this very answer run', async () => {
  const first = await answer('identity', page('/en/sign-in'), { language: 'en' })
  const second = await answer('identity', page('/en/sign-in'), { language: 'en' })
  expect(first.response.headers.get('content-security-policy')).toContain(
    `script-src 'nonce-${first.scope.nonce}' 'strict-dynamic'`,
  )
  expect(first.scope.nonce).not.toBe(second.scope.nonce)
})

test('only the website may reach the API from the page and show its frame', async () => {
  const policy = async (name: SiteName) =>
    (await answer(name, page('/en'))).response.headers.get('content-security-policy')
  expect(await policy('website')).toContain(`connect-src 'self' http://localhost:8090`)
  expect(await policy('website')).toContain('frame-src http://localhost:8090')
  expect(await policy('dashboard')).toContain(`connect-src 'self';`)
  expect(await policy('dashboard')).toContain(`frame-src 'none'`)
})

test('a page of the dashboard reaches the API only where it shows the widget', async () => {
  const { response } = await answer('dashboard', page('/en'), {}, { showsWidget: true })
  const policy = response.headers.get('content-security-policy')
  expect(policy).toContain(`connect-src 'self' http://localhost:8090;`)
  expect(policy).toContain('frame-src http://localhost:8090;')
})

test('a page that shows payment fields may reach the provider, and no other page of any site', async () => {
  const policy = async (name: SiteName, shows: boolean) =>
    (await answer(name, page('/en'), {}, { showsPaymentFields: shows })).response.headers.get('content-security-policy')
  const withFields = await policy('dashboard', true)
  expect(withFields).toContain(`connect-src 'self' https://api.stripe.com;`)
  expect(withFields).toContain('frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com;')
  // Its script is started by ours, so no address of it is allowed by itself.
  expect(withFields).toMatch(/script-src 'nonce-[^']+' 'strict-dynamic';/u)
  for (const name of ['website', 'identity', 'dashboard'] as const)
    expect(await policy(name, false), name).not.toContain('stripe.com')
})

test('a language that we do not have is not found', async () => {
  await expect(answer('identity', page('/xx/sign-in'), { language: 'xx' })).rejects.toMatchObject({
    init: { status: 404 },
  })
})

test('a form from another site is refused', async () => {
  const request = page('/en/sign-in', { method: 'POST', headers: { origin: 'https://evil.example' } })
  await expect(answer('identity', request)).rejects.toMatchObject({
    init: { status: 403 },
    data: { code: 'cross-site-request', requestId: 'request-1' },
  })
})

test('a browser gets its id with the first form that it sends to the identity site, and never by looking at a page', async () => {
  const body = new URLSearchParams({ email: 'anna@example.org' })
  const form = { method: 'POST', body, headers: { origin: 'http://localhost:8081' } }
  const cookies = async (name: SiteName, request: Request) =>
    (await answer(name, request)).response.headers.getSetCookie()
  expect(await cookies('identity', page('/en/sign-in'))).toEqual([])
  const asked = { method: 'POST', headers: form.headers }
  expect(await cookies('identity', page('/en/passkey-options', asked)), 'by a script of the page').toEqual([])
  const { response, scope } = await answer('identity', page('/en/sign-in', form))
  const [cookie = ''] = response.headers.getSetCookie()
  expect(cookie).toBe(`browser_id=${scope.browserId}; Path=/; Max-Age=31536000; SameSite=Lax`)
  const again = { ...form, headers: { ...form.headers, cookie: cookie.split(';')[0] ?? '' } }
  expect(await cookies('identity', page('/en/sign-in', again))).toEqual([])
  for (const name of ['website', 'dashboard'] as const) {
    const origin = new URL(localSite(name).urls[name]).origin
    expect(await cookies(name, page('/en')), name).toEqual([])
    expect(await cookies(name, page('/en', { method: 'POST', body, headers: { origin } })), name).toEqual([])
  }
})

test('no cache keeps what belongs to one person', async () => {
  expect((await answer('dashboard', page('/en'))).response.headers.get('cache-control')).toBe('no-store')
  expect((await answer('website', page('/en'))).response.headers.get('cache-control')).toBe('private, no-cache')
})

test('the id of the request is in the answer, for the support to find', async () => {
  expect((await answer('identity', page('/en'))).response.headers.get('x-request-id')).toBe('request-1')
})

import { scopeOf } from '@bollard/site-kit/server'
import { RouterContextProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { action, loader } from './solution-creation.tsx'

const plain = { plan: '', organizationId: '', timezone: '', language: '' }
const typed = { type: 'BUNDLE_SECURITY', label: 'Shop of Grace', domains: 'grace.example', localhost: 'on' }
type Args = Parameters<typeof action>[0] & Parameters<typeof loader>[0]
function argsOf(search: string, init: RequestInit = {}): Args {
  const request = new Request(`http://localhost:8082/en/solution-creation${search}`, init)
  return { request, context: new RouterContextProvider(), params: { language: 'en' } } as unknown as Args
}
const problem = {
  type: 'about:blank',
  title: 'Not signed in',
  status: 401,
  detail: '',
  code: 'unauthenticated',
  requestId: 'r1',
}

test('who was signed out while typing finds the form as it was; no address holds any of it, and nobody else gets it', async () => {
  let signedIn = 'user-ada'
  vi.stubGlobal('fetch', async (_input: unknown, init?: RequestInit) =>
    init?.method === 'POST'
      ? new Response(JSON.stringify(problem), { status: 401, headers: { 'content-type': 'application/problem+json' } })
      : new Response(JSON.stringify({ id: signedIn, items: [], trialDays: 14 }), {
          headers: { 'content-type': 'application/json' },
        }),
  )
  const sent = argsOf('', { method: 'POST', body: new URLSearchParams({ by: 'user-ada', ...typed }) })
  const answer = await action(sent).catch((thrown: unknown) => thrown)
  const location = answer instanceof Response ? decodeURIComponent(answer.headers.get('location') ?? '') : ''
  expect(location).toContain('/en/sign-in?returnTo=')
  expect(location).toContain('/en/solution-creation?back')
  for (const part of ['Shop', 'grace']) expect(location).not.toContain(part)
  const cookie = scopeOf(sent.context, sent.request)
    .setCookies.map((set) => set.split(';', 1)[0])
    .join('; ')
  const back = async (search: string) => (await loader(argsOf(search, { headers: { cookie } }))).typed
  expect(await back('?back')).toEqual({ ...typed, localhost: true, dpa: false, ...plain })
  expect(await back('?label=Else&domains=else.example')).toBeNull()
  signedIn = 'user-eve'
  expect(await back('?back')).toBeNull()
})

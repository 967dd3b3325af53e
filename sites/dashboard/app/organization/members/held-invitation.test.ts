import { scopeOf } from '@bollard/site-kit/server'
import { RouterContextProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { action, loader } from './members.tsx'

const organizationId = '01890a5d-ac96-774b-bcce-b302099a8057'
const other = '01890a5d-ac96-774b-bcce-b302099a8058'
const typed = { email: 'grace@example.org', role: 'ADMIN', language: 'en', message: 'As agreed on the phone' }

type Args = Parameters<typeof action>[0] & Parameters<typeof loader>[0]
function argsOf(id: string, search: string, init: RequestInit = {}): Args {
  const request = new Request(`http://localhost:3000/en/organizations/${id}/settings/members${search}`, init)
  return {
    request,
    context: new RouterContextProvider(),
    params: { language: 'en', organizationId: id },
  } as unknown as Args
}
const json = (body: object) => new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
const problem = {
  type: 'about:blank',
  title: 'Proof needed',
  status: 401,
  detail: '',
  code: 'step-up-required',
  requestId: 'r1',
}
const refusal = () =>
  new Response(JSON.stringify(problem), { status: 401, headers: { 'content-type': 'application/problem+json' } })

test('who has to prove who they are finds the invitation as it was, for this organization alone, and no address holds any of it', async () => {
  vi.stubGlobal('fetch', async (input: string | URL, init?: RequestInit) => {
    if (init?.method === 'POST') return refusal()
    return String(input).includes('/sessions/')
      ? json({ id: 'user-ada', email: 'ada@example.org' })
      : json({ items: [], nextCursor: null })
  })
  const sent = argsOf(organizationId, '', {
    method: 'POST',
    body: new URLSearchParams({ do: 'invite', by: 'user-ada', ...typed }),
  })
  const answer = await action(sent).catch((thrown: unknown) => thrown)
  const location = answer instanceof Response ? decodeURIComponent(answer.headers.get('location') ?? '') : ''
  expect(location).toContain(`/en/prove?returnTo=`)
  expect(location).toContain(`/organizations/${organizationId}/settings/members?back`)
  for (const part of ['grace', 'phone']) expect(location).not.toContain(part)

  const cookie = scopeOf(sent.context, sent.request)
    .setCookies.map((set) => set.split(';', 1)[0])
    .join('; ')
  const back = async (id: string, search: string) => (await loader(argsOf(id, search, { headers: { cookie } }))).held
  expect(await back(organizationId, '?back')).toEqual(typed)
  expect([await back(organizationId, ''), await back(other, '?back')]).toEqual([null, null])
})

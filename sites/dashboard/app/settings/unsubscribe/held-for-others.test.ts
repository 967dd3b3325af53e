import { scopeOf } from '@bollard/site-kit/server'
import { RouterContextProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { action as signOut } from '../../shell/sign-out.ts'
import { changeLifecycle, heldDeletion } from './change-lifecycle.server.ts'

const problem = {
  type: 'about:blank',
  title: 'Proof needed',
  status: 401,
  detail: '',
  code: 'step-up-required',
  requestId: 'r1',
}
const typed = {
  effective: 'IMMEDIATE',
  reason: 'OTHER',
  comment: 'Between us',
  confirmLabel: 'Shop',
  exportRequested: 'on',
}

test('what was typed for one solution shows at no other, and is gone with the sign-out', async () => {
  vi.stubGlobal('fetch', async (_input: unknown, init?: RequestInit) =>
    init?.method === 'DELETE' && String(_input).includes('/sessions/')
      ? new Response(null, { status: 204 })
      : new Response(JSON.stringify(problem), { status: 401, headers: { 'content-type': 'application/problem+json' } }),
  )
  const context = new RouterContextProvider()
  const request = new Request('http://localhost:8082/en/solutions/s1/settings/unsubscribe', {
    method: 'POST',
    body: new URLSearchParams({ do: 'delete', by: 'user-ada', ...typed }),
  })
  const answer = await changeLifecycle({ context, request, solutionId: 's1' }).catch((thrown: unknown) => thrown)
  expect((answer as Response).status).toBe(302)
  const { setCookies } = scopeOf(context, request)
  const held = setCookies.map((set) => set.split(';', 1)[0]).join('; ')
  const later = new Request(request.url, { headers: { cookie: held } })
  const scope = scopeOf(new RouterContextProvider(), later)
  const heldFor = (solutionId: string, by: string) => heldDeletion(scope, later, { solutionId, by })
  expect([heldFor('s1', 'user-ada'), heldFor('s2', 'user-ada'), heldFor('s1', 'user-eve')]).toEqual([
    { ...typed, exportRequested: true },
    null,
    null,
  ])

  const leaving = new RouterContextProvider()
  const last = new Request('http://localhost:8082/en/sign-out', { method: 'POST', headers: { cookie: held } })
  await signOut({ request: last, context: leaving, params: { language: 'en' } } as unknown as Parameters<
    typeof signOut
  >[0])
  expect(scopeOf(leaving, last).setCookies).toContainEqual(expect.stringMatching(/^held_form=; Max-Age=0;/u))
})

import { RouterContextProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { loader } from '../methods/payment-method-setup.tsx'
import { withoutProvider } from './without-provider.ts'

const ours = '?solution=01890a5d-ac96-774b-bcce-b302099a8057&plan=STARTER&interval=YEARLY'

test('what is ours stays as it is, and nothing of the provider does', () => {
  for (const search of ['', '?', ours]) expect(withoutProvider(search)).toBe(search)
  expect(
    withoutProvider(`${ours}&setup_intent=seti_1&setup_intent_client_secret=seti_1_secret_x&redirect_status=succeeded`),
  ).toBe(ours)
  expect(withoutProvider('?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_x')).toBe('')
})

test("who was signed out meanwhile carries no secret of the provider's to the identity site", async () => {
  vi.stubGlobal('fetch', async () => {
    const problem = {
      type: 'about:blank',
      title: 'Nobody',
      status: 401,
      detail: '',
      code: 'unauthenticated',
      requestId: 'r1',
    }
    return new Response(JSON.stringify(problem), {
      status: 401,
      headers: { 'content-type': 'application/problem+json' },
    })
  })
  const path = '/en/billing/payment-methods/setups/01890a5d-ac96-774b-bcce-b302099a8058'
  const open = async (address: string): Promise<string> => {
    const params = { language: 'en', setupId: path.slice(-36) }
    const args = {
      request: new Request(`http://localhost:8082${address}`),
      context: new RouterContextProvider(),
      params,
    }
    const answer = await loader(args as unknown as Parameters<typeof loader>[0]).catch((thrown: unknown) => thrown)
    return answer instanceof Response ? (answer.headers.get('location') ?? '') : ''
  }
  const first = await open(
    `${path}${ours}&setup_intent=seti_1&setup_intent_client_secret=seti_1_secret_x&redirect_status=succeeded`,
  )
  expect(first).toBe(`${path}${ours}`)
  const second = decodeURIComponent(await open(first))
  expect([second.includes('/en/sign-in?returnTo='), second.includes('secret')]).toEqual([true, false])
})

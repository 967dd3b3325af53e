import { afterEach, expect, test, vi } from 'vitest'
import { askForToken } from './ask-for-token.ts'

const asked = { verificationId: '019a9b1c-5d3e-7abc-8def-000000000001', siteKey: 'bsk_x' }
afterEach(() => vi.unstubAllGlobals())

test('the proof comes from our own origin', async () => {
  const fetched = vi.fn(async () => Response.json({ proof: 'p', expiresAt: 'x' }))
  vi.stubGlobal('fetch', fetched)
  expect(await askForToken(asked)).toBe('p')
  expect(fetched).toHaveBeenCalledWith(
    `/captcha/v1/verifications/${asked.verificationId}/private-token`,
    expect.objectContaining({ method: 'POST', body: '{"siteKey":"bsk_x"}' }),
  )
})

test.for<[string, () => Promise<Response>]>([
  ['a browser without an issuer', async () => Response.json({ code: 'private-token-required' }, { status: 401 })],
  ['an answer that is none', async () => new Response('nothing')],
  ['no network', () => Promise.reject(new TypeError('offline'))],
])('%s gives no proof and no error', async ([, answer]) => {
  vi.stubGlobal('fetch', answer)
  expect(await askForToken(asked)).toBeUndefined()
})

import { afterEach, expect, test, vi } from 'vitest'
import { askSettings } from './ask-settings.ts'

afterEach(() => vi.unstubAllGlobals())

/** A service that answers so, and how often it was asked. */
function answering(answer: () => Promise<Response>) {
  const fetched = vi.fn(answer)
  vi.stubGlobal('fetch', fetched)
  return fetched
}

test('widgets of one site ask once, without telling who the visitor is', async () => {
  const fetched = answering(async () => Response.json({ test: 'PASSES' }))
  const [one, other] = await Promise.all([askSettings('https://a.example', 'bsk_1'), askSettings('https://a.example', 'bsk_1')])
  expect([one, other]).toEqual([{ test: 'PASSES' }, { test: 'PASSES' }])
  expect(fetched.mock.calls).toEqual([['https://a.example/captcha/v1/widget-settings/bsk_1', { credentials: 'omit', referrerPolicy: 'no-referrer' }]])
  await askSettings('https://a.example', '../b?c')
  expect(fetched).toHaveBeenLastCalledWith('https://a.example/captcha/v1/widget-settings/..%2Fb%3Fc', expect.anything())
})

test('a key that nobody owns is not asked about again', async () => {
  const fetched = answering(async () => Response.json({ code: 'site-key-unknown' }, { status: 404 }))
  expect([await askSettings('https://a.example', 'bsk_2'), await askSettings('https://a.example', 'bsk_2')]).toEqual([null, null])
  expect(fetched).toHaveBeenCalledTimes(1)
})

test.for<[string, () => Promise<Response>]>([
  ['no network', () => Promise.reject(new TypeError('offline'))],
  ['an answer that is none', async () => new Response('<html>')],
])('%s is no answer, and the next widget asks again', async ([name, answer]) => {
  const fetched = answering(answer)
  expect(await askSettings('https://a.example', name)).toBeNull()
  await askSettings('https://a.example', name)
  expect(fetched).toHaveBeenCalledTimes(2)
})

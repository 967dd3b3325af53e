import { afterEach, expect, test, vi } from 'vitest'
import { askOnce } from './ask-once.ts'

afterEach(() => vi.unstubAllGlobals())

/** A service that answers so, and how often it was asked. */
function answering(answer: () => Promise<Response>) {
  const fetched = vi.fn(answer)
  vi.stubGlobal('fetch', fetched)
  return fetched
}

test('what several widgets need is asked for once, without telling who the visitor is', async () => {
  const fetched = answering(async () => Response.json({ test: 'PASSES' }))
  const [one, other] = await Promise.all([askOnce('https://a.example/1'), askOnce('https://a.example/1')])
  expect([one, other]).toEqual([{ test: 'PASSES' }, { test: 'PASSES' }])
  expect(fetched.mock.calls).toEqual([['https://a.example/1', { credentials: 'omit', referrerPolicy: 'no-referrer' }]])
})

test('what is not there is not asked for again', async () => {
  const fetched = answering(async () => Response.json({ code: 'site-key-unknown' }, { status: 404 }))
  expect([await askOnce('https://a.example/2'), await askOnce('https://a.example/2')]).toEqual([null, null])
  expect(fetched).toHaveBeenCalledTimes(1)
})

test.for<[string, () => Promise<Response>]>([
  ['no network', () => Promise.reject(new TypeError('offline'))],
  ['an answer that is none', async () => new Response('<html>')],
])('%s is no answer, and the next widget asks again', async ([name, answer]) => {
  const fetched = answering(answer)
  expect(await askOnce(`https://a.example/${name}`)).toBeNull()
  await askOnce(`https://a.example/${name}`)
  expect(fetched).toHaveBeenCalledTimes(2)
})

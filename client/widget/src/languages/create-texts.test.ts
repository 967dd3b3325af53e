import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTexts } from './create-texts.ts'

const english = { ready: 'Ready', retry: 'Again' }
let folder = 'https://a.example/0'
let count = 0
beforeEach(() => {
  vi.useFakeTimers()
  folder = `https://a.example/${++count}`
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function serving(answer: () => Promise<Response>) {
  const fetched = vi.fn(answer)
  vi.stubGlobal('fetch', fetched)
  const onChange = vi.fn()
  return { fetched, onChange, textsOf: createTexts({ english, folder: () => folder, onChange }) }
}

test('English is here, and nothing is asked for', () => {
  const { fetched, textsOf } = serving(async () => Response.json({}))
  expect(textsOf('en')).toBe(english)
  expect(fetched).not.toHaveBeenCalled()
})

test('another language is asked for once; its place is empty until it has come', async () => {
  const { fetched, onChange, textsOf } = serving(async () => Response.json({ ready: 'Bereit', retry: 'Erneut' }))
  expect([textsOf('de'), textsOf('de')]).toEqual([
    { ready: '', retry: '' },
    { ready: '', retry: '' },
  ])
  await vi.advanceTimersByTimeAsync(0)
  expect([textsOf('de'), onChange.mock.calls.length]).toEqual([{ ready: 'Bereit', retry: 'Erneut' }, 1])
  expect(fetched.mock.calls).toEqual([[`${folder}/de.json`, expect.anything()]])
  await vi.advanceTimersByTimeAsync(5000)
  expect(onChange).toHaveBeenCalledTimes(1)
})

test('what a language lacks is said in English', async () => {
  const { textsOf } = serving(async () => Response.json({ ready: 'Bereit' }))
  textsOf('de')
  await vi.advanceTimersByTimeAsync(0)
  expect(textsOf('de')).toEqual({ ready: 'Bereit', retry: 'Again' })
})

test.for<[string, () => Promise<Response>]>([
  ['cannot be reached', () => Promise.reject(new TypeError('offline'))],
  ['is not there', async () => new Response('', { status: 404 })],
  ['is no language', async () => new Response('<html>')],
])('where a file %s, English is spoken', async ([, answer]) => {
  const { textsOf } = serving(answer)
  textsOf('de')
  await vi.advanceTimersByTimeAsync(0)
  expect(textsOf('de')).toEqual(english)
})

test('after a second without an answer English is spoken, until the language comes after all', async () => {
  const { textsOf } = serving(
    () => new Promise((resolve) => setTimeout(resolve, 3000, Response.json({ ready: 'Bereit', retry: 'Erneut' }))),
  )
  textsOf('de')
  await vi.advanceTimersByTimeAsync(999)
  expect(textsOf('de').ready).toBe('')
  await vi.advanceTimersByTimeAsync(1)
  expect(textsOf('de')).toBe(english)
  await vi.advanceTimersByTimeAsync(2000)
  expect(textsOf('de').ready).toBe('Bereit')
})

import { explainedCodes, readExamples } from '@bollard/api-reference'
import { languages } from '@bollard/i18n'
import { expect, test } from 'vitest'
import { errorPages } from '../pages/error-pages.server.ts'
import { apiPages, shortened } from '../pages/api-pages.server.ts'
import { addressOfCode, apiReference, partsOf } from '../pages/reference.server.ts'
import { makeTestCall, testKindOf } from './test-call.server.ts'

test.each(languages)(
  'every operation and every code is listed in %s, once, with a page as Markdown',
  async (language) => {
    const pages = [...(await apiPages.list(language)), ...(await errorPages.list(language))]
    const expected = [
      '/api',
      ...Object.keys(readExamples()).map((id) => `/api/${id}`),
      '/errors',
      ...explainedCodes.map((code) => `/errors/${code}`),
    ]
    expect(pages.map(({ path }) => path).toSorted()).toEqual(expected.toSorted())
    for (const { path, title, description } of pages) {
      expect(description.length, path).toBeLessThanOrEqual(160)
      expect(description, path).not.toContain('`')
      const page = (await apiPages.read(language, path)) ?? (await errorPages.read(language, path))
      expect(page?.markdown, path).toMatch(/^# \S.*\n\n\S/u)
      expect(page?.passages[0]?.text, path).not.toBe('')
      expect(title, path).not.toBe('')
    }
  },
)

test('an address that is none has no page', async () => {
  for (const path of ['/api/nothing', '/api/constructor', '/errors/nothing', '/errors/toString', '/guides/widget']) {
    expect(await apiPages.read('en', path), path).toBeNull()
    expect(await errorPages.read('en', path), path).toBeNull()
  }
})

test('a description ends with a sentence, or with a word', () => {
  expect(shortened('One. Two.')).toBe('One. Two.')
  expect(shortened(`One sentence. ${'word '.repeat(50)}`)).toBe('One sentence.')
  expect(shortened('word '.repeat(50))).toMatch(/^(?:word )+word…$/u)
})

test('names in code lead to their pages, and all else is text', () => {
  expect(partsOf('Wait for `rate-limited` or `siteverify` with `<b>`.', addressOfCode)).toEqual([
    { text: 'Wait for ' },
    { code: 'rate-limited', path: '/errors/rate-limited' },
    { text: ' or ' },
    { code: 'siteverify', path: '/api/siteverify' },
    { text: ' with ' },
    { code: '<b>' },
    { text: '.' },
  ])
})

test('only a test key is taken, and an API that is away is told as such', async () => {
  expect([testKindOf('SPENT'), testKindOf('REAL'), testKindOf(null), testKindOf('constructor')]).toEqual([
    'SPENT',
    null,
    null,
    null,
  ])
  const operationOf = (id: string) => apiReference().operations.get(id) ?? expect.fail(id)
  // Nobody listens on port 1.
  const scope = { site: { apiInternalUrl: 'http://127.0.0.1:1' } } as Parameters<typeof makeTestCall>[2]
  expect(await makeTestCall(operationOf('siteverify'), 'PASSES', scope)).toMatchObject({
    request: 'POST /captcha/v1/siteverify',
    fault: 'unreachable',
  })
  expect(await makeTestCall(operationOf('createRule'), 'PASSES', scope)).toBeNull()
})

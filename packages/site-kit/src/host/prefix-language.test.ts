import type { ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import { prefixLanguage } from './prefix-language.ts'

const route = (id: string, parentId: string | undefined, path?: string, index?: true) => ({ id, parentId, path, index })
const routes = Object.fromEntries(
  [
    route('root', undefined, ''),
    route('home', 'root', undefined, true),
    route('language', 'root', ':language'),
    route('frame', 'root'),
    route('dashboard', 'frame', ':language/dashboard'),
    route('solution', 'frame', ':language/solutions/:solutionId'),
    route('overview', 'solution', 'overview'),
    route('every', 'root', '*'),
  ].map((one) => [one.id, one]),
) as unknown as ServerBuild['routes']
const answer = (path: string, init?: RequestInit) =>
  prefixLanguage({ routes })(new Request(`http://site.example${path}`, init))

test('an address without a language leads to the page in the language of the browser, with its query', () => {
  const german = { headers: { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' } }
  expect(answer('/dashboard?firstsignin=1')?.headers.get('location')).toBe('/en/dashboard?firstsignin=1')
  expect(answer('/solutions/01K/overview', german)?.headers.get('location')).toBe('/de/solutions/01K/overview')
  const moved = answer('/dashboard', { method: 'HEAD' })
  expect(moved?.status).toBe(301)
  expect(Object.fromEntries(moved?.headers ?? [])).toMatchObject({
    'cache-control': 'private, no-cache',
    vary: 'accept-language',
  })
})

test.for([
  ['a page with its language', '/en/dashboard'],
  ['the start, which moves by itself', '/'],
  ['an address that no page has', '/nothing/here'],
  ['an unknown language', '/xx/dashboard'],
  ['what a script asks for', '/dashboard.data'],
  ['an address that would lead to another host', '//evil.example/dashboard'],
] as const)('%s is left alone', ([, path]) => {
  expect(answer(path)).toBeNull()
})

test('a form that is sent to such an address is left alone', () => {
  expect(answer('/dashboard', { method: 'POST' })).toBeNull()
})

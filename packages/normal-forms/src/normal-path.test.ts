import { runs, seed } from '@bollard/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { climbs, comparedPath, normalPath } from './normal-path.ts'

describe('a path in its normal form', () => {
  it.each([
    ['/', '/'],
    ['', '/'],
    ['admin', '/admin'],
    ['/admin', '/admin'],
    ['/admin/', '/admin/'],
    ['/admin?next=/../', '/admin'],
    ['//admin', '/admin'],
    ['/a//b///c', '/a/b/c'],
    ['/static/../admin', '/admin'],
    ['/static/..', '/'],
    ['/a/b/..', '/a/'],
    ['/../../admin', '/admin'],
    ['/./admin/.', '/admin/'],
    ['/%61dmin', '/admin'],
    ['/%2561dmin', '/admin'],
    ['/static/%2e%2e/admin', '/admin'],
    ['/static/%252e%252e%252fadmin', '/admin'],
    ['/static%2f..%2fadmin', '/admin'],
    ['/static\\..\\admin', '/admin'],
    ['/static%5c..%5cadmin', '/admin'],
    ['/admin;jsessionid=1/users', '/admin/users'],
    ['/static/..;/admin', '/admin'],
    ['/caf%c3%a9', '/caf%C3%A9'],
    ['/.well-known/security.txt', '/.well-known/security.txt'],
    ['/a.b/c..d', '/a.b/c..d'],
  ])('takes %s as %s', (target, expected) => {
    expect(normalPath(target)).toBe(expected)
  })

  it('is the same however often letters of it are escaped, and read once more', () => {
    const segment = fc.stringMatching(/^[a-z.~-]{0,6}$/u)
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 5 }), fc.infiniteStream(fc.boolean()), (segments, coins) => {
        const path = `/${segments.join('/')}`
        const escaped = [...path]
          .map((letter) => (letter !== '/' && coins.next().value ? `%${letter.charCodeAt(0).toString(16)}` : letter))
          .join('')
        const read = normalPath(path)
        expect(normalPath(escaped)).toBe(read)
        expect(normalPath(read)).toBe(read)
        expect(read).not.toMatch(/\/\.{1,2}(?:\/|$)|\/\//u)
      }),
      { seed, numRuns: runs(300) },
    )
  })
})

it.each([
  ['/Login/', '/login'],
  ['/%4COGIN?again', '/login'],
  ['/', '/'],
  ['/caf%c3%a9', '/caf%c3%a9'],
  ['/CAFÉ', '/caf%c3%a9'],
  // Written, escaped, in the other case, and from two characters.
  ['/%C3%9Cber-uns', '/%c3%bcber-uns'],
  ['/u%CC%88ber-uns/', '/%c3%bcber-uns'],
  ['/a%FF%20b', '/a%ff%20b'],
  ['/api/*', '/api/*'],
  ['/\uD800', '/%ef%bf%bd'],
])('compares %s as %s, so that no spelling escapes a rule', (target, expected) => {
  expect(comparedPath(target)).toBe(expected)
})

it.each([
  ['/a/../b', true],
  ['/..', true],
  ['/a/%2e%2E/b', true],
  ['/a/.%2e', true],
  ['/a%2f..%2fb', true],
  ['/a\\..\\b', true],
  ['/a%5c..', true],
  ['/a/..;v=1/b', true],
  ['/a/%252e%252e/b', true],
  ['/a/%25%32%65./b', true],
  ['/a/./b', false],
  ['/a..b/..c/d..', false],
  ['/a/.../b', false],
  ['/a%2fb', false],
  ['/a?next=/../b', false],
  ['/a#/../b', false],
  ['', false],
])('tells of %s whether it goes back a step for some server: %s', (target, expected) => {
  expect(climbs(target)).toBe(expected)
})

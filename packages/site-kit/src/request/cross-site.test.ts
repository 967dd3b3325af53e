import { expect, test } from 'vitest'
import { isCrossSiteWrite } from './cross-site.ts'

const own = 'http://localhost:8081'
const post = (headers: Record<string, string>) => new Request(`${own}/en/sign-in`, { method: 'POST', headers })

test('a form of our own page may write', () => {
  expect(isCrossSiteWrite(post({ origin: own }), own)).toBe(false)
  expect(isCrossSiteWrite(post({ 'sec-fetch-site': 'same-origin' }), own)).toBe(false)
})

test.for<Record<string, string>>([
  { origin: 'https://evil.example' },
  { origin: 'http://localhost:8082' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  {},
])('a write with %o is refused', (headers) => {
  expect(isCrossSiteWrite(post(headers), own)).toBe(true)
})

test('reading is allowed from everywhere', () => {
  expect(isCrossSiteWrite(new Request(own, { headers: { origin: 'https://evil.example' } }), own)).toBe(false)
})

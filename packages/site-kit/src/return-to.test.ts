import { expect, test } from 'vitest'
import { safeReturnTo } from './return-to.ts'
import { localSite } from './site.ts'

const { urls } = localSite('identity')

test('an address on one of our sites is kept, with its query', () => {
  expect(safeReturnTo('http://localhost:8082/en/solutions/1?period=7d', urls)).toBe('http://localhost:8082/en/solutions/1?period=7d')
})

test.for([
  'https://evil.example/',
  'http://localhost:8082.evil.example/',
  'http://localhost:8082@evil.example/',
  'http://user:secret@localhost:8082/',
  'https://localhost:8082/',
  'http://localhost:9999/',
  '//evil.example/',
  '/en/dashboard',
  'javascript:alert(1)',
  'http:\\\\evil.example',
  '',
  null,
  undefined,
  ['http://localhost:8082/'],
])('%s is nowhere to return to', (value) => {
  expect(safeReturnTo(value, urls)).toBeNull()
})

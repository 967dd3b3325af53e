import { expect, test } from 'vitest'
import { safeReturnTo } from './return-to.ts'
import { localSite } from './site.ts'

const { urls } = localSite('identity')

test('an address on one of our sites is kept, with its query', () => {
  expect(safeReturnTo('http://localhost:8082/en/solutions/1?period=7d', urls)).toBe(
    'http://localhost:8082/en/solutions/1?period=7d',
  )
})

test('documentation and administration are ours where the deployment has them, and nowhere else', () => {
  for (const [name, origin] of [
    ['docs', 'https://docs.example.org'],
    ['admin', 'https://admin.example.org:8443'],
  ] as const) {
    expect(safeReturnTo(`${origin}/en/start`, { ...urls, [name]: origin })).toBe(`${origin}/en/start`)
    expect(safeReturnTo(`${origin}/en/start`, urls)).toBeNull()
  }
})

test('what a browser would read as one of our addresses is handed on as it reads it', () => {
  expect(safeReturnTo('HTTP://LOCALHOST:8082/en/../de?next=//evil.example#x', urls)).toBe(
    'http://localhost:8082/de?next=//evil.example#x',
  )
})

test.for([
  'https://evil.example/',
  'http://localhost:8082.evil.example/',
  'http://localhost:8082@evil.example/',
  'http://user:secret@localhost:8082/',
  'https://localhost:8082/',
  'http://localhost:9999/',
  'http://localhost/',
  'http:localhost:8082/en',
  'https:evil.example',
  'http:/\\evil.example/',
  'http://evil.example\\@localhost:8082/',
  'http://localhost:8082\\@evil.example/',
  'http://localhost%3A8082/',
  'http%3A%2F%2Flocalhost:8082/',
  'http://localhost:8082%2F@evil.example/',
  'http://@localhost:8082@evil.example/',
  ' http://localhost:8082/',
  'ht\ntp://localhost:8082/',
  'blob:http://localhost:8082/1',
  'data:text/html,<script>alert(1)</script>',
  'JavaScript:alert(1)//http://localhost:8082/',
  '/\\evil.example',
  'http://localhost:8090/identity/v1/sessions',
  `http://localhost:8082/${'x'.repeat(2000)}`,
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

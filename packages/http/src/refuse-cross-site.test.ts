import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { installProblems } from './install-problems.ts'
import { refuseCrossSite } from './refuse-cross-site.ts'

async function statusOf(method: 'GET' | 'POST', headers: Record<string, string>, url = '/own') {
  const app = Fastify()
  installProblems(app)
  app.register(async (scope) => {
    refuseCrossSite(scope, { allowedOrigins: ['http://localhost:8082'] })
    scope.route({ method: ['GET', 'POST'], url: '/own', handler: async () => ({}) })
  })
  app.register(async (scope) => void scope.post('/public', async () => ({})))
  const answer = await app.inject({ method, url, headers })
  return answer.statusCode === 403 ? answer.json().code : answer.statusCode
}

test('a changing call from a page of somebody else is refused', async () => {
  for (const origin of [
    'https://evil.example',
    'http://localhost:8083',
    'http://localhost:8082.evil.example',
    'null',
  ]) {
    expect(await statusOf('POST', { origin }), origin).toBe('cross-site-request')
  }
  expect(await statusOf('POST', { 'sec-fetch-site': 'cross-site' })).toBe('cross-site-request')
})

test('our own pages, servers without an origin and reading calls pass', async () => {
  expect(await statusOf('POST', { origin: 'http://localhost:8082' })).toBe(200)
  expect(await statusOf('POST', {})).toBe(200)
  expect(await statusOf('GET', { origin: 'https://evil.example' })).toBe(200)
})

test('routes outside of the guarded scope stay open to every origin', async () => {
  expect(await statusOf('POST', { origin: 'https://customer.example' }, '/public')).toBe(200)
})

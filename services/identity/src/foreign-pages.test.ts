import {
  identityAccountRoutes,
  identityAdvertisingRoutes,
  identityPeopleRoutes,
  identityRoutes,
  identitySecurityRoutes,
  type Route,
} from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { useTestServices } from './testing/start-test-service.ts'

const start = useTestServices(startTestDatabase)
const routes: Route[] = [
  identityRoutes,
  identitySecurityRoutes,
  identityAccountRoutes,
  identityAdvertisingRoutes,
  identityPeopleRoutes,
].flatMap((table) => Object.values<Route>(table))
const mounted = (app: FastifyInstance) =>
  routes.filter(({ method, path }) => app.hasRoute({ method, url: path.replaceAll(/\{(\w+)\}/gu, ':$1') }))
const urlOf = (route: Route) => route.path.replaceAll(/\{\w+\}/gu, '01890000-0000-7000-8000-000000000000')

test('no changing call can be made by a page of somebody else, whatever it says of itself', async () => {
  const { app, becomeUser } = await start()
  const cookie = await becomeUser()
  const unsafe = mounted(app).filter(({ method }) => method !== 'GET')
  expect(unsafe.length).toBeGreaterThan(30)
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:8081.evil.example' },
    { origin: 'http://localhost:9999' },
    { 'sec-fetch-site': 'cross-site' },
  ]
  for (const route of unsafe)
    for (const headers of foreign) {
      const answer = await app.inject({ method: route.method, url: urlOf(route), headers: { cookie, ...headers } })
      expect(
        [answer.statusCode, answer.json<{ code: string }>().code, answer.cookies],
        `${route.id} from ${JSON.stringify(headers)}`,
      ).toEqual([403, 'cross-site-request', []])
    }
})

test('no answer can be read by a page of somebody else, kept by a cache, or taken for another type', async () => {
  const { app, becomeUser } = await start()
  const cookie = await becomeUser()
  for (const route of mounted(app)) {
    const answer = await app.inject({
      method: route.method,
      url: urlOf(route),
      headers: { cookie, origin: 'https://evil.example' },
    })
    const preflight = await app.inject({
      method: 'OPTIONS',
      url: urlOf(route),
      headers: { origin: 'https://evil.example', 'access-control-request-method': route.method },
    })
    for (const { headers } of [answer, preflight])
      expect(
        Object.keys(headers).filter((name) => name.startsWith('access-control-')),
        route.id,
      ).toEqual([])
    expect(answer.headers, route.id).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  }
})

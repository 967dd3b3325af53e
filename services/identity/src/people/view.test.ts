import { type Route, routeTables, viewCookieName } from '@bollard/contracts'
import { guardRoutes, installProblems, mountRoute } from '@bollard/http'
import { startTestDatabase } from '@bollard/testing'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { outcome } from '../testing/protect.ts'
import { ada, useTestServices } from '../testing/start-test-service.ts'
import { reason, withOperators } from '../testing/with-operators.ts'

const start = useTestServices(startTestDatabase)

async function viewing() {
  const it = await withOperators(start)
  const begin = async () => {
    const { url } = (await it.ofAda('POST', '/views', { reason })).json<{ url: string }>()
    return new URL(url)
  }
  const open = (url: URL) => it.call('POST', '/views', { body: { token: url.searchParams.get('token') } })
  const cookie = async () => it.cookieOf(await open(await begin()))
  return { ...it, begin, open, cookie }
}

test('an operator sees what the person sees for 15 minutes; the person and the log are told', async () => {
  const it = await viewing()
  const url = await it.begin()
  expect(`${url.origin}${url.pathname}`).toBe('http://localhost:8082/en/view-as')
  const opened = await it.open(url)
  expect(String(opened.headers['set-cookie']), 'of the host alone').toMatch(
    /^bollard\.view_as=[\w-]+; Max-Age=(?:900|899); Path=\/; HttpOnly; SameSite=Lax$/u,
  )
  const cookie = it.cookieOf(opened)
  expect(await it.service.findActor(`${it.olga.cookie}; ${cookie}`)).toMatchObject({
    userId: it.ada.id,
    email: ada.email,
    isAdmin: false,
    provenAt: null,
    viewedBy: it.olga.id,
  })
  const current = (await it.call('GET', '/sessions/current', { headers: { cookie } })).json()
  expect(current).toMatchObject({ id: it.ada.id, view: { reason } })
  expect((await it.call('GET', '/users/me/audit-log', { headers: { cookie } })).statusCode).toBe(200)
  expect((await it.mailTo(ada.email, 'account-viewed')).text).toContain(reason)

  expect(outcome(await it.call('DELETE', '/views/current', { headers: { cookie } }))).toBe('204')
  expect(await it.service.findActor(cookie)).toBeNull()
  expect(await it.service.findActor(`${it.olga.cookie}; ${cookie}`), 'not somebody else instead').toBeNull()
  expect(await it.service.findActor(it.olga.cookie)).toMatchObject({ userId: it.olga.id, viewedBy: null })
  expect((await it.log()).slice(-2)).toMatchObject([
    { action: 'account.view-started', by: 'OPERATOR', after: { reason } },
    { action: 'account.view-ended', by: 'OPERATOR' },
  ])
})

test('the link works once and for a minute; a view ends with its time, with the session of the operator, and with the next one', async () => {
  const it = await viewing()
  const url = await it.begin()
  const first = it.cookieOf(await it.open(url))
  expect(outcome(await it.open(url))).toBe('400 token-invalid')
  const late = await it.begin()
  expect(await it.service.findActor(first), 'one view of a session').toBeNull()
  it.clock.offset += 61_000
  expect(outcome(await it.open(late))).toBe('400 token-invalid')
  const timed = await it.cookie()
  it.clock.offset += 15 * 60_000
  expect(await it.service.findActor(timed)).toBeNull()
  await it.ask(it.olga, 'GET', '/sessions/current')
  const last = await it.cookie()
  expect(await it.service.findActor(last)).not.toBeNull()
  await it.ask(it.olga, 'DELETE', '/operator-session')
  expect(await it.service.findActor(last)).toBeNull()
})

test('nobody looks through an administrator, and nobody but an operator looks at all', async () => {
  const it = await viewing()
  const otto = await it.operator('otto')
  expect(outcome(await it.ask(it.olga, 'POST', `/people/${otto.id}/views`, { reason }))).toBe('409 state-conflict')
  expect(outcome(await it.ask(it.ada, 'POST', `/people/${otto.id}/views`, { reason }))).toBe('403 forbidden')
  const cookie = await it.cookie()
  await it.db.pool.query('update identity.users set is_admin = true where id = $1', [it.ada.id])
  expect(await it.service.findActor(cookie), 'who becomes one meanwhile').toBeNull()
  await it.db.pool.query('update identity.users set is_admin = false where id = any ($1)', [[it.ada.id, it.olga.id]])
  expect(await it.service.findActor(cookie), 'who no longer is one').toBeNull()
})

test('in a view every call of every service that changes something is refused, and so is every file and every proof', async () => {
  const app = Fastify()
  installProblems(app, { logger: { error: () => {} } })
  const ran: string[] = []
  const actor = {
    userId: 'u',
    isAdmin: true,
    emailVerified: true,
    email: 'u@x.example',
    givenName: 'U',
    language: 'en',
    provenAt: new Date(),
  } as const
  const routes = routeTables.flatMap((table) => Object.values<Route>(table))
  await app.register(async (scope) => {
    const guarded = guardRoutes(scope, {
      findCaller: async () => actor,
      findStanding: async () => ({ role: 'ADMIN' }),
      noteVisit: async () => {},
      clientIp: () => '192.0.2.1',
      now: () => new Date(),
      repeatedCalls: {
        begin: async () => {
          throw new Error('ran')
        },
      },
    })
    for (const route of routes)
      mountRoute(guarded, route, async ({ reply }) => {
        ran.push(route.id)
        await reply.send('ran')
      })
  })
  for (const name of [viewCookieName(true), viewCookieName(false)]) {
    ran.length = 0
    const letIn: string[] = []
    for (const route of routes) {
      const url = route.path.replaceAll(/\{\w+\}/gu, '01980000-0000-7000-8000-000000000000')
      const answer = await app.inject({ method: route.method, url, headers: { cookie: `${name}=x` } })
      if (outcome(answer) !== '403 view-as-reads-only') letIn.push(route.id)
    }
    const mayRead = ({ id, method, access, response }: Route) =>
      id === 'openView' ||
      id === 'endView' ||
      (method === 'GET' && !access.proof && access.operator !== 'only' && response.mediaTypes === undefined)
    expect(letIn.toSorted()).toEqual(
      routes
        .filter(mayRead)
        .map(({ id }) => id)
        .toSorted(),
    )
    const changing = new Set(routes.filter(({ method }) => method !== 'GET').map(({ id }) => id))
    expect(ran.filter((id) => changing.has(id) && !['openView', 'endView'].includes(id))).toEqual([])
  }
  await app.close()
})

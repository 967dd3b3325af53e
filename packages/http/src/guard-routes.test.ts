import type { Actor, ApiKeyCaller, Caller, Standing } from '@bollard/access'
import { anybody, defineRoute, type Problem, type Rule } from '@bollard/contracts'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { callerOf, type Gate, guardRoutes } from './guard-routes.ts'
import { installProblems } from './install-problems.ts'
import { mountRoute } from './mount-route.ts'
import type { KeptAnswer, RepeatedCalls } from './repeated-calls.ts'
import { serverOptions } from './server-options.ts'

const now = new Date('2026-03-01T10:00:00Z')
const ada: Actor = {
  userId: 'ada',
  isAdmin: false,
  emailVerified: true,
  email: 'ada@example.org',
  givenName: 'Ada',
  language: 'en',
  provenAt: now,
}
const people: Readonly<Record<string, Caller>> = {
  ada,
  stale: { ...ada, userId: 'stale', provenAt: null },
  unconfirmed: { ...ada, userId: 'unconfirmed', emailVerified: false },
  operator: { ...ada, userId: 'operator', isAdmin: true, operating: { change: null } },
  outside: { ...ada, userId: 'outside', isAdmin: true, operating: null },
  key: keyOf('s1', ['manage']),
  foreign: keyOf('s2', ['manage']),
}

function keyOf(solutionId: string, scopes: ApiKeyCaller['apiKey']['scopes']): ApiKeyCaller {
  return { userId: `key:${solutionId}`, apiKey: { apiKeyId: 1, solutionId, scopes, createdAt: now } }
}

interface Named extends Standing {
  readonly name: string
}

const params = z.strictObject({ solutionId: z.string() })
const body = { name: 'thingDto', schema: z.strictObject({ label: z.string().min(3) }) }
const answer = {
  status: 201,
  schema: z.object({ name: z.string(), by: z.string(), secret: z.string().nullable() }),
} as const
const routeWith = <const A extends Rule>(access: A) =>
  defineRoute({
    id: 'make',
    method: 'POST',
    path: '/solutions/{solutionId}/things',
    access,
    summary: '',
    params,
    body,
    response: answer,
    problems: [],
  })

/** A service with one solution, s1, whose admin is Ada. */
function start(access: Rule, more: Partial<Gate<Named>> = {}) {
  const app = Fastify(serverOptions())
  installProblems(app, { logger: { error: () => {} } })
  const asked: string[] = []
  const guarded = guardRoutes<Named>(app, {
    findCaller: async ({ headers }) => people[headers.cookie ?? ''] ?? null,
    findStanding: async ({ userId }, { kind, id }) => {
      asked.push(`${userId} ${kind} ${id}`)
      return id === 's1' ? { name: 'Shop', role: userId === 'ada' || userId === 'stale' ? 'ADMIN' : null } : null
    },
    clientIp: () => '192.0.2.1',
    now: () => now,
    ...more,
  })
  mountRoute(guarded, routeWith(access), async ({ standing, request }) => ({
    name: standing.name,
    by: callerOf(request).userId,
    secret: null,
  }))
  const call = async (cookie: string | undefined, { id = 'S1', payload = { label: 'Thing' } as unknown } = {}) => {
    const got = await app.inject({
      method: 'POST',
      url: `/solutions/${id}/things`,
      headers: cookie === undefined ? {} : { cookie },
      payload: payload as object,
    })
    return {
      status: got.statusCode,
      code: got.json<Partial<Problem>>().code,
      headers: got.headers,
      body: got.json<object>(),
    }
  }
  return { app, call, asked }
}

const said = ({ status, code }: { status: number; code: string | undefined }) => `${status} ${code ?? ''}`.trim()
const admin = { audience: 'session', role: 'ADMIN' } as const

test('whoever the rule lets in gets through with their standing; others are refused before the verb', async () => {
  const { call, asked } = start({ ...admin, proof: true })
  expect(await call('ada')).toMatchObject({ status: 201, body: { name: 'Shop', by: 'ada' } })
  // As the database writes ids.
  expect(asked).toEqual(['ada SOLUTION s1'])
  expect(said(await call(undefined))).toBe('401 unauthenticated')
  expect(said(await call('unconfirmed'))).toBe('404 not-found')
  expect(said(await call('ada', { id: 's9' }))).toBe('404 not-found')
  expect(said(await call('stale'))).toBe('401 step-up-required')
})

test('answers to whoever is signed in stay out of caches', async () => {
  const { call } = start(admin)
  expect((await call('ada')).headers['cache-control']).toBe('no-store')
})

test('an administrator of the installation passes where the rule says so, unless there is nothing', async () => {
  const visits: string[] = []
  const noteVisit: Gate['noteVisit'] = async ({ userId }, { kind, id }, { ip }) =>
    void visits.push(`${userId} ${kind} ${id} ${ip}`)
  const { call } = start({ ...admin, operator: 'also' }, { noteVisit })
  expect((await call('operator')).status).toBe(201)
  expect(visits).toEqual(['operator SOLUTION s1 192.0.2.1'])
  expect(said(await call('operator', { id: 's9' }))).toBe('404 not-found')
  expect((await call('ada')).status).toBe(201)
  expect(visits).toHaveLength(1)
})

test('what an administrator of the installation may look at is not shown where nobody writes that down', async () => {
  const failing = start({ ...admin, operator: 'also' }, { noteVisit: () => Promise.reject(new Error('no room')) })
  expect((await failing.call('operator')).status).toBe(500)
  expect((await start({ ...admin, operator: 'also' }).call('operator')).status).toBe(500)
})

test('an API key passes at its own solution alone, and only where the rule has a scope', async () => {
  const withScope = start({ ...admin, scope: 'manage' })
  expect(await withScope.call('key')).toMatchObject({ status: 201, body: { by: 'key:s1' } })
  expect(said(await withScope.call('foreign'))).toBe('404 not-found')
  expect(said(await start(admin).call('key'))).toBe('403 person-required')
})

test('what needs no look at an entity is refused before the body is read', async () => {
  const early = guardRoutes(Fastify(serverOptions()), {
    findCaller: async ({ headers }) => people[headers.cookie ?? ''] ?? null,
    clientIp: () => '192.0.2.1',
    now: () => now,
  })
  installProblems(early, { logger: { error: () => {} } })
  const found = (rule: Rule, path: string) =>
    mountRoute(
      early,
      defineRoute({
        id: path,
        method: 'POST',
        path,
        access: rule,
        summary: '',
        body,
        response: { status: 204, schema: null },
        problems: [],
      }),
      async () => null,
    )
  found({ audience: 'session', verified: true }, '/confirmed')
  found({ audience: 'session', operator: 'only', open: true }, '/operators')
  found({ audience: 'session', operator: 'only' }, '/hidden')
  const call = async (cookie: string, url: string, label = 'no') => {
    const got = await early.inject({ method: 'POST', url, headers: { cookie }, payload: { label } })
    return said({ status: got.statusCode, code: got.body === '' ? undefined : got.json<Problem>().code })
  }
  expect(await call('unconfirmed', '/confirmed')).toBe('403 email-not-verified')
  expect(await call('ada', '/confirmed')).toBe('422 validation-failed')
  expect(await call('ada', '/operators')).toBe('403 forbidden')
  expect(await call('ada', '/hidden')).toBe('404 not-found')
  expect(await call('outside', '/hidden')).toBe('403 operator-session-needed')
  expect(await call('operator', '/hidden')).toBe('422 validation-failed')
  expect(await call('operator', '/hidden', 'Thing')).toBe('204')
})

test('a scope that cannot enforce a rule does not start', () => {
  const bare = guardRoutes(Fastify(), { clientIp: () => '', now: () => now })
  const mount = (route: Parameters<typeof mountRoute>[1]) => () => mountRoute(bare, route, async () => null as never)
  expect(mount(routeWith(admin))).toThrow('asks who calls')
  const open = Fastify(serverOptions())
  const answering = async () => ({ name: '', by: '', secret: null })
  expect(() => mountRoute(open, routeWith(admin), answering), 'without a gate').toThrow('asks who calls')
  expect(() => mountRoute(open, routeWith(anybody), answering)).not.toThrow()
  expect(mount({ ...routeWith(anybody), repeatable: {} })).toThrow('keeps no answers')
})

test('a repeated call gets the kept answer, and what does not keep its answer is a fault', async () => {
  const kept = new Map<string, KeptAnswer>()
  const released: string[] = []
  const repeatedCalls: RepeatedCalls = {
    async begin(caller, { keyHash }, { response }) {
      const place = `${caller} ${keyHash.toString('hex')}`
      const known = kept.get(place)
      if (known) return { kept: known }
      return {
        attempt: {
          keepAnswer: async (_tx, value) => {
            kept.set(place, { status: response.status, text: JSON.stringify(value) })
            return value
          },
          isKept: () => kept.has(place),
          release: async () => void released.push(place),
          done: () => {},
        },
      }
    },
  }
  const app = Fastify(serverOptions())
  installProblems(app, { logger: { error: () => {} } })
  const guarded = guardRoutes<Named>(app, {
    findCaller: async ({ headers }) => people[headers.cookie ?? ''] ?? null,
    findStanding: async () => ({ name: 'Shop', role: 'ADMIN' }),
    clientIp: () => '192.0.2.1',
    now: () => now,
    repeatedCalls,
  })
  let made = 0
  const keeps = { now: true }
  mountRoute(guarded, { ...routeWith(admin), repeatable: {} }, async ({ actor, standing, call }) => {
    made += 1
    expect(call.from).toMatchObject({ ip: '192.0.2.1', requestId: expect.any(String) })
    const one = { name: `${standing.name} ${made}`, by: actor.userId, secret: null }
    return keeps.now ? call.keepAnswer({ query: async () => [] }, one) : one
  })
  const call = (key?: string) =>
    app.inject({
      method: 'POST',
      url: '/solutions/s1/things',
      headers: { cookie: 'ada', ...(key === undefined ? {} : { 'idempotency-key': key }) },
      payload: { label: 'Thing' },
    })
  const [first, second] = [await call('k'), await call('k')]
  expect([first.statusCode, first.headers['idempotency-replayed']]).toEqual([201, undefined])
  expect([second.statusCode, second.headers['idempotency-replayed'], second.body]).toEqual([201, 'true', first.body])
  expect([(await call()).statusCode, (await call()).statusCode, made]).toEqual([201, 201, 3])
  expect((await call('k\u0007')).statusCode).toBe(400)
  keeps.now = false
  expect([(await call('other')).statusCode, released.length]).toEqual([500, 1])
})

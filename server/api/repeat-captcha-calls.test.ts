import type { StoredRuleDto } from '@bollard/contracts'
import { openDatabase, migrate } from '@bollard/database'
import {
  answerKeeperOf,
  installProblems,
  ProblemError,
  repeatCalls,
  serverOptions,
  sweepRepeatedCalls,
} from '@bollard/http'
import { startTestDatabase } from '@bollard/testing'
import Fastify from 'fastify'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { repeatCaptchaCalls } from './repeat-captcha-calls.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

const answerSchema = z.object({ id: z.number(), secret: z.string().optional() })
const route = {
  id: 'createThing',
  method: 'POST',
  path: '/things/{thingId}',
  response: { status: 201, schema: answerSchema },
} as const

/** A service of two processes that makes things, behind real HTTP handling. */
async function start() {
  const db = openDatabase({ connectionString: await postgres.createDatabase(), max: 8 })
  await migrate(db, { schema: 'server', directory: new URL('../migrations/', import.meta.url) })
  const clock = { now: new Date('2026-03-01T10:00:00.000Z') }
  const state = {
    made: 0,
    answer: async (): Promise<object> => ({ id: state.made, secret: 'told once' }),
    afterwards: async () => {},
  }
  const process = async () => {
    const app = Fastify(serverOptions())
    installProblems(app, { logger: { error: () => {} } })
    await app.register(async (scope) => {
      repeatCalls(scope, {
        db,
        schema: 'server',
        routes: [{ route, secrets: ['secret'] }],
        callerOf: async ({ headers }) => headers['cookie'] ?? null,
        now: () => clock.now,
      })
      scope.post('/things/:thingId', async (request, reply) => {
        state.made += 1
        const answer = await db.transaction(async (tx) => answerKeeperOf(request)(tx, await state.answer()))
        await state.afterwards()
        return reply.code(201).send(answer)
      })
    })
    return app
  }
  const apps = [await process(), await process()] as const
  onTestFinished(async () => {
    for (const app of apps) await app.close()
    await db.close()
  })
  let turn = 0
  const call = async (
    key: string | undefined,
    { cookie = 'ada', thing = 't1', body = { name: 'x' } as object } = {},
  ) => {
    turn += 1
    const headers = {
      cookie,
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    }
    const answer = await apps[turn % 2 === 0 ? 0 : 1].inject({
      method: 'POST',
      url: `/things/${thing}`,
      headers,
      payload: JSON.stringify(body),
    })
    return {
      status: answer.statusCode,
      text: answer.body,
      headers: answer.headers,
      code: answer.json<{ code?: string }>().code ?? null,
    }
  }
  return { db, clock, state, call }
}

test('of a hundred calls with one key in two processes one is made, and all are answered alike save for the secret', async () => {
  const { state, call } = await start()
  const slow = Promise.withResolvers<void>()
  state.answer = async () => (await slow.promise, { id: state.made, secret: 'told once' })
  const calls = Array.from({ length: 100 }, () => call('k'))
  setTimeout(slow.resolve, 50)
  const answers = await Promise.all(calls)
  expect(state.made).toBe(1)
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 100 }, () => 201))
  expect(
    answers
      .map(({ text }) => text)
      .toSorted()
      .slice(-2),
  ).toEqual(['{"id":1,"secret":""}', '{"id":1,"secret":"told once"}'])
  expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(99)
})

test('a key is that of one caller, one call, one address and one body, for a day; without one every call is made', async () => {
  const { state, call, clock } = await start()
  await call('k')
  expect((await call('k', { body: { name: 'y' } })).code).toBe('idempotency-mismatch')
  expect((await call('k', { thing: 't2' })).code).toBe('idempotency-mismatch')
  expect((await call('k\u0007', {})).code).toBe('invalid-parameter')
  expect(state.made).toBe(1)
  expect((await call('k', { cookie: 'eve' })).status).toBe(201)
  await call(undefined)
  await call(undefined)
  expect(state.made).toBe(4)
  clock.now = new Date(clock.now.getTime() + 86_400_001)
  expect((await call('k')).headers['idempotency-replayed']).toBeUndefined()
  expect(state.made).toBe(5)
})

test('neither a refusal nor a failure is kept; a failure after the effect was kept with its answer', async () => {
  const { state, call } = await start()
  const refuse = (error: Error) => async () => Promise.reject(error)
  state.answer = refuse(new ProblemError('quota-exceeded'))
  expect([(await call('k')).code, (await call('k')).code]).toEqual(['quota-exceeded', 'quota-exceeded'])
  state.answer = refuse(new Error('the connection broke before the commit'))
  expect((await call('k')).status).toBe(500)
  state.answer = async () => ({ id: state.made })
  expect((await call('k')).text).toBe('{"id":4}')

  state.afterwards = refuse(new Error('the connection broke after the commit'))
  expect((await call('m')).status).toBe(500)
  const again = await call('m')
  expect([again.status, again.text, again.headers['idempotency-replayed'], state.made]).toEqual([
    201,
    '{"id":5}',
    'true',
    5,
  ])
})

test('a call from before attempts were told apart is never made again', async () => {
  const { state, call, clock, db } = await start()
  await call('k')
  await db.query(
    'test-old',
    'update server.repeated_calls set status = null, answer = null, holder = null, taken_at = default',
  )
  clock.now = new Date(clock.now.getTime() + 3_600_000)
  const waiting = call('k')
  await db.query('test-answer', `update server.repeated_calls set status = 201, answer = '{"id":1}'`)
  expect([(await waiting).text, state.made]).toEqual(['{"id":1}', 1])
})

test('the sweep forgets what is older than a day and nothing else', async () => {
  const { call, clock, db } = await start()
  await call('old')
  clock.now = new Date(clock.now.getTime() + 60_000)
  await call('young')
  await sweepRepeatedCalls(db, 'server', new Date(clock.now.getTime() + 86_399_999))
  expect(await db.query('test-left', 'select status from server.repeated_calls')).toHaveLength(1)
  expect((await call('young')).headers['idempotency-replayed']).toBe('true')
})

test('a call that does not keep its answer in its transaction is a fault, and told as one', async () => {
  const { app, db } = await empty()
  repeatCalls(app, { db, schema: 'server', routes: [{ route }], callerOf: async () => 'ada', now: () => new Date() })
  app.post('/things/:thingId', async (_request, reply) => reply.code(201).send({ id: 1 }))
  expect(
    (await app.inject({ method: 'POST', url: '/things/1', headers: { 'idempotency-key': 'k' }, payload: {} }))
      .statusCode,
  ).toBe(500)
})

const anyRule: Omit<StoredRuleDto, 'name'> = {
  id: '018f0000-0000-7000-8000-000000000001',
  priority: 5,
  enabled: true,
  dryRun: false,
  conditions: [{ field: 'country', not: false, values: ['FR'] }],
  action: { type: 'BLOCK' },
  expiresAt: null,
  form: null,
  version: 1,
  createdAt: '2026-03-01T10:00:00.000Z',
  updatedAt: '2026-03-01T10:00:00.000Z',
  hits: 0,
  dryRunHits: 0,
  lastHitAt: null,
}

test('people behind one proxy with a password share no answer, and keys are told apart whatever else is sent along', async () => {
  const { app, db } = await empty()
  let made = 0
  await app.register(async (scope) => {
    const findActor = async (cookie: string | undefined) => (cookie === undefined ? null : { userId: cookie })
    repeatCaptchaCalls(
      scope,
      db,
      { findActor } as unknown as Parameters<typeof repeatCaptchaCalls>[2],
      () => new Date('2026-03-01T10:00:00.000Z'),
    )
    scope.post('/captcha/v1/sites/:solutionId/rules', async (request, reply) => {
      const rule = { ...anyRule, name: String((made += 1)) }
      return reply.code(201).send(await db.transaction((tx) => answerKeeperOf(request)(tx, rule)))
    })
  })
  const create = async (headers: Record<string, string>) =>
    (
      await app.inject({
        method: 'POST',
        url: '/captcha/v1/sites/s1/rules',
        headers: { 'idempotency-key': 'k', ...headers },
        payload: {},
      })
    ).json<{
      name: string
    }>().name
  const proxy = { authorization: 'Basic dGVhbTpzZWNyZXQ=' }
  expect([
    await create({ ...proxy, cookie: 'ada' }),
    await create({ ...proxy, cookie: 'eve' }),
    await create({ cookie: 'ada' }),
  ]).toEqual(['1', '2', '1'])
  expect([
    await create({ authorization: 'Bearer a' }),
    await create({ authorization: 'bearer a', cookie: 'ada' }),
    await create({ authorization: 'Bearer b' }),
  ]).toEqual(['3', '3', '4'])
})

async function empty() {
  const db = openDatabase({ connectionString: await postgres.createDatabase(), max: 4 })
  await migrate(db, { schema: 'server', directory: new URL('../migrations/', import.meta.url) })
  const app = Fastify(serverOptions())
  installProblems(app, { logger: { error: () => {} } })
  onTestFinished(async () => {
    await app.close()
    await db.close()
  })
  return { app, db }
}

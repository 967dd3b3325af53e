import { auditMigrations } from '@bollard/audit'
import { type Database, migrate, openDatabase } from '@bollard/database'
import {
  createRepeatedCalls,
  type GuardedHandler,
  guardRoutes,
  installProblems,
  mountRoute,
  ProblemError,
  serverOptions,
  sweepRepeatedCalls,
} from '@bollard/http'
import { startTestDatabase } from '@bollard/testing'
import Fastify from 'fastify'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { personOf, thingRoute } from '../testing/serve-things.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())
// The table of one service stands for those of all.
const tables = {
  schema: 'captcha',
  directory: new URL('../../services/captcha/src/migrations/', import.meta.url),
} as const

/** A service of two processes that makes things, behind real HTTP handling. */
async function start() {
  const db = openDatabase({ connectionString: await postgres.createDatabase(), max: 8 })
  await migrate(db, auditMigrations)
  await migrate(db, tables)
  const clock = { now: new Date('2026-03-01T10:00:00.000Z') }
  const state = {
    made: 0,
    answer: async (): Promise<{ id: number; secret?: string }> => ({ id: state.made, secret: 'told once' }),
    afterwards: async () => {},
  }
  const process = () =>
    serve(
      db,
      () => clock.now,
      async ({ call }) => {
        state.made += 1
        const answer = await db.transaction(async (tx) => call.keepAnswer(tx, await state.answer()))
        await state.afterwards()
        return answer
      },
    )
  const apps = [process(), process()] as const
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

test('an attempt that keeps its key for good is never made again', async () => {
  const { state, call, clock, db } = await start()
  await call('k')
  await db.query(
    'test-old',
    `update captcha.repeated_calls set status = null, answer = null, holder = gen_random_uuid(), taken_at = 'infinity'`,
  )
  clock.now = new Date(clock.now.getTime() + 3_600_000)
  const waiting = call('k')
  await db.query('test-answer', `update captcha.repeated_calls set status = 201, answer = '{"id":1}'`)
  expect([(await waiting).text, state.made]).toEqual(['{"id":1}', 1])
})

test('the sweep forgets what is older than a day and nothing else', async () => {
  const { call, clock, db } = await start()
  await call('old')
  clock.now = new Date(clock.now.getTime() + 60_000)
  await call('young')
  await sweepRepeatedCalls(db, 'captcha', new Date(clock.now.getTime() + 86_399_999))
  expect(await db.query('test-left', 'select status from captcha.repeated_calls')).toHaveLength(1)
  expect((await call('young')).headers['idempotency-replayed']).toBe('true')
})

test('a call that does not keep its answer in its transaction is a fault, and reported as one', async () => {
  const db = openDatabase({ connectionString: await postgres.createDatabase(), max: 4 })
  await migrate(db, auditMigrations)
  await migrate(db, tables)
  const app = serve(
    db,
    () => new Date(),
    async () => ({ id: 1 }),
  )
  onTestFinished(async () => {
    await app.close()
    await db.close()
  })
  const headers = { cookie: 'ada', 'idempotency-key': 'k' }
  expect((await app.inject({ method: 'POST', url: '/things/1', headers, payload: {} })).statusCode).toBe(500)
})

function serve(db: Database, now: () => Date, make: GuardedHandler<typeof thingRoute>) {
  const app = Fastify(serverOptions())
  installProblems(app, { logger: { error: () => {} } })
  void app.register(async (scope) => {
    const guarded = guardRoutes(scope, {
      findCaller: async ({ headers }) => (headers.cookie === undefined ? null : personOf(headers.cookie)),
      clientIp: () => '192.0.2.1',
      now,
      repeatedCalls: createRepeatedCalls({ db, schema: 'captcha', now }),
    })
    mountRoute(guarded, thingRoute, make)
  })
  return app
}

import { openDatabase, migrate } from '@bollard/database'
import { installProblems, ProblemError, repeatCalls, serverOptions } from '@bollard/http'
import { startTestDatabase } from '@bollard/testing'
import Fastify from 'fastify'
import { repeatCaptchaCalls } from './repeat-captcha-calls.ts'
import { afterAll, expect, onTestFinished, test } from 'vitest'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

const route = { id: 'createThing', method: 'POST', path: '/things/{thingId}' } as const

/** A service of two processes that makes things, behind real HTTP handling. */
async function start() {
  const db = openDatabase({ connectionString: await postgres.createDatabase(), max: 8 })
  await migrate(db, { schema: 'server', directory: new URL('../migrations/', import.meta.url) })
  const clock = { now: new Date('2026-03-01T10:00:00.000Z') }
  const state = { made: 0, answer: async (): Promise<object> => ({ id: state.made, secret: 'told once' }) }
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
      scope.post('/things/:thingId', async (_request, reply) => {
        state.made += 1
        const answer = await state.answer()
        return reply.code(201).header('location', '/things/1').send(answer)
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
  const call = async (key: string | undefined, { cookie = 'ada', thing = 't1', body = { name: 'x' } as object } = {}) => {
    turn += 1
    const headers = { cookie, 'content-type': 'application/json', ...(key === undefined ? {} : { 'idempotency-key': key }) }
    const answer = await apps[turn % 2 === 0 ? 0 : 1].inject({ method: 'POST', url: `/things/${thing}`, headers, payload: JSON.stringify(body) })
    return { status: answer.statusCode, text: answer.body, headers: answer.headers, code: answer.json<{ code?: string }>().code ?? null }
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
  expect(answers.map(({ status, headers }) => `${status} ${String(headers['location'])}`)).toEqual(Array.from({ length: 100 }, () => '201 /things/1'))
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

test('a refusal is not kept; of what failed midway nobody knows, so it is never made again', async () => {
  const { state, call, clock, db } = await start()
  const refuse = (error: Error) => async () => Promise.reject(error)
  state.answer = refuse(new ProblemError('quota-exceeded'))
  expect([(await call('k')).code, (await call('k')).code]).toEqual(['quota-exceeded', 'quota-exceeded'])
  state.answer = async () => ({ id: state.made })
  expect((await call('k')).text).toBe('{"id":3}')

  state.answer = refuse(new Error('the connection broke while committing'))
  expect((await call('m')).status).toBe(500)
  // As it is when the process was killed: the key is taken and has no answer.
  expect(await db.query('test-taken', 'select status from server.repeated_calls where caller = $1 order by created_at, status nulls last', ['ada'])).toEqual([
    { status: 201 },
    { status: null },
  ])
  clock.now = new Date(clock.now.getTime() + 31_000)
  const made = state.made
  expect([(await call('m')).code, state.made]).toEqual(['state-conflict', made])
})

test('people behind one proxy with a password share no answer, and keys are told apart whatever else is sent along', async () => {
  const db = openDatabase({ connectionString: await postgres.createDatabase(), max: 4 })
  await migrate(db, { schema: 'server', directory: new URL('../migrations/', import.meta.url) })
  const app = Fastify(serverOptions())
  onTestFinished(async () => {
    await app.close()
    await db.close()
  })
  let made = 0
  await app.register(async (scope) => {
    const findActor = async (cookie: string | undefined) => (cookie === undefined ? null : { userId: cookie })
    repeatCaptchaCalls(scope, db, { findActor } as unknown as Parameters<typeof repeatCaptchaCalls>[2], () => new Date('2026-03-01T10:00:00.000Z'))
    scope.post('/captcha/v1/sites/:solutionId/rules', async (_request, reply) => reply.code(201).send({ id: (made += 1) }))
  })
  const create = async (headers: Record<string, string>) =>
    (await app.inject({ method: 'POST', url: '/captcha/v1/sites/s1/rules', headers: { 'idempotency-key': 'k', ...headers }, payload: {} })).json<{
      id: number
    }>().id
  const proxy = { authorization: 'Basic dGVhbTpzZWNyZXQ=' }
  expect([await create({ ...proxy, cookie: 'ada' }), await create({ ...proxy, cookie: 'eve' }), await create({ cookie: 'ada' })]).toEqual([1, 2, 1])
  expect([
    await create({ authorization: 'Bearer a' }),
    await create({ authorization: 'bearer a', cookie: 'ada' }),
    await create({ authorization: 'Bearer b' }),
  ]).toEqual([3, 3, 4])
})

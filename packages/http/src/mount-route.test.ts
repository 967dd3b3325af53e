import { anybody, defineRoute } from '@bollard/contracts'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { installProblems } from './install-problems.ts'
import { mountRoute } from './mount-route.ts'
import { serverOptions } from './server-options.ts'

const saveThing = defineRoute({
  id: 'saveThing',
  method: 'POST',
  path: '/things/{thingId}/parts',
  access: anybody,
  summary: 'Saves.',
  params: z.strictObject({ thingId: z.uuid() }),
  query: z.strictObject({ limit: z.coerce.number().int().max(100).default(25) }),
  body: {
    name: 'thingDto',
    schema: z.strictObject({
      label: z.string().trim().min(3).max(5),
      tags: z.array(z.string()).max(1),
      mail: z.email(),
      kind: z.enum(['A', 'B']),
      size: z.int().max(9),
      more: z.strictObject({ 'a/b': z.string() }).optional(),
    }),
  },
  response: { status: 201, schema: z.object({ label: z.string(), limit: z.int() }) },
  problems: [],
})
const forget = defineRoute({
  id: 'forget',
  method: 'DELETE',
  path: '/things',
  access: anybody,
  summary: 'Forgets.',
  response: { status: 204, schema: null },
  problems: [],
})

const good = { label: 'abcd', tags: [], mail: 'a@b.example', kind: 'A', size: 1 }
const address = '/things/019a0000-0000-7000-8000-000000000000/parts'

function startApp() {
  const app = Fastify(serverOptions())
  installProblems(app, { logger: { error: () => {} } })
  mountRoute(app, saveThing, async ({ body, query }) => ({
    label: body.label,
    limit: query.limit,
    passwordHash: 'secret',
  }))
  mountRoute(app, forget, async () => null)
  return app
}

const post = (payload: unknown, url = address) =>
  startApp().inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })

test('a handler gets parsed values and unlisted fields of its answer never leave', async () => {
  const answer = await post({ ...good, label: '  abcd ' }, `${address}?limit=7`)
  expect(answer.statusCode).toBe(201)
  expect(answer.json()).toEqual({ label: 'abcd', limit: 7 })
})

test('a route without an answer gives 204 and no body', async () => {
  const answer = await startApp().inject({ method: 'DELETE', url: '/things' })
  expect([answer.statusCode, answer.body]).toEqual([204, ''])
})

test('every field at fault is told with its pointer and a stable code', async () => {
  const answer = await post({ label: 'ab', tags: ['x', 'y'], mail: 'no', kind: 'C', size: '1', more: { 'a/b': 1 } })
  expect(answer.statusCode).toBe(422)
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/u)
  expect(answer.json()).toMatchObject({
    code: 'validation-failed',
    errors: [
      { pointer: '/label', code: 'too-short', params: { min: 3 } },
      { pointer: '/tags', code: 'too-long', params: { max: 1 } },
      { pointer: '/mail', code: 'invalid-format', params: { format: 'email' } },
      { pointer: '/kind', code: 'invalid-value' },
      { pointer: '/size', code: 'invalid-type', params: { expected: 'number' } },
      { pointer: '/more/a~1b', code: 'invalid-type', params: { expected: 'string' } },
    ],
  })
})

test('missing fields are required, not of a wrong type', async () => {
  const { errors } = (await post({})).json()
  expect(errors).toEqual(
    ['label', 'tags', 'mail', 'kind', 'size'].map((name) => ({ pointer: `/${name}`, code: 'required' })),
  )
})

test('an unknown field is refused with 400 and named', async () => {
  const answer = await post({ ...good, isAdmin: true, size: 10 })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({
    code: 'unknown-field',
    errors: [
      { pointer: '/size', code: 'too-large', params: { max: 9 } },
      { pointer: '/isAdmin', code: 'unknown-field' },
    ],
  })
})

test('a missing body is refused as required', async () => {
  const answer = await startApp().inject({ method: 'POST', url: address })
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toMatchObject({ errors: [{ pointer: '', code: 'required' }] })
})

test.each(['/things/7/parts', `${address}?limit=200`, `${address}?limit=x`, `${address}?other=1`])(
  '%s is an invalid parameter',
  async (url) => {
    const answer = await post(good, url)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'invalid-parameter', errors: [expect.anything()] })
  },
)

test('an answer that breaks the contract is an internal error, not an answer', async () => {
  const app = Fastify()
  installProblems(app, { logger: { error: () => {} } })
  app.get('/broken', async () => saveThing.response.schema.parse({ label: 1 }))
  const answer = await app.inject('/broken')
  expect(answer.statusCode).toBe(500)
  expect(answer.body).not.toContain('label')
})

test('what a call creates is named by its place, out of the parameters and the answer; a place that the answer does not say is a fault', async () => {
  const made = { id: 'b/1', part: { id: '7' }, none: null }
  const create = (location: string) => {
    const app = Fastify(serverOptions())
    installProblems(app, { logger: { error: () => {} } })
    const route = defineRoute({
      id: 'makePart',
      method: 'POST',
      path: '/things/{thingId}/parts',
      access: anybody,
      summary: 'Makes.',
      params: z.strictObject({ thingId: z.string() }),
      response: {
        status: 201,
        schema: z.object({ id: z.string(), part: z.object({ id: z.string() }), none: z.null() }),
      },
      location,
      problems: [],
    })
    mountRoute(app, route, async () => made)
    return app.inject({ method: 'POST', url: '/things/a/parts' })
  }
  expect((await create('/things/{thingId}/parts/{id}')).headers['location']).toBe('/things/a/parts/b%2F1')
  expect((await create('/parts/{part.id}')).headers['location']).toBe('/parts/7')
  const nothing = await create('/parts/{none}')
  expect([nothing.statusCode, nothing.headers['location']]).toEqual([201, undefined])
  expect((await create('/parts/{name}')).statusCode).toBe(500)
})

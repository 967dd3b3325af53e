import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { installProblems } from './install-problems.ts'
import { noteCaller } from './noted-caller.ts'
import { ProblemError } from '@bollard/contracts'
import { serverOptions } from './server-options.ts'

function startApp() {
  const logged: { fields: object; message: string }[] = []
  const app = Fastify(serverOptions())
  installProblems(app, {
    logger: {
      error: (fields, message) => void logged.push({ fields, message }),
      warn: (fields, message) => void logged.push({ fields, message }),
    },
    docsUrl: 'https://docs.example/',
  })
  app.post('/echo', async (request) => request.body)
  app.get('/refused', async () => {
    throw new ProblemError('rate-limited', 'Slower.', { retryAfterSeconds: 7, limit: 3 })
  })
  app.get('/crash', async () => {
    throw new Error('password of the database is hunter2')
  })
  app.get('/away', async () => {
    throw new Error('wrapped', {
      cause: Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), {
        code: 'ECONNREFUSED',
        syscall: 'connect',
      }),
    })
  })
  app.get('/stopping', async () => {
    throw Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' })
  })
  return { app, logged }
}

const json = { 'content-type': 'application/json' }

test('a problem carries type, title, status, detail, code and a fresh request id', async () => {
  const { app } = startApp()
  const answer = await app.inject({ url: '/refused', headers: { 'request-id': 'mine', 'x-request-id': 'mine' } })
  expect(answer.statusCode).toBe(429)
  expect(answer.headers['retry-after']).toBe('7')
  expect(answer.headers).toMatchObject({ 'ratelimit-limit': '3', 'ratelimit-remaining': '0', 'ratelimit-reset': '7' })
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/u)
  expect(answer.headers['request-id']).toMatch(/^[0-9a-f-]{36}$/u)
  expect(answer.json()).toEqual({
    type: 'https://docs.example/errors/rate-limited',
    title: 'Too many requests',
    status: 429,
    detail: 'Slower.',
    code: 'rate-limited',
    requestId: answer.headers['request-id'],
    retryAfterSeconds: 7,
  })
})

test('malformed JSON is 400', async () => {
  for (const payload of ['{', '{"__proto__":{"isAdmin":true}}', '{"a":{"constructor":{"prototype":{}}}}', '']) {
    const answer = await startApp().app.inject({ method: 'POST', url: '/echo', headers: json, payload })
    expect([answer.statusCode, answer.json().code], payload).toEqual([400, 'malformed-json'])
  }
})

test('a body is at most 20 levels deep, and a hostile one is refused without a walk to its end', async () => {
  const { app } = startApp()
  const echo = async (payload: string) => app.inject({ method: 'POST', url: '/echo', headers: json, payload })
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  expect((await echo(nested(20))).body).toBe(nested(20))
  for (const payload of [nested(21), nested(32_000), `{"a":${'{"b":'.repeat(20)}1${'}'.repeat(20)}}`]) {
    const answer = await echo(payload)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'malformed-json'])
  }
})

test('calls that somebody may not make are logged with who made them, a few a second, and cannot forge a line', async () => {
  const { app, logged } = startApp()
  app.addHook('onRequest', async (request) => {
    if (request.headers.cookie !== undefined) noteCaller(request, request.headers.cookie)
  })
  const codes = ['role-too-low', 'scope-missing', 'secret-key-invalid', 'not-found', 'validation-failed'] as const
  for (const code of codes) {
    app.get(`/solutions/:id/${code}`, async () => {
      throw new ProblemError(code)
    })
  }
  const refuse = (code: string, headers = {}) => app.inject({ url: `/solutions/a%0Ab/${code}?token=hidden`, headers })
  for (const code of codes) await refuse(code, { cookie: 'ada' })
  expect(logged.map(({ fields }) => fields)).toEqual(
    codes.slice(0, 4).map((code) => ({
      requestId: expect.any(String),
      code,
      method: 'GET',
      route: `/solutions/:id/${code}`,
      params: { id: 'a\nb' },
      caller: 'ada',
    })),
  )
  // Somebody unknown who finds nothing is no news.
  await refuse('not-found')
  expect(logged).toHaveLength(4)
  // As pino writes it: one line, whatever is in it.
  const lines: string[] = []
  const real = Fastify({
    ...serverOptions(),
    logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } },
  })
  installProblems(real)
  real.get('/:id', async () => {
    throw new ProblemError('forbidden')
  })
  await real.inject({ url: '/a%0A%7B%22level%22:60%7D' })
  expect(lines).toHaveLength(1)
  expect(lines[0]?.trimEnd()).not.toContain('\n')
  const clock = vi.spyOn(performance, 'now').mockReturnValue(3_600_000)
  onTestFinished(() => clock.mockRestore())
  logged.splice(0)
  for (let index = 0; index < 100; index += 1) await refuse('role-too-low')
  expect(logged).toHaveLength(20)
})

test('a body above the limit is 413', async () => {
  const answer = await startApp().app.inject({
    method: 'POST',
    url: '/echo',
    headers: json,
    payload: JSON.stringify('x'.repeat(70_000)),
  })
  expect([answer.statusCode, answer.json().code]).toEqual([413, 'too-large'])
})

test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml'])(
  'a body of %s is 415',
  async (type) => {
    const answer = await startApp().app.inject({
      method: 'POST',
      url: '/echo',
      headers: { 'content-type': type },
      payload: 'a=1',
    })
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'media-type'])
  },
)

test('an unknown address is 404 and is not echoed', async () => {
  const answer = await startApp().app.inject('/nowhere/<script>')
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'not-found'])
  expect(answer.body).not.toContain('nowhere')
})

test('an address that cannot be decoded is a problem and is not echoed', async () => {
  const answer = await startApp().app.inject('/%zz')
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid-parameter'])
  expect(answer.body).not.toContain('zz')
})

test('an unexpected error tells the caller only the id under which it is logged', async () => {
  const { app, logged } = startApp()
  const answer = await app.inject('/crash?secret=1')
  expect(answer.statusCode).toBe(500)
  expect(answer.body).not.toContain('hunter2')
  expect(logged).toEqual([
    {
      fields: {
        requestId: answer.json().requestId,
        method: 'GET',
        route: '/crash',
        code: 'internal',
        err: expect.any(Error),
      },
      message: 'internal while answering',
    },
  ])
})

test.each(['/away', '/stopping'])('a database that is away is 503 (%s)', async (url) => {
  const answer = await startApp().app.inject(url)
  expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([503, 'unavailable', '2'])
})

test('JSON Schema findings of the hot path get the same codes', async () => {
  const app = Fastify({ ajv: { customOptions: { removeAdditional: false, coerceTypes: false, allErrors: true } } })
  installProblems(app)
  const body = {
    type: 'object',
    required: ['a'],
    additionalProperties: false,
    properties: { a: {}, b: { type: 'string', maxLength: 1 }, c: { type: 'integer', minimum: 3 } },
  }
  app.post('/edge', { schema: { body } }, async () => null)
  const send = async (payload: object) => (await app.inject({ method: 'POST', url: '/edge', payload })).json()
  expect(await send({ b: 'xy', c: 1 })).toMatchObject({
    code: 'validation-failed',
    status: 422,
    errors: [
      { pointer: '/a', code: 'required' },
      { pointer: '/b', code: 'too-long', params: { max: 1 } },
      { pointer: '/c', code: 'too-small', params: { min: 3 } },
    ],
  })
  expect(await send({ a: 1, d: 1 })).toMatchObject({
    code: 'unknown-field',
    status: 400,
    errors: [{ pointer: '/d', code: 'unknown-field' }],
  })
})

test('while the database is away the log gets one line a second, not one for each call', async () => {
  const { app, logged } = startApp()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(5_000)
  onTestFinished(() => clock.mockRestore())
  for (let call = 0; call < 50; call += 1) expect((await app.inject('/away')).statusCode).toBe(503)
  expect(logged).toHaveLength(1)
  clock.mockReturnValue(6_000)
  for (let call = 0; call < 50; call += 1) await app.inject('/away')
  expect(logged.map(({ fields }) => fields)).toMatchObject([{}, { untold: 49 }])
  await app.inject('/crash')
  expect(logged.at(-1)?.fields).toMatchObject({ untold: 49 })
  for (let call = 0; call < 5; call += 1) await app.inject('/crash')
  expect(logged.filter(({ message }) => message === 'internal while answering')).toHaveLength(6)
})

test('no answer may be taken for another type', async () => {
  const { app } = startApp()
  for (const url of ['/refused', '/nowhere', '/crash'])
    expect((await app.inject(url)).headers['x-content-type-options']).toBe('nosniff')
})

import { inspect } from 'node:util'
import { compatPaths, friendlyCaptchaAnswerSchema } from '@bollard/contracts'
import { installProblems } from '@bollard/http'
import Fastify, { type InjectOptions } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { keepOutage } from '../../outage/outages.ts'
import {
  askForm,
  askFriendly,
  awayDatabase,
  codeOfForm,
  failoverToken,
  form,
  formPaths,
} from '../../testing/compat/ask.ts'
import { setSettings } from '../../testing/set-settings.ts'
import { makeSite, startCluster } from '../../testing/start-service.ts'
import { pass } from '../../testing/walk-through.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())
const it = await cluster.startService()
const site = await makeSite(it)
const secret = site.secretKey
const { recaptcha, hcaptcha, turnstile, friendlyCaptcha } = compatPaths

const fields = async () => ({ secret, response: (await pass(it.app, site.siteKey)).token })

test.for(formPaths)('%s reads forms, multipart bodies and JSON, with whatever content type', async (path) => {
  const sends: [string, () => Promise<InjectOptions>][] = [
    [
      'form',
      async () => ({
        method: 'POST',
        url: path,
        headers: { 'content-type': `${form['content-type']}; charset=UTF-8` },
        payload: `${new URLSearchParams(await fields())}`,
      }),
    ],
    [
      'JSON',
      async () => ({
        method: 'POST',
        url: path,
        headers: { 'content-type': 'application/json; charset=utf-8' },
        payload: JSON.stringify({ ...(await fields()), remoteip: null, more: {} }),
      }),
    ],
    [
      'JSON as text',
      async () => ({
        method: 'POST',
        url: path,
        headers: { 'content-type': 'text/plain;charset=UTF-8' },
        payload: JSON.stringify(await fields()),
      }),
    ],
    [
      'form as text',
      async () => ({
        method: 'POST',
        url: path,
        headers: { 'content-type': 'text/plain' },
        payload: `${new URLSearchParams(await fields())}`,
      }),
    ],
    ['multipart', async () => multipart(path, Object.entries(await fields()))],
  ]
  for (const [name, send] of sends) {
    const response = await it.app.inject(await send())
    expect([name, response.json<{ success: boolean }>().success]).toEqual([name, true])
    expect(response.headers['cache-control']).toBe('no-store')
  }
})

async function multipart(url: string, entries: [string, string | Blob][]) {
  const data = new FormData()
  for (const [name, value] of entries) {
    if (typeof value === 'string') data.append(name, value)
    else data.append(name, value, 'file.txt')
  }
  const response = new Response(data)
  return {
    method: 'POST' as const,
    url,
    headers: { 'content-type': response.headers.get('content-type') ?? '' },
    payload: Buffer.from(await response.arrayBuffer()),
  }
}

test.for(formPaths)('%s takes odd multipart bodies for what they are', async (path) => {
  const { token } = await pass(it.app, site.siteKey)
  const codes = async (call: InjectOptions) => {
    const response = await it.app.inject(call)
    return [response.statusCode, response.json<{ 'error-codes': string[] }>()['error-codes']]
  }
  const bad = [200, ['bad-request']]
  const post = (type: string, payload: string) => ({
    method: 'POST' as const,
    url: path,
    headers: { 'content-type': type },
    payload,
  })
  expect(await codes(post('multipart/form-data', 'x'))).toEqual(bad)
  expect(await codes(post('multipart/form-data; boundary=', '--\r\n'))).toEqual(bad)
  expect(await codes(post('multipart/form-data; boundary=x', 'secret=a'))).toEqual(bad)
  expect(
    await codes(
      post('multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="secret"\r\n\r\nhalf'),
    ),
  ).toEqual(bad)
  const both: [string, string][] = [
    ['secret', secret],
    ['response', token],
  ]
  expect(await codes(await multipart(path, [...both, ['secret', 'another']]))).toEqual(bad)
  expect(
    await codes(
      await multipart(path, [
        ['secret', secret],
        ['response', new Blob([token])],
      ]),
    ),
  ).toEqual(bad)
  expect(
    await codes(
      await multipart(path, [
        ['__proto__', 'x'],
        ['constructor', 'x'],
        ['secret', secret],
      ]),
    ),
  ).toEqual([200, ['missing-input-response']])
  expect(
    await codes(
      await multipart(path, [
        ['secret', secret],
        ['response', 'x'.repeat(9_000)],
      ]),
    ),
  ).toEqual([413, ['bad-request']])
  const good = await it.app.inject(
    await multipart(path, [...both, ['response', token], ['upload', new Blob(['x'])], ['__proto__', 'x']]),
  )
  expect(good.json()).toMatchObject({ success: true })
})

test.for(formPaths)('%s refuses other methods in its own shape and uses nothing up', async (path) => {
  const { token } = await pass(it.app, site.siteKey)
  const url = `${path}?${new URLSearchParams({ secret, response: token })}`
  for (const method of [
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    ...(path === recaptcha ? [] : ['GET' as const]),
  ] as const) {
    const response = await it.app.inject({ method, url })
    expect([method, response.statusCode, response.headers['allow'], response.json()['error-codes']]).toEqual([
      method,
      405,
      path === recaptcha ? 'GET, POST' : 'POST',
      ['bad-request'],
    ])
  }
  expect((await it.app.inject({ method: 'HEAD', url })).statusCode).toBe(405)
  expect((await askForm(it.app, path, { secret, response: token })).body).toMatchObject({ success: true })
})

test('fields in the address count for reCAPTCHA alone, and no secret of one is logged, whatever becomes of the call', async () => {
  const lines: unknown[] = []
  const log = (...line: unknown[]) => void lines.push(line)
  const away = await cluster.startService({ beside: it, edgeDb: awayDatabase(it.db) })
  const logging = Fastify()
  installProblems(logging, { logger: { error: log, warn: log } })
  await logging.register(away.service.edgeRoutes)
  for (const method of ['GET', 'POST'] as const) {
    const query = new URLSearchParams(await fields())
    expect((await it.app.inject({ method, url: `${recaptcha}?${query}` })).json()).toMatchObject({ success: true })
  }
  const given = await fields()
  const query = new URLSearchParams(given)
  for (const path of [hcaptcha, turnstile]) {
    expect((await it.app.inject({ method: 'GET', url: `${path}?${query}` })).statusCode).toBe(405)
    expect((await it.app.inject({ method: 'POST', url: `${path}?${query}` })).json()['error-codes']).toEqual([
      'missing-input-secret',
    ])
  }
  const own = await it.app.inject({ url: `/captcha/v1/siteverify?${query}` })
  expect([own.statusCode, own.headers['allow'], own.json()['error-codes']]).toEqual([
    405,
    'POST',
    ['bad-request', 'method-not-allowed'],
  ])
  // Nothing of all that has used the token up.
  expect((await askForm(it.app, hcaptcha, given)).body).toMatchObject({ success: true })
  for (const path of [...formPaths, '/captcha/v1/siteverify', '/captcha/v1/nothing-here'])
    for (const method of ['GET', 'POST', 'PUT'] as const) await logging.inject({ method, url: `${path}?${query}` })
  expect(lines.length).toBeGreaterThan(0)
  expect(inspect(lines, { depth: 9 })).not.toContain(given.secret)
  await logging.close()
})

test.for([...formPaths, friendlyCaptcha])('no page of another origin can read what %s answers', async (path) => {
  for (const method of ['OPTIONS', 'POST'] as const) {
    const response = await it.app.inject({
      method,
      url: path,
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
    })
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  }
})

test('a response that is far too long is a wrong one over the wire too, before it was sent to its end', async () => {
  const base = await it.app.listen({ port: 0, host: '127.0.0.1' })
  const body = JSON.stringify({ secret, response: 'x'.repeat(2_000_000) })
  const ask = (path: string) =>
    fetch(base + path, { method: 'POST', headers: { 'x-api-key': secret, 'content-type': 'application/json' }, body })
  for (let round = 0; round < 3; round++) {
    const friendly = await ask(friendlyCaptcha)
    expect([friendly.status, friendlyCaptchaAnswerSchema.parse(await friendly.json())]).toMatchObject([
      200,
      { error: { error_code: 'response_invalid' } },
    ])
    expect((await ask(turnstile)).status).toBe(413)
  }
})

test('tokens of an outage are judged by the record of outages, in every protocol', async () => {
  const own = await makeSite(it)
  await setSettings(it, own, { failover: 'RECORDED_OUTAGES' })
  await it.db.transaction((tx) => keepOutage(tx, { cause: 'SERVICE_DOWN', fromAgeMs: 90_000, toAgeMs: 30_000 }))
  const response = () => failoverToken(own.siteKey, Date.now() - 60_000)
  it.clock.now = Date.now() + 2_000
  for (const path of formPaths)
    expect((await askForm(it.app, path, { secret: own.secretKey, response: response() })).body).toMatchObject({
      success: true,
      hostname: '',
      // Nobody was judged: an owner who lets scores decide must not take them for a person, nor for a bot.
      ...(path === turnstile ? {} : { score: 0.5 }),
    })
  expect((await askFriendly(it.app, own.secretKey, { response: response() })).body).toMatchObject({
    success: true,
    data: { challenge: { origin: '' } },
  })
  const used = response()
  await askForm(it.app, recaptcha, { secret: own.secretKey, response: used })
  expect(await codeOfForm(it.app, hcaptcha, { secret: own.secretKey, response: used })).toBe('already-seen-response')
})

import {
  compatPaths,
  friendlyCaptchaAnswerSchema,
  hcaptchaAnswerSchema,
  recaptchaAnswerSchema,
  turnstileAnswerSchema,
} from '@bollard/contracts'
import { afterAll, expect, test } from 'vitest'
import { askForm, askFriendly, askTrustcaptcha, codeOfForm, form, formPaths } from '../../testing/compat/ask.ts'
import { makeSite, startCluster } from '../../testing/start-service.ts'
import { pass, siteverify, visit } from '../../testing/walk-through.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())
const it = await cluster.startService()
const beside = await cluster.startService({ beside: it })
const site = await makeSite(it)
const secret = site.secretKey
const { recaptcha, hcaptcha, turnstile, friendlyCaptcha } = compatPaths

test('reCAPTCHA hears a time in seconds, the host, a score where 1 is a person, and the action if there was one', async () => {
  const { token } = await pass(it.app, site.siteKey, { action: 'signup' })
  const { status, body } = await askForm(it.app, recaptcha, { secret, response: token, remoteip: '192.0.2.1' })
  expect(status).toBe(200)
  const answer = recaptchaAnswerSchema.parse(body)
  expect(answer).toMatchObject({
    success: true,
    hostname: 'shop.example',
    action: 'signup',
    challenge_ts: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/u),
  })
  expect(answer.success && answer.score).toBeGreaterThan(0.9)
  const unnamed = await askForm(it.app, recaptcha, { secret, response: (await pass(it.app, site.siteKey)).token })
  expect(Object.keys(recaptchaAnswerSchema.parse(unnamed.body))).toEqual([
    'success',
    'challenge_ts',
    'hostname',
    'score',
  ])
})

test('hCaptcha hears a score where 1 is a bot, and why', async () => {
  const { token } = await pass(it.app, site.siteKey)
  const { body } = await askForm(it.app, hcaptcha, {
    secret,
    response: token,
    sitekey: site.siteKey,
    remoteip: '2001:db8::1',
  })
  const answer = hcaptchaAnswerSchema.parse(body)
  expect(answer).toMatchObject({
    success: true,
    hostname: 'shop.example',
    credit: false,
    score_reason: expect.arrayContaining(['real-pointer-movement']),
  })
  expect(answer.success && answer.score).toBeLessThan(0.1)
})

test('Turnstile hears the action and that nobody had to do anything', async () => {
  const { token } = await pass(it.app, site.siteKey, { action: 'login' })
  const { body } = await askForm(it.app, turnstile, { secret, response: token })
  expect(turnstileAnswerSchema.parse(body)).toMatchObject({
    success: true,
    action: 'login',
    'error-codes': [],
    messages: [],
    metadata: { interactive: false },
  })
})

test("Turnstile hears the page's own data, which the token has carried, and every time it asks with the same key", async () => {
  const data = '-_azAZ09'.padEnd(255, 'x')
  const { token } = await pass(it.app, site.siteKey, { cData: data })
  expect(token.length).toBeLessThan(2_048)
  for (const response of ['x'.repeat(token.length), `${token.slice(0, 60)}x${token.slice(61)}`])
    expect(await codeOfForm(it.app, turnstile, { secret, response })).toBe('invalid-input-response')
  const fields = { secret, response: token, idempotency_key: crypto.randomUUID() }
  const { body } = await askForm(it.app, turnstile, fields)
  expect(turnstileAnswerSchema.parse(body)).toMatchObject({ success: true, cdata: data })
  expect((await askForm(beside.app, turnstile, fields)).body).toEqual(body)
  const unnamed = await askForm(it.app, turnstile, { secret, response: (await pass(it.app, site.siteKey)).token })
  expect(turnstileAnswerSchema.parse(unnamed.body)).toMatchObject({ success: true, cdata: '' })
})

test('reCAPTCHA answers in lines, as clients search the text, and every address also with a slash behind it', async () => {
  const text = async (path: string, fields: Record<string, string>) =>
    (
      await it.app.inject({
        method: 'POST',
        url: path,
        headers: form,
        payload: new URLSearchParams(fields).toString(),
      })
    ).body
  const response = (await pass(it.app, site.siteKey)).token
  const passed = await text(`${recaptcha}/`, { secret, response })
  expect(passed).toContain('"success": true,\n')
  expect(passed).toBe(JSON.stringify(JSON.parse(passed), null, 2))
  expect(await text(recaptcha, { secret, response })).toBe(
    '{\n  "success": false,\n  "error-codes": [\n    "timeout-or-duplicate"\n  ]\n}',
  )
  expect((await it.app.inject({ method: 'PUT', url: recaptcha })).body).toContain('"success": false,\n')
  for (const path of formPaths)
    expect(await askForm(it.app, `${path}/`, {})).toMatchObject({
      status: 200,
      body: { success: false, 'error-codes': ['missing-input-secret'] },
    })
  expect((await it.app.inject({ method: 'DELETE', url: `${turnstile}/` })).statusCode).toBe(405)
  expect((await it.app.inject({ method: 'POST', url: `${friendlyCaptcha}/` })).statusCode).toBe(401)
})

test('Friendly Captcha hears the id and the origin, as JSON and as a form', async () => {
  const [first, second] = [await pass(it.app, site.siteKey), await pass(it.app, site.siteKey)]
  const { status, body } = await askFriendly(it.app, secret, { response: first.token, sitekey: site.siteKey })
  expect(status).toBe(200)
  expect(friendlyCaptchaAnswerSchema.parse(body)).toMatchObject({
    success: true,
    data: { event_id: first.verificationId, challenge: { origin: 'https://shop.example' }, risk_intelligence: null },
  })
  const posted = await askFriendly(it.app, secret, new URLSearchParams({ response: second.token }).toString(), form)
  expect(posted.body).toMatchObject({ success: true, data: { event_id: second.verificationId } })
})

test('a token of one protocol is used up for all, in every process: of 1000 parallel redeems one is accepted', async () => {
  const { token, verificationId } = await pass(it.app, site.siteKey)
  const ask = [
    (app: typeof it.app) => siteverify(app, { secret, response: token }).then(({ success }) => success),
    ...formPaths.map(
      (path) => (app: typeof it.app) =>
        askForm(app, path, { secret, response: token }).then(({ body }) => body['success'] === true),
    ),
    (app: typeof it.app) => askFriendly(app, secret, { response: token }).then(({ body }) => body.success),
    (app: typeof it.app) => askTrustcaptcha(app, verificationId, secret).then(({ status }) => status === 200),
    (app: typeof it.app) =>
      askForm(app, turnstile, { secret, response: token, idempotency_key: crypto.randomUUID() }).then(
        ({ body }) => body['success'] === true,
      ),
  ]
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, (_, index) => ask[index % ask.length]?.(index % 2 === 0 ? it.app : beside.app)),
  )
  expect(answers.filter((success) => success === true)).toHaveLength(1)
})

test('the result of a refused visitor never passes by a token, and TrustCaptcha is told so', async () => {
  const { verificationId, answered } = await visit(it.app, site.siteKey, { collected: ['webdriver'] })
  expect(answered?.status).toBe('refused')
  expect((await askTrustcaptcha(it.app, verificationId, secret)).body).toMatchObject({
    verificationPassed: false,
    decisionAction: 'BLOCK',
  })
})

test('a key of all environments takes tokens of each, and with a site key those of that one alone', async () => {
  const own = await makeSite(it)
  it.roles.set(`ada ${own.solutionId}`, 'ADMIN')
  const call = (path: string, payload: object) =>
    it.app.inject({
      method: 'POST',
      url: `/captcha/v1/sites/${own.solutionId}/${path}`,
      headers: { cookie: 'ada' },
      payload,
    })
  const staging = (await call('environments', { name: 'Staging', domains: ['shop.example'] })).json<{
    siteKey: string
  }>()
  const wide = (
    await call('api-keys', { name: 'All', scopes: ['verify'], environmentId: null, networks: [], expiresAt: null })
  ).json<{ secretKey: string }>().secretKey
  const response = (await pass(it.app, staging.siteKey)).token
  expect(await codeOfForm(it.app, hcaptcha, { secret: wide, response, sitekey: own.siteKey })).toBe(
    'invalid-input-response',
  )
  expect((await askFriendly(it.app, wide, { response, sitekey: own.siteKey })).body.error?.error_code).toBe(
    'response_invalid',
  )
  expect(await codeOfForm(it.app, hcaptcha, { secret: own.secretKey, response, sitekey: staging.siteKey })).toBe(
    'sitekey-secret-mismatch',
  )
  expect((await askForm(it.app, hcaptcha, { secret: wide, response, sitekey: staging.siteKey })).body).toMatchObject({
    success: true,
  })
  const foreign = (await pass(it.app, site.siteKey)).token
  for (const path of formPaths)
    expect(await codeOfForm(it.app, path, { secret: wide, response: foreign })).toBe('invalid-input-response')
})

test('a revoked key is refused everywhere, and what it asked about stays good', async () => {
  const own = await makeSite(it)
  const { token, verificationId } = await pass(it.app, own.siteKey)
  expect((await siteverify(it.app, { secret: own.secretKey, response: 'x' }))['error-codes'][0]).toBe(
    'invalid-input-response',
  )
  await it.db.query(
    'test-revoke',
    'update captcha.api_keys k set revoked_at = now() from captcha.sites s where s.id = k.site_id and s.solution_id = $1',
    [own.solutionId],
  )
  for (const path of formPaths)
    expect(await codeOfForm(it.app, path, { secret: own.secretKey, response: token })).toBe('invalid-input-secret')
  expect(
    await codeOfForm(it.app, turnstile, {
      secret: own.secretKey,
      response: token,
      idempotency_key: crypto.randomUUID(),
    }),
  ).toBe('invalid-input-secret')
  expect((await askFriendly(it.app, own.secretKey, { response: token })).status).toBe(401)
  expect((await askTrustcaptcha(it.app, verificationId, own.secretKey)).status).toBe(403)
  await it.db.query(
    'test-unrevoke',
    'update captcha.api_keys k set revoked_at = null from captcha.sites s where s.id = k.site_id and s.solution_id = $1',
    [own.solutionId],
  )
  it.clock.now += 6_000
  expect((await askForm(it.app, hcaptcha, { secret: own.secretKey, response: token })).body).toMatchObject({
    success: true,
  })
})

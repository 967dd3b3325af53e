import {
  type CompatCode,
  compatPaths,
  type FriendlyCaptchaCode,
  friendlyCaptchaCodes,
  type HcaptchaCode,
  hcaptchaCodes,
  type RecaptchaCode,
  recaptchaCodes,
  type TrustcaptchaCode,
  trustcaptchaCodes,
  type TurnstileCode,
  turnstileCodes,
} from '@bollard/contracts'
import { afterAll, expect, test } from 'vitest'
import { generateApiKey } from '../../access/api-keys/key-format.ts'
import { foreignSecretKeys } from '../../access/test-keys/foreign-test-keys.ts'
import { testKeys } from '../../access/test-keys/test-keys.ts'
import {
  askForm,
  askFriendly,
  askTrustcaptcha,
  awayDatabase,
  codeOfForm,
  failoverToken,
  form,
} from '../../testing/compat/ask.ts'
import { makeSite, startCluster, type TestService } from '../../testing/start-service.ts'
import { pass, started } from '../../testing/walk-through.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())
const it = await cluster.startService()
const away = await cluster.startService({ beside: it, edgeDb: awayDatabase(it.db) })
const site = await makeSite(it)
const other = await makeSite(it)
const secret = site.secretKey
const wrongSecret = generateApiKey((size) => Buffer.alloc(size, 9))
const dummyToken = '10000000-aaaa-bbbb-cccc-000000000001'

const token = async (of = site) => (await pass(it.app, of.siteKey)).token
async function usedToken(): Promise<string> {
  const response = await token()
  await askForm(it.app, compatPaths.recaptcha, { secret, response })
  return response
}
/** Asked in a quarter of an hour from now. */
async function later<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  it.clock.now += 900_000
  try {
    return await act()
  } finally {
    it.clock.now -= 900_000
  }
}
async function expired(path: string): Promise<unknown> {
  const response = await token()
  return later(() => codeOfForm(it.app, path, { secret, response }))
}
async function raw(
  service: TestService,
  url: string,
  headers: Record<string, string>,
  payload: string,
): Promise<unknown> {
  const response = await service.app.inject({ method: 'POST', url, headers, payload })
  return [response.statusCode, response.json<{ 'error-codes': string[] }>()['error-codes']]
}

/** Ways to be answered each code; the compiler sees that none is missing. */
type Scenarios<Code extends string> = Readonly<Record<Code, () => Promise<void>>>
const answers =
  (path: string, fields: () => Promise<Record<string, string>> | Record<string, string>, code: string) => async () =>
    expect(await codeOfForm(it.app, path, await fields())).toBe(code)

/** What the three captchas with forms have in common. */
const common = (path: string) => ({
  'missing-input-secret': answers(path, async () => ({ response: await token() }), 'missing-input-secret'),
  'invalid-input-secret': async () => {
    const response = await token()
    for (const wrong of ['wrong', wrongSecret, 'x'.repeat(300)])
      expect(await codeOfForm(it.app, path, { secret: wrong, response })).toBe('invalid-input-secret')
  },
  'missing-input-response': answers(path, () => ({ secret }), 'missing-input-response'),
  'invalid-input-response': async () => {
    const own = await token()
    const altered = `${own.slice(0, 20)}${own[20] === 'A' ? 'B' : 'A'}${own.slice(21)}`
    for (const response of [
      'nonsense',
      altered,
      `${own}A`,
      'x'.repeat(2_049),
      await token(other),
      failoverToken(site.siteKey, it.clock.now),
    ])
      expect(await codeOfForm(it.app, path, { secret, response })).toBe('invalid-input-response')
    expect(await codeOfForm(it.app, path, { secret: testKeys.FAILS.secretKey, response: 'x' })).toBe(
      'invalid-input-response',
    )
  },
  'bad-request': async () => {
    expect(await raw(it, path, { 'content-type': 'application/json' }, '{')).toEqual([200, ['bad-request']])
    expect(await raw(it, path, { 'content-type': 'application/xml' }, '<x/>')).toEqual([200, ['bad-request']])
    expect(await raw(it, path, form, `secret=a&secret=b`)).toEqual([200, ['bad-request']])
  },
})

const recaptcha: Scenarios<RecaptchaCode> = {
  ...common(compatPaths.recaptcha),
  'timeout-or-duplicate': async () => {
    expect(await codeOfForm(it.app, compatPaths.recaptcha, { secret, response: await usedToken() })).toBe(
      'timeout-or-duplicate',
    )
    expect(await expired(compatPaths.recaptcha)).toBe('timeout-or-duplicate')
  },
}

const { hcaptcha: hc, turnstile: ts } = compatPaths
const hcaptchaSecret = [...foreignSecretKeys].find(([, { scores }]) => scores !== null)?.[0] ?? ''
const hcaptcha: Scenarios<HcaptchaCode> = {
  ...common(hc),
  'expired-input-response': async () => expect(await expired(hc)).toBe('expired-input-response'),
  'already-seen-response': answers(hc, async () => ({ secret, response: await usedToken() }), 'already-seen-response'),
  'invalid-remoteip': answers(
    hc,
    async () => ({ secret, response: await token(), remoteip: '1.2.3.4.5' }),
    'invalid-remoteip',
  ),
  'invalid-sitekey': answers(
    hc,
    async () => ({ secret, response: await token(), sitekey: 'bsk_nobody' }),
    'invalid-sitekey',
  ),
  'sitekey-secret-mismatch': answers(
    hc,
    async () => ({ secret, response: await token(), sitekey: other.siteKey }),
    'sitekey-secret-mismatch',
  ),
  'not-using-dummy-passcode': answers(
    hc,
    async () => ({ secret: hcaptchaSecret, response: await token() }),
    'not-using-dummy-passcode',
  ),
  'not-using-dummy-secret': async () => {
    for (const real of [secret, wrongSecret])
      expect(await codeOfForm(it.app, hc, { secret: real, response: dummyToken })).toBe('not-using-dummy-secret')
    const ours = await pass(it.app, testKeys.PASSES.siteKey)
    expect(await codeOfForm(it.app, hc, { secret, response: ours.token })).toBe('not-using-dummy-secret')
  },
}

const turnstile: Scenarios<TurnstileCode> = {
  ...common(ts),
  'bad-request': async () => {
    await common(ts)['bad-request']()
    const response = await token()
    expect(await codeOfForm(it.app, ts, { secret, response, idempotency_key: 'no-uuid' })).toBeTypeOf('string')
    expect((await askForm(it.app, ts, { secret, response, idempotency_key: 'no-uuid' })).body).toMatchObject({
      'error-codes': ['bad-request'],
      messages: ['idempotency-key-invalid'],
    })
  },
  'timeout-or-duplicate': async () => {
    expect(await codeOfForm(it.app, ts, { secret, response: await usedToken() })).toBe('timeout-or-duplicate')
    expect(await expired(ts)).toBe('timeout-or-duplicate')
  },
  'internal-error': async () => {
    expect(await askForm(away.app, ts, { secret, response: await token() })).toMatchObject({
      status: 200,
      body: { 'error-codes': ['internal-error'] },
    })
  },
}

const friendlyAnswers = (ask: () => ReturnType<typeof askFriendly>, code: FriendlyCaptchaCode) => async () => {
  const { status, body } = await ask()
  expect([status, body.success, body.error?.error_code]).toEqual([friendlyCaptchaCodes[code].http, false, code])
}
const friendly: Scenarios<FriendlyCaptchaCode> = {
  auth_required: friendlyAnswers(() => askFriendly(it.app, null, { response: 'x' }), 'auth_required'),
  auth_invalid: friendlyAnswers(() => askFriendly(it.app, wrongSecret, { response: 'x' }), 'auth_invalid'),
  sitekey_invalid: async () => {
    for (const sitekey of ['nobody', other.siteKey, testKeys.PASSES.siteKey])
      await friendlyAnswers(
        async () => askFriendly(it.app, secret, { response: await token(), sitekey }),
        'sitekey_invalid',
      )()
  },
  response_missing: friendlyAnswers(() => askFriendly(it.app, secret, {}), 'response_missing'),
  bad_request: friendlyAnswers(() => askFriendly(it.app, secret, '{'), 'bad_request'),
  response_invalid: async () => {
    const long = 'x'.repeat(20_000)
    for (const response of ['nonsense', await token(other), long, ['x'], { a: 1 }, 5])
      await friendlyAnswers(() => askFriendly(it.app, secret, { response }), 'response_invalid')()
    await friendlyAnswers(() => askFriendly(it.app, secret, 'response=a&response=b', form), 'response_invalid')()
  },
  response_timeout: async () => {
    const response = await token()
    await later(friendlyAnswers(() => askFriendly(it.app, secret, { response }), 'response_timeout'))
  },
  response_duplicate: friendlyAnswers(
    async () => askFriendly(it.app, secret, { response: await usedToken() }),
    'response_duplicate',
  ),
  method_not_allowed: async () => {
    const response = await it.app.inject({ method: 'PUT', url: compatPaths.friendlyCaptcha })
    expect([response.statusCode, response.headers['allow'], response.json().error.error_code]).toEqual([
      405,
      'POST',
      'method_not_allowed',
    ])
  },
  internal_server_error: friendlyAnswers(
    () => askFriendly(away.app, secret, { response: 'x' }),
    'internal_server_error',
  ),
}

const trustAnswers = (ask: () => ReturnType<typeof askTrustcaptcha>, code: TrustcaptchaCode) => async () => {
  const { status, body } = await ask()
  expect([status, body['code']]).toEqual([trustcaptchaCodes[code].http, code])
}
const passed = async (of = site) => (await pass(it.app, of.siteKey)).verificationId
const trustcaptcha: Scenarios<TrustcaptchaCode> = {
  'api-key-invalid': async () => {
    const id = await passed()
    for (const key of [null, 'wrong', wrongSecret])
      await trustAnswers(() => askTrustcaptcha(it.app, id, key), 'api-key-invalid')()
  },
  'verification-not-found': async () => {
    for (const id of [
      'nonsense',
      '01941f29-7c00-7000-8000-000000000001',
      'f47ac10b-58cc-4372-a567-0e02b2c3d479',
      await passed(other),
    ])
      await trustAnswers(() => askTrustcaptcha(it.app, id, secret), 'verification-not-found')()
  },
  'method-not-allowed': trustAnswers(
    () => askTrustcaptcha(it.app, 'x', secret, { method: 'POST' }),
    'method-not-allowed',
  ),
  'result-expired': async () => {
    const id = await passed()
    await later(trustAnswers(() => askTrustcaptcha(it.app, id, secret), 'result-expired'))
  },
  'client-reported-outage': trustAnswers(
    () => askTrustcaptcha(it.app, 'f47ac10b-58cc-4372-a567-0e02b2c3d479', secret, { query: '?clientFailover=true' }),
    'client-reported-outage',
  ),
  'verification-not-finished': async () => {
    const { verificationId } = await started(it.app, { siteKey: site.siteKey })
    await trustAnswers(() => askTrustcaptcha(it.app, verificationId, secret), 'verification-not-finished')()
    await later(trustAnswers(() => askTrustcaptcha(it.app, verificationId, secret), 'verification-not-finished'))
    await later(() =>
      later(trustAnswers(() => askTrustcaptcha(it.app, verificationId, secret), 'verification-not-found')),
    )
  },
  'retrieval-limit': async () => {
    const id = await passed()
    expect((await askTrustcaptcha(it.app, id, secret)).status).toBe(200)
    await trustAnswers(() => askTrustcaptcha(it.app, id, secret), 'retrieval-limit')()
  },
  unavailable: trustAnswers(
    () => askTrustcaptcha(away.app, '01941f29-7c00-7000-8000-000000000001', secret),
    'unavailable',
  ),
}

const tables: Record<string, [Record<string, CompatCode>, Partial<Record<string, () => Promise<void>>>]> = {
  reCAPTCHA: [recaptchaCodes, recaptcha],
  hCaptcha: [hcaptchaCodes, hcaptcha],
  Turnstile: [turnstileCodes, turnstile],
  'Friendly Captcha': [friendlyCaptchaCodes, friendly],
  TrustCaptcha: [trustcaptchaCodes, trustcaptcha],
}
const cases = Object.entries(tables).flatMap(([name, [codes, scenarios]]) =>
  Object.entries(codes).map(([code, { http }]): [string, string, number | null, (() => Promise<void>) | undefined] => [
    name,
    code,
    http,
    scenarios[code],
  ]),
)

test.for(cases)('%s: %s is answered exactly when the table says so', async ([, , http, scenario]) => {
  expect(scenario === undefined).toBe(http === null)
  await scenario?.()
})

test('while the database is away the captchas without a code of their own for it say bad-request, and it is logged', async () => {
  for (const path of [compatPaths.recaptcha, hc])
    expect(await codeOfForm(away.app, path, { secret, response: 'x' })).toBe('bad-request')
  // At most one line a second, however many calls fail.
  expect(away.errors.length).toBeGreaterThan(0)
})

import { hkdfSync } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { generateApiKey } from '../../access/api-keys/key-format.ts'
import { testKeys } from '../../access/test-keys/test-keys.ts'
import { makeSite, startCluster } from '../../testing/start-service.ts'
import { codeOf, pass, siteverify, visit } from '../../testing/walk-through.ts'
import { createTokenMint } from '../token/token.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())
const it = await cluster.startService()
const site = await makeSite(it)
const secret = site.secretKey

function result(verificationId: string, key = secret) {
  return it.app.inject({
    method: 'GET',
    url: `/captcha/v1/verifications/${verificationId}/result`,
    headers: { authorization: `Bearer ${key}` },
  })
}

function post(type: string, payload: string) {
  return it.app.inject({ method: 'POST', url: '/captcha/v1/siteverify', headers: { 'content-type': type }, payload })
}

test('a token tells the customer everything about the verification', async () => {
  const { token, verificationId } = await pass(it.app, site.siteKey, { action: 'signup' })
  const answer = await siteverify(it.app, { secret, response: token })
  expect(answer).toMatchObject({
    success: true,
    verification_id: verificationId,
    hostname: 'shop.example',
    action: 'signup',
    'error-codes': [],
  })
  expect(answer.score).toBeLessThan(0.1)
  expect(answer.reasons?.map(({ code, group }) => [code, group])).toContainEqual([
    'real-pointer-movement',
    'interaction',
  ])
})

test('a token works only once', async () => {
  const { token } = await pass(it.app, site.siteKey)
  await siteverify(it.app, { secret, response: token })
  expect(await siteverify(it.app, { secret, response: token })).toEqual({
    success: false,
    'error-codes': ['timeout-or-duplicate', 'token-already-used'],
  })
})

test('of 1000 parallel redeems of one token over two processes exactly one succeeds', async () => {
  const beside = await cluster.startService({ beside: it })
  const { token } = await pass(it.app, site.siteKey)
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, (_, index) =>
      siteverify(index % 2 ? it.app : beside.app, { secret, response: token }),
    ),
  )
  expect(answers.filter(({ success }) => success)).toHaveLength(1)
  expect(answers.filter((answer) => answer['error-codes'][1] === 'token-already-used')).toHaveLength(999)
})

test('forms are read as well as JSON', async () => {
  const { token } = await pass(it.app, site.siteKey)
  const response = await it.app.inject({
    method: 'POST',
    url: '/captcha/v1/siteverify',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ secret, response: token, remoteip: '192.0.2.1' }).toString(),
  })
  expect(response.json()).toMatchObject({ success: true })
})

test('a secret key that a visitor has pasted behind the real one chooses nothing, in JSON as in forms', async () => {
  const other = await makeSite(it)
  const { token } = await pass(it.app, other.siteKey)
  const json = `{"secret":"${secret}","response":"${token}","secret":"${other.secretKey}"}`
  for (const type of ['application/json', 'text/plain'])
    expect((await post(type, json)).json()).toEqual({ success: false, 'error-codes': ['bad-request'] })
  const form = await post(
    'application/x-www-form-urlencoded',
    `secret=${secret}&response=${token}&secret=${other.secretKey}`,
  )
  expect(form.json()).toEqual({ success: false, 'error-codes': ['bad-request'] })
})

test('multipart bodies are read as well, and addresses are not', async () => {
  const [first, second] = [await pass(it.app, site.siteKey), await pass(it.app, site.siteKey)]
  const form = new Response(
    Object.entries({ secret, response: first.token }).reduce(
      (data, [name, value]) => (data.append(name, value), data),
      new FormData(),
    ),
  )
  const posted = await it.app.inject({
    method: 'POST',
    url: '/captcha/v1/siteverify',
    headers: { 'content-type': form.headers.get('content-type') ?? '' },
    payload: Buffer.from(await form.arrayBuffer()),
  })
  expect(posted.json()).toMatchObject({ success: true, verification_id: first.verificationId })
  const url = `/captcha/v1/siteverify?${new URLSearchParams({ secret, response: second.token })}`
  const head = await it.app.inject({ method: 'HEAD', url })
  expect(head.statusCode).toBe(404)
  const got = await it.app.inject({ url })
  expect([got.statusCode, got.json(), got.headers['cache-control']]).toMatchObject([
    405,
    { success: false },
    'no-store',
  ])
  expect(await siteverify(it.app, { secret, response: second.token })).toMatchObject({ success: true })
})

test('a second secret that a visitor has pasted into their token decides nothing', async () => {
  const other = await makeSite(it)
  const { token } = await pass(it.app, other.siteKey)
  const pasted = `secret=${secret}&response=${token}&secret=${other.secretKey}`
  expect((await post('application/x-www-form-urlencoded', pasted)).json()).toEqual({
    success: false,
    'error-codes': ['bad-request'],
  })
  expect(await siteverify(it.app, { secret: other.secretKey, response: token })).toMatchObject({ success: true })
})

test('a site key that is sent must be of the secret key and of the token', async () => {
  const other = await makeSite(it)
  const { token } = await pass(it.app, site.siteKey)
  const codes = async (sitekey: string) =>
    (await siteverify(it.app, { secret, response: token, sitekey }))['error-codes']
  expect(await codes(other.siteKey)).toEqual(['invalid-input-secret', 'site-key-mismatch'])
  expect(await codes('bsk_nobody')).toEqual(['bad-request', 'site-key-unknown'])
  expect(await codes(testKeys.PASSES.siteKey)).toEqual(['invalid-input-secret', 'site-key-mismatch'])
  expect(await codes(site.siteKey)).toEqual([])
})

test('every altered byte of a token is noticed', async () => {
  const { token } = await pass(it.app, site.siteKey)
  for (let byte = 0; byte < 96; byte++) {
    const bytes = Buffer.from(token.slice(5), 'base64url')
    bytes[byte] = (bytes[byte] ?? 0) ^ 1
    const answer = await siteverify(it.app, { secret, response: `btk3.${bytes.toString('base64url')}` })
    expect([byte, ...answer['error-codes']]).toEqual([byte, 'invalid-input-response', 'token-signature-invalid'])
  }
  for (const response of [
    'nonsense',
    token.slice(1),
    `${token}A`,
    token.replace('btk3', 'btk1'),
    token.replace('btk3', 'btk2'),
    token.replace('btk3', 'btk4'),
    `${token.slice(0, -1)}+`,
  ])
    expect((await siteverify(it.app, { secret, response }))['error-codes']).toEqual([
      'invalid-input-response',
      'token-malformed',
    ])
  expect(await siteverify(it.app, { secret, response: token })).toMatchObject({ success: true })
})

test('the key of challenges signs no tokens', async () => {
  const secretOfChallenges = Buffer.alloc(32, 7)
  const claims = {
    verificationId: '01941f29-7c00-7000-8000-000000000001',
    environmentId: 1,
    issuedAt: 1,
    expiresAt: 4e9,
    score: 0,
    page: 0,
    data: '',
  }
  const token = createTokenMint([{ id: 1, secret: secretOfChallenges }]).sign(claims)
  const derived = Buffer.from(hkdfSync('sha256', secretOfChallenges, Buffer.alloc(0), 'bollard captcha token 1', 32))
  expect(createTokenMint([{ id: 1, secret: derived }]).read(token, 2).status).toBe('signature-invalid')
  expect(createTokenMint([{ id: 1, secret: secretOfChallenges }]).read(token, 2).status).toBe('valid')
})

test('a token expires', async () => {
  const { token, verificationId } = await pass(it.app, site.siteKey)
  it.clock.now += 900_000
  expect((await siteverify(it.app, { secret, response: token }))['error-codes']).toEqual([
    'timeout-or-duplicate',
    'token-expired',
  ])
  expect(codeOf(await result(verificationId))).toBe('result-expired')
  it.clock.now -= 900_000
})

test('a token of another site is refused and stays good for its own', async () => {
  const other = await makeSite(it)
  const { token } = await pass(it.app, site.siteKey)
  expect((await siteverify(it.app, { secret: other.secretKey, response: token }))['error-codes']).toEqual([
    'invalid-input-response',
    'token-of-other-site',
  ])
  expect(await siteverify(it.app, { secret, response: token })).toMatchObject({ success: true })
})

test('missing and wrong fields have the codes of other captchas', async () => {
  const { token } = await pass(it.app, site.siteKey)
  const codes = async (body: object) => (await siteverify(it.app, body))['error-codes']
  expect(await codes({})).toEqual(['missing-input-secret'])
  expect(await codes({ secret })).toEqual(['missing-input-response'])
  expect(await codes({ secret: 'wrong', response: token })).toEqual(['invalid-input-secret'])
  expect(await codes({ secret: generateApiKey((size) => Buffer.alloc(size, 9)), response: token })).toEqual([
    'invalid-input-secret',
  ])
  expect(await codes({ secret: `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`, response: token })).toEqual(
    ['invalid-input-secret'],
  )
  expect(await codes({ secret: 5, response: token })).toEqual(['bad-request'])
  expect(await codes([])).toEqual(['bad-request'])
})

test('bodies that cannot be read are refused', async () => {
  expect(codeOf(await post('application/json', '{'))).toBe('malformed-json')
  expect(codeOf(await post('application/xml', '<x/>'))).toBe('media-type')
  expect(codeOf(await post('application/json', JSON.stringify({ secret: 'x'.repeat(9_000) })))).toBe('too-large')
})

test('the result of a verification is fetched once, be it by id or by token', async () => {
  const { token, verificationId } = await pass(it.app, site.siteKey)
  const head = await it.app.inject({
    method: 'HEAD',
    url: `/captcha/v1/verifications/${verificationId}/result`,
    headers: { authorization: `Bearer ${secret}` },
  })
  expect(head.statusCode).toBe(404)
  expect((await result(verificationId)).json()).toMatchObject({
    verificationId,
    solutionId: site.solutionId,
    outcome: 'PASSED',
    passed: true,
    rounds: 1,
  })
  expect([(await result(verificationId)).statusCode, codeOf(await result(verificationId))]).toEqual([
    429,
    'retrieval-limit',
  ])
  expect((await siteverify(it.app, { secret, response: token }))['error-codes'][1]).toBe('token-already-used')
})

test('the result of a refused visitor can be fetched and says so', async () => {
  const { verificationId, answered } = await visit(it.app, site.siteKey, { collected: ['webdriver'] })
  expect(answered?.status).toBe('refused')
  expect((await result(verificationId)).json()).toMatchObject({ outcome: 'REFUSED', passed: false })
})

test('a result is refused to a wrong key and to the key of another site', async () => {
  const other = await makeSite(it)
  const { verificationId } = await pass(it.app, site.siteKey)
  expect([(await result(verificationId, 'wrong')).statusCode, codeOf(await result(verificationId, 'wrong'))]).toEqual([
    401,
    'secret-key-invalid',
  ])
  expect(codeOf(await result(verificationId, other.secretKey))).toBe('verification-not-found')
  expect(codeOf(await result('01941f29-7c00-7000-8000-000000000001'))).toBe('verification-not-found')
  expect(codeOf(await result('nonsense'))).toBe('verification-not-found')
  expect((await result(verificationId)).statusCode).toBe(200)
})

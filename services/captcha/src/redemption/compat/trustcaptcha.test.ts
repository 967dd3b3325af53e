import { compatPaths, trustcaptchaAssessmentSchema, trustcaptchaResultSchema } from '@bollard/contracts'
import { afterAll, expect, test } from 'vitest'
import { testKeys } from '../../access/test-keys/test-keys.ts'
import { keepOutage } from '../../outage/outages.ts'
import { askTrustcaptcha } from '../../testing/compat/ask.ts'
import { setSettings } from '../../testing/set-settings.ts'
import { makeSite, startCluster } from '../../testing/start-service.ts'
import { pass, visit } from '../../testing/walk-through.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())
const it = await cluster.startService()
const site = await makeSite(it)
const secret = site.secretKey
const reported = { query: '?clientFailover=true' }
const testId = (digit: number): string => `00000000-0000-0000-0000-00000000000${digit}`

test('a result has every documented field', async () => {
  const { verificationId } = await pass(it.app, site.siteKey)
  const { status, body } = await askTrustcaptcha(it.app, verificationId, secret)
  expect(status).toBe(200)
  const result = trustcaptchaResultSchema.parse(body)
  expect(result).toMatchObject({
    captchaId: site.solutionId,
    verificationId,
    verificationPassed: true,
    decisionType: 'SCORE',
    decisionAction: 'ALLOW',
    gatewayFailoverActive: false,
    riskScoringEnabled: true,
    minimalDataModeEnabled: false,
    origin: 'https://shop.example',
    ipAddress: '127.0.0.0',
    browser: expect.stringContaining('Chrome'),
    deviceFamily: 'desktop',
    // Nobody knows where this machine is, and libraries for strict languages know no null.
    countryCode: 'ZZ',
  })
  expect(Date.parse(result.resultExpiresAt) - Date.parse(result.verificationFinishedAt)).toBe(900_000)
  expect(result.resultFirstFetchedAt).toBe(result.resultLastFetchedAt)
})

test('how long a result can be taken is told by the settings of the site', async () => {
  const own = await makeSite(it)
  await setSettings(it, own, { resultTtlMinutes: 60, resultRetrievals: 2 })
  const { verificationId } = await pass(it.app, own.siteKey)
  const first = trustcaptchaResultSchema.parse((await askTrustcaptcha(it.app, verificationId, own.secretKey)).body)
  expect(Date.parse(first.resultExpiresAt) - Date.parse(first.verificationFinishedAt)).toBe(3_600_000)
  it.clock.now += 1_800_000
  const again = trustcaptchaResultSchema.parse(
    (await askTrustcaptcha(it.app, verificationId.toUpperCase(), own.secretKey)).body,
  )
  expect(again.resultFirstFetchedAt).toBe(first.resultFirstFetchedAt)
  expect(Date.parse(again.resultLastFetchedAt ?? '') - Date.parse(again.resultFirstFetchedAt ?? '')).toBe(1_800_000)
  expect((await askTrustcaptcha(it.app, verificationId, own.secretKey)).status).toBe(429)
})

test('version 1 answers with its own fields and header, with one count for both versions', async () => {
  const ask = async (id: string, key: string | null, path: string = compatPaths.trustcaptchaV1) => {
    const response = await it.app.inject({
      url: path.replace('{verificationId}', id),
      headers: key === null ? {} : { 'tc-authorization': key },
    })
    return { status: response.statusCode, body: response.json<object>() }
  }
  const { verificationId } = await pass(it.app, site.siteKey)
  for (const key of [null, '', 'bsec_wrong', `Bearer ${secret}`])
    expect((await ask(verificationId, key)).status).toBe(403)
  // Each version at its own address, with its own header.
  expect((await ask(verificationId, secret, compatPaths.trustcaptcha)).status).toBe(403)
  expect((await ask(verificationId, secret, '/verifications/{verificationId}/results')).status).toBe(404)
  expect((await ask(verificationId, secret, '/v2/verifications/{verificationId}/assessments')).status).toBe(403)
  const { status, body } = await ask(verificationId, secret)
  expect([status, trustcaptchaAssessmentSchema.parse(body)]).toMatchObject([
    200,
    {
      captchaId: site.solutionId,
      verificationId,
      verificationPassed: true,
      reason: 'SCORE',
      mode: 'standard',
      origin: 'https://shop.example',
    },
  ])
  expect((await ask(verificationId, secret)).status).toBe(429)
  expect((await askTrustcaptcha(it.app, verificationId, secret)).status).toBe(429)
  const refused = await visit(it.app, site.siteKey, { collected: ['webdriver'] })
  expect(await ask(refused.verificationId, secret)).toMatchObject({ status: 200, body: { verificationPassed: false } })
  expect((await ask(crypto.randomUUID(), secret)).status).toBe(404)
  const post = { method: 'POST', url: compatPaths.trustcaptchaV1.replace('{verificationId}', verificationId) } as const
  expect((await it.app.inject(post)).statusCode).toBe(405)
})

test('a refused visitor has a result that says so', async () => {
  const { verificationId } = await visit(it.app, site.siteKey, { collected: ['webdriver'] })
  const { status, body } = await askTrustcaptcha(it.app, verificationId, secret)
  expect([status, trustcaptchaResultSchema.parse(body)]).toMatchObject([
    200,
    { verificationPassed: false, decisionAction: 'BLOCK' },
  ])
})

test('the published test ids answer a test key as documented, and are nothing to a real key', async () => {
  for (const key of [testKeys.PASSES.secretKey, 'ak_xxxxxxxxxxxxxxxx']) {
    const statuses = await Promise.all(
      [0, 1, 2, 3, 4].map(async (digit) => (await askTrustcaptcha(it.app, testId(digit), key)).status),
    )
    expect(statuses).toEqual([200, 404, 423, 410, 429])
  }
  const { body } = await askTrustcaptcha(it.app, testId(0), 'ak_xxxxxxxxxxxxxxxx')
  expect(trustcaptchaResultSchema.parse(body)).toMatchObject({ verificationPassed: true, decisionType: 'TEST_KEY' })
  for (const digit of [0, 1, 2, 3, 4, 5])
    expect((await askTrustcaptcha(it.app, testId(digit), secret)).status).toBe(404)
  const real = await pass(it.app, site.siteKey)
  expect((await askTrustcaptcha(it.app, real.verificationId, testKeys.PASSES.secretKey)).status).toBe(404)
})

test('a visitor who says that we were away passes only with an outage of ours, where the owner allows it, and once', async () => {
  const own = await makeSite(it)
  const status = async (id: string, of = own) => (await askTrustcaptcha(it.app, id, of.secretKey, reported)).status
  it.clock.now = Date.now() + 1_000
  await it.db.transaction((tx) => keepOutage(tx, { cause: 'SERVICE_DOWN', fromAgeMs: 90_000, toAgeMs: 5_000 }))
  it.clock.now += 2_000
  expect(await status(crypto.randomUUID())).toBe(412)
  await setSettings(it, own, { failover: 'RECORDED_OUTAGES' })
  it.clock.now += 31_000
  const id = crypto.randomUUID()
  const { status: answered, body } = await askTrustcaptcha(it.app, id, own.secretKey, reported)
  expect([answered, trustcaptchaResultSchema.parse(body)]).toMatchObject([
    200,
    {
      gatewayFailoverActive: true,
      decisionType: 'FAILOVER',
      decisionAction: 'FLAG',
      verificationPassed: true,
      score: 0.5,
    },
  ])
  expect(await status(id)).toBe(429)
  const { verificationId } = await pass(it.app, own.siteKey)
  expect(await status(verificationId)).toBe(200)
  expect(await status(verificationId)).toBe(429)
  it.clock.now += 900_000
  expect(await status(crypto.randomUUID())).toBe(412)
})

test('an id that is anything but an id is not found, however long it is', async () => {
  for (const id of ['x'.repeat(3_000), '%2e%2e', '..%2f', `${testId(0)}x`, '%00', 'ä'])
    expect([id, (await askTrustcaptcha(it.app, encodeURI(id), secret)).status]).toEqual([id, 404])
})

test('HEAD and other methods use nothing up', async () => {
  const { verificationId } = await pass(it.app, site.siteKey)
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'] as const)
    expect((await askTrustcaptcha(it.app, verificationId, secret, { method })).status).toBe(405)
  const url = `/v2/verifications/${verificationId}/results`
  expect(
    (await it.app.inject({ method: 'HEAD', url, headers: { authorization: `Bearer ${secret}` } })).statusCode,
  ).toBe(405)
  expect((await askTrustcaptcha(it.app, verificationId, secret)).status).toBe(200)
})

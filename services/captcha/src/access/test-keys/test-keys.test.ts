import { captchaRoutes, testKinds } from '@bollard/contracts'
import { expectedHashes } from '@bollard/proof-of-work/server'
import { afterAll, expect, test } from 'vitest'
import { chromium } from '../../testing/browser.ts'
import { makeSite, startCluster } from '../../testing/start-service.ts'
import { answer, codeOf, pass, siteverify, started, visit } from '../../testing/walk-through.ts'
import { isApiKey, isSiteKey } from '../api-keys/key-format.ts'
import { testKeys } from './test-keys.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())
const it = await cluster.startService()
const site = await makeSite(it)

const result = (verificationId: string, secret: string) =>
  it.app.inject({
    url: `/captcha/v1/verifications/${verificationId}/result`,
    headers: { authorization: `Bearer ${secret}` },
  })

test('test keys have the form of real ones', () => {
  for (const kind of testKinds)
    expect([kind, isSiteKey(testKeys[kind].siteKey), isApiKey(testKeys[kind].secretKey)]).toEqual([kind, true, true])
})

test('the key that passes lets even a driven browser through, any number of times', async () => {
  const { siteKey, secretKey } = testKeys.PASSES
  const visited = await visit(it.app, siteKey, { collected: ['webdriver'], action: 'signup' })
  if (visited.answered?.status !== 'passed') throw new Error(visited.response.body)
  for (const response of [visited.answered.token, visited.answered.token, 'made-up'])
    expect(await siteverify(it.app, { secret: secretKey, response })).toMatchObject({
      success: true,
      decision: { type: 'TEST_KEY' },
    })
  const fetched = await result(visited.verificationId, secretKey)
  expect(captchaRoutes.getVerificationResult.response.schema.parse(fetched.json())).toMatchObject({
    passed: true,
    decision: { type: 'TEST_KEY' },
  })
})

test('the key that fails refuses a genuine visitor, and every token', async () => {
  const { siteKey, secretKey } = testKeys.FAILS
  const { response, verificationId } = await visit(it.app, siteKey)
  expect(response.json()).toMatchObject({ status: 'refused', reasons: ['test-key'] })
  expect(await siteverify(it.app, { secret: secretKey, response: 'x' })).toEqual({
    success: false,
    'error-codes': ['invalid-input-response', 'test-key'],
  })
  expect(codeOf(await result(verificationId, secretKey))).toBe('verification-not-found')
})

test('the key of spent tokens gives one, and says that it was used', async () => {
  const { siteKey, secretKey } = testKeys.SPENT
  const { token, verificationId } = await pass(it.app, siteKey)
  expect((await siteverify(it.app, { secret: secretKey, response: token }))['error-codes']).toEqual([
    'timeout-or-duplicate',
    'token-already-used',
  ])
  expect(codeOf(await result(verificationId, secretKey))).toBe('retrieval-limit')
})

test('a test key asks a browser of an automation for as little work as anybody, where a real key asks for more', async () => {
  const driven = { ...chromium, 'sec-ch-ua': '"HeadlessChrome";v="156", "Chromium";v="156"' }
  const workOf = async (siteKey: string, headers: Record<string, string> = chromium) =>
    expectedHashes((await started(it.app, { siteKey }, headers)).challenge.target)
  expect(await workOf(testKeys.PASSES.siteKey, driven)).toBe(await workOf(site.siteKey))
  expect(await workOf(site.siteKey, driven)).toBeGreaterThan(await workOf(site.siteKey))
})

test('the key that forces a step-up asks for more work once, and then lets through', async () => {
  const { siteKey, secretKey } = testKeys.STEP_UP
  const first = await visit(it.app, siteKey)
  expect(first.answered).toMatchObject({ status: 'challenge' })
  expect(await siteverify(it.app, { secret: secretKey, response: 'x' })).toMatchObject({
    success: true,
    outcome: 'FLAGGED',
  })
})

test('a test token is worth nothing with a real secret key, and a real token nothing with a test secret', async () => {
  const { token } = await pass(it.app, testKeys.PASSES.siteKey)
  expect((await siteverify(it.app, { secret: site.secretKey, response: token }))['error-codes']).toContain(
    'token-of-other-site',
  )
  const wide = await makeSite(it)
  await it.db.query(
    'test-wide',
    'update captcha.api_keys k set environment_id = null from captcha.sites s where s.id = k.site_id and s.solution_id = $1',
    [wide.solutionId],
  )
  expect((await siteverify(it.app, { secret: wide.secretKey, response: token }))['error-codes']).toEqual([
    'invalid-input-response',
    'token-of-other-site',
  ])
  const real = await pass(it.app, site.siteKey)
  expect(codeOf(await result(real.verificationId, testKeys.PASSES.secretKey))).toBe('verification-not-found')
  expect(
    (await siteverify(it.app, { secret: testKeys.PASSES.secretKey, response: real.token }))['error-codes'],
  ).toContain('token-of-other-site')
})

test('a challenge of a test key counts once like every other', async () => {
  const { verificationId, body } = await visit(it.app, testKeys.PASSES.siteKey)
  const again = await answer(it.app, verificationId, body)
  expect(codeOf(again)).toBe('already-answered')
})

test('nothing of a test key is stored', async () => {
  await it.service.drain()
  const rows = await it.db.query<{ n: number }>(
    'test-rows',
    'select count(*)::int as n from captcha.verifications v join captcha.environments e on e.id = v.environment_id where e.site_key <> $1',
    [site.siteKey],
  )
  expect(rows).toEqual([{ n: 0 }])
  const orphans = await it.db.query<{ n: number }>(
    'test-orphans',
    'select count(*)::int as n from captcha.verifications where site_id = 0 or environment_id = 0',
  )
  expect(orphans).toEqual([{ n: 0 }])
})

import { randomUUID } from 'node:crypto'
import { captchaRoutes, feedbackSchema } from '@bollard/contracts'
import { installProblems } from '@bollard/http'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { createApiKeyCache } from '../../access/api-keys/api-key-cache.ts'
import { parseJsonBodies } from '../../edge/request/json-bodies.ts'
import { replaceSecretKey } from '../../testing/replace-secret-key.ts'
import { makeSite, startCluster } from '../../testing/start-service.ts'
import { codeOf, pass } from '../../testing/walk-through.ts'
import { mountFeedback } from './feedback-route.ts'

const cluster = await startCluster()
const it = await cluster.startService()
const app = Fastify()
installProblems(app)
await app.register(async (scope) => {
  parseJsonBodies(scope)
  mountFeedback(scope, {
    databaseOf: () => it.db,
    apiKeys: createApiKeyCache(it.db, () => it.clock.now),
    now: () => it.clock.now,
    addressOf: () => '127.0.0.1',
    blame: () => undefined,
  })
})
afterAll(async () => {
  await app.close()
  await cluster.stop()
})

function report(verificationId: string, secretKey: string | undefined, body: object | string) {
  return app.inject({
    method: 'POST',
    url: `/captcha/v1/verifications/${verificationId}/feedback`,
    headers: {
      'content-type': 'application/json',
      ...(secretKey === undefined ? {} : { authorization: `Bearer ${secretKey}` }),
    },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

test("the customer's server tells what a visitor was, and corrects itself", async () => {
  const site = await makeSite(it)
  const { verificationId } = await pass(it.app, site.siteKey)
  const at = new Date(it.clock.now).toISOString()
  const first = await report(verificationId, site.secretKey, { label: 'BOT', comment: '  chargeback, order 4711 ' })
  expect([first.statusCode, first.json()]).toEqual([
    200,
    { label: 'BOT', at, by: 'SERVER', comment: 'chargeback, order 4711' },
  ])
  expect(first.headers['cache-control']).toBe('no-store')
  // Ids are told in any case.
  const second = await report(verificationId.toUpperCase(), site.secretKey, { label: 'PERSON' })
  expect(second.json()).toEqual({ label: 'PERSON', at, by: 'SERVER', comment: null })
})

test("a member's word stands over what the server says, until it is taken back", async () => {
  const site = await makeSite(it)
  it.roles.set(`mia ${site.solutionId}`, 'MEMBER')
  const { verificationId } = await pass(it.app, site.siteKey)
  const address = `/captcha/v1/sites/${site.solutionId}/verifications/${verificationId}`
  await report(verificationId, site.secretKey, { label: 'BOT', comment: 'spam filter' })
  await it.app.inject({
    method: 'PUT',
    url: `${address}/feedback`,
    headers: { cookie: 'mia' },
    payload: { label: 'PERSON' },
  })
  const again = await report(verificationId, site.secretKey, { label: 'BOT', comment: 'spam filter' })
  expect([again.statusCode, feedbackSchema.parse(again.json())]).toMatchObject([
    200,
    { label: 'PERSON', by: 'MEMBER', comment: null },
  ])
  await it.app.inject({ method: 'DELETE', url: `${address}/feedback`, headers: { cookie: 'mia' } })
  await report(verificationId, site.secretKey, { label: 'BOT', comment: 'spam filter' })
  const shown = await it.app.inject({ method: 'GET', url: address, headers: { cookie: 'mia' } })
  expect(captchaRoutes.getVerification.response.schema.parse(shown.json()).feedback).toMatchObject({
    label: 'BOT',
    by: 'SERVER',
    comment: 'spam filter',
  })
})

test('no key, a wrong key and a replaced key are refused before anything is read', async () => {
  const site = await makeSite(it)
  it.roles.set(`ada ${site.solutionId}`, 'ADMIN')
  const { verificationId } = await pass(it.app, site.siteKey)
  // Remembered by the cache from here on.
  expect((await report(verificationId, site.secretKey, { label: 'BOT' })).statusCode).toBe(200)
  await replaceSecretKey(it.app, site.solutionId)
  for (const key of [undefined, '', 'nonsense', `${site.secretKey.slice(0, -1)}!`, site.secretKey]) {
    const response = await report(verificationId, key, { label: 'PERSON' })
    expect([key, response.statusCode, codeOf(response)]).toEqual([key, 401, 'secret-key-invalid'])
  }
  expect(codeOf(await report(verificationId, undefined, '{'))).toBe('secret-key-invalid')
})

test("another site's key, an unknown verification and a broken body are refused", async () => {
  const [site, other] = [await makeSite(it), await makeSite(it)]
  const { verificationId } = await pass(it.app, site.siteKey)
  for (const [id, key] of [
    [verificationId, other.secretKey],
    [randomUUID(), site.secretKey],
  ] as const) {
    const response = await report(id, key, { label: 'BOT' })
    expect([response.statusCode, codeOf(response)]).toEqual([404, 'verification-not-found'])
  }
  expect(codeOf(await report('nonsense', site.secretKey, { label: 'BOT' }))).toBe('invalid-parameter')
  expect(codeOf(await report(verificationId, site.secretKey, '{'))).toBe('malformed-json')
  expect(codeOf(await report(verificationId, site.secretKey, { label: 'BOT', score: 1 }))).toBe('unknown-field')
  for (const body of [
    {},
    { label: 'ROBOT' },
    { label: 'BOT', comment: '' },
    { label: 'BOT', comment: 'x'.repeat(201) },
    { label: 'BOT', comment: 'two\nlines' },
  ])
    expect(codeOf(await report(verificationId, site.secretKey, body))).toBe('validation-failed')
  expect(codeOf(await report(verificationId, site.secretKey, { label: 'BOT', comment: 'x'.repeat(9_000) }))).toBe(
    'too-large',
  )
})

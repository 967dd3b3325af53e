import { captchaRoutes } from '@bollard/contracts'
import { afterAll, expect, test } from 'vitest'
import { chromium } from '../../testing/browser.ts'
import { makeSite, startCluster } from '../../testing/start-service.ts'
import { codeOf, pass, siteverify, start, visit } from '../../testing/walk-through.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())
const it = await cluster.startService({ followSitesMs: 50 })
const beside = await cluster.startService({ beside: it })

const hour = 3_600_000
async function site(domains?: readonly string[]) {
  const made = await makeSite(it, domains)
  it.roles.set(`ada ${made.solutionId}`, 'ADMIN')
  return made
}
function call(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
  headers: Record<string, string> = { cookie: 'ada' },
) {
  return it.app.inject({
    method,
    url: `/captcha/v1/sites/${path}`,
    headers,
    ...(payload === undefined ? {} : { payload }),
  })
}
const apiKey = async (solutionId: string, payload: object = {}) =>
  captchaRoutes.createApiKey.response.schema.parse(
    (await call('POST', `${solutionId}/api-keys`, { name: 'Shop', scopes: ['verify'], ...payload })).json(),
  )
const bypassKey = async (solutionId: string, payload: object = {}) =>
  captchaRoutes.createBypassKey.response.schema.parse(
    (
      await call('POST', `${solutionId}/bypass-keys`, {
        name: 'Tests',
        expiresAt: new Date(it.clock.now + hour).toISOString(),
        ...payload,
      })
    ).json(),
  )
const environment = async (solutionId: string, name: string, domains: readonly string[]) =>
  captchaRoutes.createEnvironment.response.schema.parse(
    (await call('POST', `${solutionId}/environments`, { name, domains })).json(),
  )
const bearer = (key: { secretKey: string }) => ({ authorization: `Bearer ${key.secretKey}` })
const from = (host: string) => ({ ...chromium, origin: `https://${host}` })
/** How a start ends. */
const startOf = async (
  siteKey: string,
  options: { host?: string; bypassKey?: string; header?: string; app?: typeof it.app } = {},
) => {
  const { host = 'shop.example', header, app = it.app, ...body } = options
  const headers = header === undefined ? from(host) : { ...from(host), 'bollard-bypass-key': header }
  const response = await start(app, { siteKey, ...body }, headers)
  return response.statusCode === 201 ? response.json<{ status: string }>().status : codeOf(response)
}
/** Until what was changed is known. */
const soon = { timeout: 20_000, interval: 20 }

test('a rotated key takes results until its overlap is over, a revoked one none from then on, in every process', async () => {
  const { solutionId, siteKey } = await site()
  const old = await apiKey(solutionId)
  const redeem = async (secret: string, app = it.app) => {
    const { token } = await pass(it.app, siteKey)
    const answer = await siteverify(app, { secret, response: token })
    return answer.success ? 'taken' : answer['error-codes'][0]
  }
  const fresh = captchaRoutes.rotateApiKey.response.schema.parse(
    (await call('POST', `${solutionId}/api-keys/${old.id}/rotations`, { overlapHours: 1 })).json(),
  )
  expect([await redeem(old.secretKey), await redeem(fresh.secretKey, beside.app)]).toEqual(['taken', 'taken'])
  it.clock.now += hour
  expect([await redeem(old.secretKey), await redeem(old.secretKey, beside.app), await redeem(fresh.secretKey)]).toEqual(
    ['invalid-input-secret', 'invalid-input-secret', 'taken'],
  )
  await call('DELETE', `${solutionId}/api-keys/${fresh.id}`)
  for (const app of [it.app, beside.app]) expect(await redeem(fresh.secretKey, app)).toBe('invalid-input-secret')
})

test('a key that is bound to networks or reads only takes no results', async () => {
  const { solutionId, siteKey } = await site()
  const narrow = await apiKey(solutionId, { networks: ['192.0.2.0/24'] })
  const reader = await apiKey(solutionId, { scopes: ['statistics', 'manage'] })
  const { token, verificationId } = await pass(it.app, siteKey)
  for (const { secretKey } of [narrow, reader]) {
    expect((await siteverify(it.app, { secret: secretKey, response: token }))['error-codes']).toEqual([
      'invalid-input-secret',
    ])
    const result = await it.app.inject({
      url: `/captcha/v1/verifications/${verificationId}/result`,
      headers: { authorization: `Bearer ${secretKey}` },
    })
    expect(codeOf(result)).toBe('secret-key-invalid')
  }
  const inside = await it.app.inject({
    url: `/captcha/v1/verifications/${verificationId}/result`,
    headers: { authorization: `Bearer ${narrow.secretKey}` },
    remoteAddress: '192.0.2.7',
  })
  expect(inside.statusCode).toBe(200)
})

test('a key of one environment takes no result of another, one for all of them does', async () => {
  const { solutionId, siteKey, secretKey } = await site()
  const staging = await environment(solutionId, 'Staging', ['shop.example'])
  const all = await apiKey(solutionId)
  const [production, tested] = [await pass(it.app, siteKey), await pass(it.app, staging.siteKey)]
  expect((await siteverify(it.app, { secret: secretKey, response: tested.token })).success).toBe(false)
  expect((await siteverify(it.app, { secret: staging.secretKey, response: production.token })).success).toBe(false)
  expect((await siteverify(it.app, { secret: staging.secretKey, response: tested.token })).success).toBe(true)
  expect((await siteverify(it.app, { secret: all.secretKey, response: production.token })).success).toBe(true)
})

test('a key for statistics reads what viewers read, and one to manage changes settings', async () => {
  const { solutionId, siteKey } = await site()
  const { verificationId } = await pass(it.app, siteKey)
  const [reader, manager] = [
    await apiKey(solutionId, { scopes: ['statistics'] }),
    await apiKey(solutionId, { scopes: ['manage'] }),
  ]
  for (const path of ['', '/verifications', `/verifications/${verificationId}`, '/settings', '/environments'])
    expect([path, (await call('GET', `${solutionId}${path}`, undefined, bearer(reader))).statusCode]).toEqual([
      path,
      200,
    ])
  expect((await call('GET', `${solutionId}/statistics?period=24h`, undefined, bearer(reader))).statusCode).toBe(200)
  const settings = (await call('GET', `${solutionId}/settings`, undefined, bearer(manager))).json<object>()
  expect(codeOf(await call('PUT', `${solutionId}/settings`, settings, bearer(reader)))).toBe('scope-missing')
  expect(
    (await call('PUT', `${solutionId}/settings`, { ...settings, minimalData: true }, bearer(manager))).statusCode,
  ).toBe(200)
  expect(codeOf(await call('POST', `${solutionId}/api-keys`, { name: 'X', scopes: ['verify'] }, bearer(manager)))).toBe(
    'person-required',
  )
})

test('domains with a wildcard, a pause and the end of an environment are obeyed within seconds', async () => {
  const { solutionId } = await site()
  const made = await environment(solutionId, 'Staging', ['*.stage.example'])
  expect(await startOf(made.siteKey, { host: 'a.stage.example' })).toBe('challenge')
  for (const host of ['stage.example', 'a.b.stage.example', 'shop.example'])
    expect([host, await startOf(made.siteKey, { host })]).toEqual([host, 'origin-not-allowed'])
  const put = { name: 'Staging', domains: ['stage.example'], active: true, version: 1 }
  await call('PUT', `${solutionId}/environments/${made.id}`, put)
  await expect.poll(() => startOf(made.siteKey, { host: 'stage.example' }), soon).toBe('challenge')
  await call('PUT', `${solutionId}/environments/${made.id}`, { ...put, active: false, version: 2 })
  await expect.poll(() => startOf(made.siteKey, { host: 'stage.example' }), soon).toBe('site-paused')
  await call('DELETE', `${solutionId}/environments/${made.id}`)
  await expect.poll(() => startOf(made.siteKey, { host: 'stage.example' }), soon).toBe('site-key-unknown')
})

test('a bypass key passes its holder at once and as often as it may, and everybody else is checked as ever', async () => {
  const { solutionId, siteKey } = await site()
  const staging = await environment(solutionId, 'Staging', ['shop.example'])
  const { id, secretKey } = await bypassKey(solutionId, { usesPerDay: 3 })
  const [elsewhere, narrow, bound] = [
    await bypassKey(solutionId, { origins: ['other.example'] }),
    await bypassKey(solutionId, { networks: ['192.0.2.0/24'] }),
    await bypassKey(solutionId, { environmentId: staging.id }),
  ]
  await expect.poll(() => startOf(siteKey, { bypassKey: secretKey }), soon).toBe('passed')
  expect(await startOf(siteKey, { header: secretKey })).toBe('passed')
  for (const key of [elsewhere, narrow, bound])
    expect(await startOf(siteKey, { bypassKey: key.secretKey })).toBe('challenge')
  expect(await startOf(staging.siteKey, { bypassKey: bound.secretKey })).toBe('passed')
  expect(await startOf(siteKey, { bypassKey: 'bby_nonsense' })).toBe('challenge')
  const three = await Promise.all([1, 2, 3].map(() => startOf(siteKey, { bypassKey: secretKey, app: beside.app })))
  expect(three.toSorted()).toEqual(['challenge', 'challenge', 'passed'])
  const shown = captchaRoutes.listBypassKeys.response.schema
    .parse((await call('GET', `${solutionId}/bypass-keys`)).json())
    .items.find((key) => key.id === id)
  expect(shown).toMatchObject({ usesToday: 3, usesLast30Days: 3, lastUsedAt: new Date(it.clock.now).toISOString() })
  await call('DELETE', `${solutionId}/bypass-keys/${bound.id}`)
  expect(await startOf(staging.siteKey, { bypassKey: bound.secretKey })).toBe('challenge')
})

test('what a bypass key let through is taken like any other result and names the key', async () => {
  const { solutionId, siteKey, secretKey } = await site()
  const key = await bypassKey(solutionId)
  await expect.poll(() => startOf(siteKey, { bypassKey: key.secretKey }), soon).toBe('passed')
  const response = await start(it.app, { siteKey, bypassKey: key.secretKey }, chromium)
  const { token, verificationId } = response.json<{ token: string; verificationId: string }>()
  expect(await siteverify(it.app, { secret: secretKey, response: token })).toMatchObject({ success: true })
  expect((await call('GET', `${solutionId}/verifications/${verificationId}`)).json()).toMatchObject({
    passed: true,
    decision: { type: 'BYPASS_KEY', bypassKey: { id: key.id, name: 'Tests' } },
  })
  expect((await visit(it.app, siteKey)).answered?.status).toBe('passed')
})

import { captchaRoutes, problemSchema } from '@bollard/contracts'
import { afterAll, expect, test } from 'vitest'
import { startKeyRoutes } from '../testing/start-key-routes.ts'

const it = await startKeyRoutes()
afterAll(() => it.stop())

const codeOf = (response: { json(): unknown }) => problemSchema.parse(response.json()).code
const site = await it.makeSite()
const keyWith = async (payload: object, solutionId = site.solutionId) =>
  captchaRoutes.createApiKey.response.schema.parse(
    (await it.call('POST', `${solutionId}/api-keys`, 'ada', { name: 'Key', ...payload })).json(),
  )
const keys = {
  verify: await keyWith({ scopes: ['verify'] }),
  statistics: await keyWith({ scopes: ['statistics'] }),
  manage: await keyWith({ scopes: ['manage'] }),
}
const answer = async (level: string, secretKey: string, solutionId = site.solutionId, address?: string) => {
  const response = await it.call('POST', `${solutionId}/as-${level}`, `Bearer ${secretKey}`, {}, address)
  return response.statusCode === 200 ? 'may' : codeOf(response)
}
const asAdaWith = (authorization: string) =>
  it.app.inject({
    method: 'POST',
    url: `/captcha/v1/sites/${site.solutionId}/as-admin`,
    headers: { cookie: 'ada', authorization },
    payload: {},
  })

test.each([
  ['verify', { viewer: 'scope-missing', member: 'scope-missing', admin: 'scope-missing' }],
  ['statistics', { viewer: 'may', member: 'scope-missing', admin: 'scope-missing' }],
  ['manage', { viewer: 'may', member: 'may', admin: 'may' }],
] as const)('a key for "%s" does what its scope says and no more', async (scope, expected) => {
  for (const [level, outcome] of Object.entries(expected))
    expect([level, await answer(level, keys[scope].secretKey)]).toEqual([level, outcome])
})

test('no key makes, changes or shows keys, or changes environments, whatever its scopes', async () => {
  const all = await keyWith({ scopes: ['verify', 'statistics', 'manage'] })
  const { id } = (await it.call('GET', `${site.solutionId}/environments`, 'ada')).json<{ items: { id: string }[] }>()
    .items[0] ?? { id: '' }
  const bypass = { name: 'B', expiresAt: new Date(it.clock.now + 60_000).toISOString() }
  for (const [method, path, payload] of [
    ['GET', 'api-keys', undefined],
    ['POST', 'api-keys', { name: 'X', scopes: ['verify'] }],
    ['PUT', `api-keys/${all.id}`, { name: 'X', networks: [], expiresAt: null, version: 1 }],
    ['POST', `api-keys/${all.id}/rotations`, { overlapHours: 0 }],
    ['DELETE', `api-keys/${all.id}`, undefined],
    ['GET', 'bypass-keys', undefined],
    ['POST', 'bypass-keys', bypass],
    ['PUT', `bypass-keys/${all.id}`, { name: 'B', version: 1 }],
    ['DELETE', `bypass-keys/${all.id}`, undefined],
    ['POST', 'environments', { name: 'X', domains: ['x.example'] }],
    ['PUT', `environments/${id}`, { name: 'X', domains: ['x.example'], active: false, version: 1 }],
    ['DELETE', `environments/${id}`, undefined],
  ] as const) {
    const response = await it.call(method, `${site.solutionId}/${path}`, `Bearer ${all.secretKey}`, payload)
    expect([method, path, response.statusCode, codeOf(response)]).toEqual([method, path, 403, 'person-required'])
  }
  expect((await it.call('GET', `${site.solutionId}/environments`, `Bearer ${all.secretKey}`)).statusCode).toBe(200)
})

test('a key of another solution is told that nothing is there', async () => {
  const other = await it.makeSite()
  for (const scope of ['verify', 'statistics', 'manage'] as const)
    expect(await answer('viewer', keys[scope].secretKey, other.solutionId)).toBe('not-found')
})

test('a key is refused like an unknown one when it is wrong, from a wrong network, revoked or expired', async () => {
  const narrow = await keyWith({ scopes: ['manage'], networks: ['192.0.2.0/24'] })
  expect([
    await answer('admin', narrow.secretKey, site.solutionId, '192.0.2.9'),
    await answer('admin', narrow.secretKey),
  ]).toEqual(['may', 'secret-key-invalid'])
  const short = await keyWith({ scopes: ['manage'], expiresAt: new Date(it.clock.now + 1_000).toISOString() })
  expect(await answer('admin', short.secretKey)).toBe('may')
  it.clock.now += 1_000
  expect(await answer('admin', short.secretKey)).toBe('secret-key-invalid')
  const revoked = await keyWith({ scopes: ['manage'] })
  await it.call('DELETE', `${site.solutionId}/api-keys/${revoked.id}`, 'ada')
  for (const key of [revoked.secretKey, 'bsec_nonsense', '', keys.manage.secretKey.slice(0, -1)])
    expect(await answer('admin', key)).toBe('secret-key-invalid')
})

test('with a key no session counts, not even of somebody who might', async () => {
  expect(codeOf(await asAdaWith('Bearer nonsense'))).toBe('secret-key-invalid')
  expect(codeOf(await asAdaWith(`bearer ${keys.statistics.secretKey}`))).toBe('scope-missing')
  // A site behind a password of its web server: that one is nobody of ours.
  expect((await asAdaWith('Basic YTpi')).statusCode).toBe(200)
})

test('a server that calls with a key is no cross-site request, and its answers stay out of caches', async () => {
  const response = await it.call('POST', `${site.solutionId}/as-admin`, `Bearer ${keys.manage.secretKey}`, {})
  expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store'])
  const page = await it.app.inject({
    method: 'POST',
    url: `/captcha/v1/sites/${site.solutionId}/as-admin`,
    headers: { cookie: 'ada', origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    payload: {},
  })
  expect(codeOf(page)).toBe('cross-site-request')
})

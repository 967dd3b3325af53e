import { captchaRoutes, domainsMax, environmentsMax, problemSchema } from '@bollard/contracts'
import { afterAll, expect, test } from 'vitest'
import { findSolutionsOf } from '../../records/sites/sites.ts'
import { startKeyRoutes } from '../../testing/start-key-routes.ts'

const it = await startKeyRoutes()
afterAll(() => it.stop())

const codeOf = (response: { json(): unknown }) => problemSchema.parse(response.json()).code
const faultsOf = (response: { json(): unknown }) => problemSchema.parse(response.json()).errors
const list = async (solutionId: string) =>
  captchaRoutes.listEnvironments.response.schema.parse(
    (await it.call('GET', `${solutionId}/environments`, 'vera')).json(),
  ).items
const create = (solutionId: string, payload: object, caller = 'ada') =>
  it.call('POST', `${solutionId}/environments`, caller, payload)
const created = async (solutionId: string, payload: object) =>
  captchaRoutes.createEnvironment.response.schema.parse((await create(solutionId, payload)).json())
const hosts = (from: number, count: number) => Array.from({ length: count }, (_, index) => `h${from + index}.example`)
const staging = { name: 'Staging', domains: ['staging.example'] }

test('each role may do what its call asks for, nobody else anything, and a stranger is told that nothing is there', async () => {
  const { solutionId } = await it.makeSite()
  const { id } = await created(solutionId, staging)
  const calls = [
    ['GET', 'environments', undefined, 'VIEWER'],
    ['POST', 'environments', { name: 'X', domains: ['x.example'] }, 'ADMIN'],
    ['PUT', `environments/${id}`, { ...staging, active: true, version: 1 }, 'ADMIN'],
    ['DELETE', `environments/${id}`, undefined, 'ADMIN'],
  ] as const
  for (const [method, path, payload, lowest] of calls) {
    const refusals = [
      [undefined, 401, 'unauthenticated'],
      ['stranger', 404, 'not-found'],
      ...(lowest === 'ADMIN'
        ? ([
            ['vera', 403, 'role-too-low'],
            ['mia', 403, 'role-too-low'],
          ] as const)
        : []),
    ] as const
    for (const [caller, status, code] of refusals) {
      const response = await it.call(method, `${solutionId}/${path}`, caller, payload)
      expect([method, caller, response.statusCode, codeOf(response)]).toEqual([method, caller, status, code])
    }
    const allowed = lowest === 'ADMIN' ? ['ada'] : ['vera', 'mia', 'ada']
    for (const caller of allowed)
      expect((await it.call(method, `${solutionId}/${path}`, caller, payload)).statusCode).toBeLessThan(300)
  }
})

test('an admin of one solution reaches no environment of another', async () => {
  const [one, other] = [await it.makeSite(), await it.makeSite()]
  const { id } = await created(other.solutionId, staging)
  expect(
    codeOf(
      await it.call('PUT', `${one.solutionId}/environments/${id}`, 'ada', { ...staging, active: false, version: 1 }),
    ),
  ).toBe('not-found')
  expect(codeOf(await it.call('DELETE', `${one.solutionId}/environments/${id}`, 'ada'))).toBe('not-found')
  expect(await list(other.solutionId)).toHaveLength(2)
})

test('a new environment has a site key and a secret key of its own, and every change is told to all processes', async () => {
  const { solutionId, siteId, siteKey } = await it.makeSite()
  const before = await it.changedAt(siteId)
  const made = await created(solutionId, { name: ' Staging ', domains: ['*.Müller.example', '[::1]', 'localhost'] })
  expect(made).toMatchObject({
    name: 'Staging',
    domains: ['*.xn--mller-kva.example', '::1', 'localhost'],
    active: true,
    version: 1,
  })
  expect(made.siteKey).toMatch(/^bsk_/u)
  const { secretKey, ...shown } = made
  expect(await list(solutionId)).toMatchObject([{ name: 'Production', siteKey, domains: ['shop.example'] }, shown])
  expect(JSON.stringify(await list(solutionId))).not.toContain(secretKey)
  const [inserted, owner] = [await it.changedAt(siteId), await it.apiKeys.find(secretKey, '127.0.0.1')]
  expect(owner).toMatchObject({ siteId, solutionId, scopes: ['verify'] })
  const changed = await it.call('PUT', `${solutionId}/environments/${made.id}`, 'ada', {
    name: 'Staging 2',
    domains: ['a.example'],
    active: false,
    version: 1,
  })
  expect(changed.json()).toMatchObject({
    id: made.id,
    name: 'Staging 2',
    domains: ['a.example'],
    active: false,
    version: 2,
  })
  const updated = await it.changedAt(siteId)
  expect((await it.call('DELETE', `${solutionId}/environments/${made.id}`, 'ada')).statusCode).toBe(204)
  const times = [before, inserted, updated, await it.changedAt(siteId)]
  expect([...new Set(times)].toSorted()).toEqual(times)
  expect(await it.dump()).not.toContain(secretKey)
})

test('what was changed in the meantime is not overwritten, and of two changes at once one wins', async () => {
  const { solutionId } = await it.makeSite()
  const [first] = await list(solutionId)
  const put = (name: string) =>
    it.call('PUT', `${solutionId}/environments/${first?.id}`, 'ada', {
      name,
      domains: ['shop.example'],
      active: true,
      version: 1,
    })
  const statuses = (await Promise.all([put('A'), put('B'), put('C')])).map((response) => response.statusCode)
  expect(statuses.toSorted()).toEqual([200, 409, 409])
  expect(codeOf(await put('D'))).toBe('version-conflict')
})

test('domains that cannot be used are refused by their place, and so is a name that is taken', async () => {
  const { solutionId } = await it.makeSite()
  const response = await create(solutionId, {
    name: 'production',
    domains: [
      'https://a.example',
      'b.example/x',
      'c.example:1',
      '*.co.uk',
      'a.*.example',
      'nonsense',
      'd.example',
      'D.example',
    ],
  })
  expect([response.statusCode, codeOf(response)]).toEqual([422, 'validation-failed'])
  expect(faultsOf(response)).toEqual([
    { pointer: '/domains/0', code: 'scheme' },
    { pointer: '/domains/1', code: 'path' },
    { pointer: '/domains/2', code: 'port' },
    { pointer: '/domains/3', code: 'public-suffix' },
    { pointer: '/domains/4', code: 'wildcard' },
    { pointer: '/domains/5', code: 'domain' },
    { pointer: '/domains/7', code: 'duplicate' },
    { pointer: '/name', code: 'duplicate' },
  ])
  for (const payload of [
    { name: '', domains: ['a.example'] },
    { name: 'x'.repeat(41), domains: ['a.example'] },
    { name: 'A\nB', domains: ['a.example'] },
    { name: 'A', domains: [] },
    { name: 'A', domains: Array.from({ length: domainsMax + 1 }, (_, index) => `a${index}.example`) },
  ])
    expect(codeOf(await create(solutionId, payload))).toBe('validation-failed')
  expect(codeOf(await create(solutionId, { ...staging, active: true }))).toBe('unknown-field')
  expect(await list(solutionId)).toHaveLength(1)
})

test('all environments of a solution share 500 domains whatever the plan, also when they are added at once', async () => {
  const { solutionId } = await it.makeSite(['shop.example', 'www.shop.example'])
  const answers = await Promise.all(
    [0, 249, 498].map((from) => create(solutionId, { name: `E${from}`, domains: hosts(from, 249) })),
  )
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 201, 429])
  expect(codeOf(await create(solutionId, { name: 'More', domains: ['more.example'] }))).toBe('quota-exceeded')
  const [first] = await list(solutionId)
  const put = (domains: string[]) =>
    it.call('PUT', `${solutionId}/environments/${first?.id}`, 'ada', {
      name: 'Production',
      domains,
      active: true,
      version: 1,
    })
  expect(codeOf(await put(['shop.example', 'www.shop.example', 'more.example']))).toBe('quota-exceeded')
  expect((await put(['shop.example'])).statusCode).toBe(200)
  expect((await create(solutionId, { name: 'More', domains: ['more.example'] })).statusCode).toBe(201)
})

test('a solution has at most 20 environments whatever the plan', async () => {
  const { solutionId } = await it.makeSite()
  for (let index = 2; index <= environmentsMax; index++)
    expect((await create(solutionId, { name: `E${index}`, domains: [`e${index}.example`] })).statusCode).toBe(201)
  expect(codeOf(await create(solutionId, { name: 'More', domains: ['more.example'] }))).toBe('quota-exceeded')
})

test('an archived environment ends with its keys and leaves its name free, and the last one stays', async () => {
  const { solutionId, secretKey: first } = await it.makeSite()
  const { id, secretKey } = await created(solutionId, staging)
  const bypass = { name: 'Tests', environmentId: id, expiresAt: new Date(it.clock.now + 86_400_000).toISOString() }
  expect((await it.call('POST', `${solutionId}/bypass-keys`, 'ada', bypass)).statusCode).toBe(201)
  expect((await it.call('DELETE', `${solutionId}/environments/${id}`, 'ada')).statusCode).toBe(204)
  expect(codeOf(await it.call('DELETE', `${solutionId}/environments/${id}`, 'ada'))).toBe('not-found')
  expect([await it.apiKeys.find(secretKey, ''), await it.apiKeys.find(first, '')]).toEqual([null, expect.anything()])
  const states = ['api-keys', 'bypass-keys'].map(async (kind) =>
    (await it.call('GET', `${solutionId}/${kind}`, 'vera'))
      .json<{ items: { state: string }[] }>()
      .items.map(({ state }) => state),
  )
  expect(await Promise.all(states)).toEqual([['ACTIVE', 'REVOKED'], ['REVOKED']])
  const [row] = await it.db.query<{ n: number }>(
    'test-kept',
    `select count(*)::int as n from captcha.environments where public_id = $1`,
    [id],
  )
  expect(row).toEqual({ n: 1 })
  const [last] = await list(solutionId)
  const refused = await it.call('DELETE', `${solutionId}/environments/${last?.id}`, 'ada')
  expect([refused.statusCode, codeOf(refused)]).toEqual([409, 'last-environment'])
  expect((await created(solutionId, staging)).id).not.toBe(id)
})

test('of two environments archived at once, one stays', async () => {
  const { solutionId } = await it.makeSite()
  await created(solutionId, staging)
  const answers = await Promise.all(
    (await list(solutionId)).map(({ id }) => it.call('DELETE', `${solutionId}/environments/${id}`, 'ada')),
  )
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 409])
  expect(await list(solutionId)).toHaveLength(1)
})

test('a new solution cannot have a public suffix, and keeps a host once that is written in two ways', async () => {
  await expect(it.makeSite(['shop.example', 'co.uk', '*.github.io'])).rejects.toMatchObject({
    code: 'validation-failed',
    errors: [
      { pointer: '/domains/1', code: 'public-suffix' },
      { pointer: '/domains/2', code: 'public-suffix' },
    ],
  })
  const { solutionId } = await it.makeSite(['müller.example', 'xn--mller-kva.example', 'captcha'])
  expect(await list(solutionId)).toMatchObject([{ domains: ['xn--mller-kva.example', 'captcha'] }])
})

test('operators find solutions by a site key and by a whole domain, and not by what was archived', async () => {
  const { solutionId } = await it.makeSite()
  const { siteKey, id } = await created(solutionId, { name: 'Found', domains: ['Found.example', 'www.found.example'] })
  const find = (words: string) => findSolutionsOf(it.db, words)
  expect([await find(siteKey), await find('FOUND.example'), await find('www.found.example')]).toEqual(
    Array.from({ length: 3 }, () => [solutionId]),
  )
  expect([await find('example'), await find(siteKey.toUpperCase())]).toEqual([[], []])
  await it.call('DELETE', `${solutionId}/environments/${id}`, 'ada')
  expect([await find(siteKey), await find('found.example')]).toEqual([[], []])
})

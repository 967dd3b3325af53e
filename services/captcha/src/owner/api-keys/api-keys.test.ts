import { listAudit } from '@bollard/audit'
import { captchaRoutes, apiKeysMax, problemSchema } from '@bollard/contracts'
import type { Mail } from '@bollard/mail'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startKeyRoutes } from '../../testing/start-key-routes.ts'

const it = await startKeyRoutes()
afterAll(() => it.stop())

const hour = 3_600_000
const day = 24 * hour
const codeOf = (response: { json(): unknown }) => problemSchema.parse(response.json()).code
const faultsOf = (response: { json(): unknown }) => problemSchema.parse(response.json()).errors
const inTime = (ms: number) => new Date(it.clock.now + ms).toISOString()
const list = async (solutionId: string) =>
  captchaRoutes.listApiKeys.response.schema.parse((await it.call('GET', `${solutionId}/api-keys`, 'vera')).json()).items
const create = (solutionId: string, payload: object) =>
  it.call('POST', `${solutionId}/api-keys`, 'ada', { name: 'Shop', scopes: ['verify'], ...payload })
const created = async (solutionId: string, payload: object = {}) =>
  captchaRoutes.createApiKey.response.schema.parse((await create(solutionId, payload)).json())
const rotate = (solutionId: string, id: string, overlapHours: number) =>
  it.call('POST', `${solutionId}/api-keys/${id}/rotations`, 'ada', { overlapHours })
const works = async (secretKey: string) => (await it.apiKeys.find(secretKey, '127.0.0.1')) !== null
/** Past the seconds for which a process remembers a key. */
const aMomentLater = () => (it.clock.now += 2_000)

test('each role may do what its call asks for, nobody else anything, and a stranger is told that nothing is there', async () => {
  const { solutionId } = await it.makeSite()
  const { id } = await created(solutionId)
  const calls = [
    ['GET', 'api-keys', undefined],
    ['POST', 'api-keys', { name: 'X', scopes: ['verify'] }],
    ['PUT', `api-keys/${id}`, { name: 'X', networks: [], expiresAt: null, version: 1 }],
    ['POST', `api-keys/${id}/rotations`, { overlapHours: 1 }],
    ['DELETE', `api-keys/${id}`, undefined],
  ] as const
  for (const [method, path, payload] of calls) {
    const low =
      method === 'GET'
        ? []
        : ([
            ['vera', 403, 'role-too-low'],
            ['mia', 403, 'role-too-low'],
          ] as const)
    for (const [caller, status, code] of [
      [undefined, 401, 'unauthenticated'],
      ['stranger', 404, 'not-found'],
      ...low,
    ] as const) {
      const response = await it.call(method, `${solutionId}/${path}`, caller, payload)
      expect([method, path, caller, response.statusCode, codeOf(response)]).toEqual([
        method,
        path,
        caller,
        status,
        code,
      ])
    }
    for (const caller of method === 'GET' ? ['vera', 'mia', 'ada'] : ['ada'])
      expect((await it.call(method, `${solutionId}/${path}`, caller, payload)).statusCode).toBeLessThan(300)
  }
})

test('an admin of one solution reaches no key of another', async () => {
  const [one, other] = [await it.makeSite(), await it.makeSite()]
  const { id, secretKey } = await created(other.solutionId)
  const path = `${one.solutionId}/api-keys/${id}`
  expect(codeOf(await it.call('PUT', path, 'ada', { name: 'X', networks: [], expiresAt: null, version: 1 }))).toBe(
    'not-found',
  )
  expect(codeOf(await it.call('DELETE', path, 'ada'))).toBe('not-found')
  expect(codeOf(await rotate(one.solutionId, id, 0))).toBe('not-found')
  const environments = (await it.call('GET', `${other.solutionId}/environments`, 'vera')).json<{
    items: { id: string }[]
  }>().items
  expect(faultsOf(await create(one.solutionId, { environmentId: environments[0]?.id }))).toEqual([
    { pointer: '/environmentId', code: 'unknown' },
  ])
  expect(await works(secretKey)).toBe(true)
})

test('a key is shown once, and only its hash is stored', async () => {
  const { solutionId, secretKey: first } = await it.makeSite()
  const { secretKey, ...shown } = await created(solutionId, {
    scopes: ['verify', 'statistics'],
    networks: ['192.0.2.7/24', '2001:DB8::1'],
    expiresAt: inTime(day),
  })
  expect(shown).toMatchObject({
    name: 'Shop',
    scopes: ['verify', 'statistics'],
    networks: ['192.0.2.0/24', '2001:db8::1/128'],
    environmentId: null,
    state: 'ACTIVE',
    prefix: secretKey.slice(0, 9),
    last4: secretKey.slice(-4),
    createdBy: 'ada',
    lastUsedAt: null,
    replacedBy: null,
    version: 1,
  })
  const text = JSON.stringify(await list(solutionId))
  const stored = await it.dump()
  for (const key of [first, secretKey])
    expect([text.includes(key), stored.includes(key), stored.includes(key.slice(9, -4))]).toEqual([false, false, false])
  expect(text).toContain(JSON.stringify(shown))
})

test('what cannot be used is refused with its place', async () => {
  const { solutionId } = await it.makeSite()
  const environments = (await it.call('GET', `${solutionId}/environments`, 'vera')).json<{ items: { id: string }[] }>()
    .items
  const environmentId = environments[0]?.id
  const faults = async (payload: object) => faultsOf(await create(solutionId, payload))
  expect(await faults({ networks: ['nonsense', '10.0.0.0/7'], expiresAt: inTime(-1) })).toEqual([
    { pointer: '/networks/0', code: 'network' },
    { pointer: '/networks/1', code: 'too-wide' },
    { pointer: '/expiresAt', code: 'in-the-past' },
  ])
  expect(await faults({ expiresAt: inTime(732 * day) })).toEqual([{ pointer: '/expiresAt', code: 'too-late' }])
  expect(await faults({ scopes: ['verify', 'statistics'], environmentId })).toEqual([
    { pointer: '/environmentId', code: 'environment-not-possible' },
  ])
  expect(await faults({ scopes: ['manage'], environmentId })).toEqual([
    { pointer: '/environmentId', code: 'environment-not-possible' },
  ])
  for (const payload of [
    { scopes: [] },
    { scopes: ['verify', 'verify'] },
    { scopes: ['all'] },
    { name: ' ' },
    { name: 'x'.repeat(81) },
    { environmentId: 'x' },
    { expiresAt: 'tomorrow' },
  ])
    expect(codeOf(await create(solutionId, payload))).toBe('validation-failed')
  expect(codeOf(await create(solutionId, { secretKey: 'x' }))).toBe('unknown-field')
  expect((await create(solutionId, { environmentId })).json()).toMatchObject({ environmentId })
  for (const overlapHours of [-1, 169, 0.5])
    expect(codeOf(await rotate(solutionId, environmentId ?? '', overlapHours))).toBe('validation-failed')
  expect(await list(solutionId)).toHaveLength(2)
})

test('a solution has at most 50 keys that work whatever the plan, also when they are made at once; ended ones do not count', async () => {
  const { solutionId } = await it.makeSite()
  const answers = await Promise.all(
    Array.from({ length: apiKeysMax + 2 }, () => create(solutionId, { expiresAt: inTime(day) })),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(apiKeysMax - 1)
  const refused = await create(solutionId, {})
  expect([refused.statusCode, codeOf(refused)]).toEqual([429, 'quota-exceeded'])
  const [newest] = await list(solutionId)
  expect(codeOf(await rotate(solutionId, newest?.id ?? '', 1))).toBe('quota-exceeded')
  expect((await rotate(solutionId, newest?.id ?? '', 0)).statusCode).toBe(201)
  it.clock.now += day
  expect((await list(solutionId)).map(({ state }) => state)).toEqual([
    'ACTIVE',
    ...Array.from({ length: apiKeysMax - 1 }, () => 'EXPIRED'),
    'REVOKED',
  ])
  for (let index = 0; index < apiKeysMax - 1; index++) expect((await create(solutionId, {})).statusCode).toBe(201)
  // An expired one that wakes would be one too many.
  const expired = (await list(solutionId)).find(({ state }) => state === 'EXPIRED')
  const put = { name: 'Again', networks: [], expiresAt: null, version: 1 }
  expect(codeOf(await it.call('PUT', `${solutionId}/api-keys/${expired?.id}`, 'ada', put))).toBe('quota-exceeded')
})

test('after a rotation both keys work until the overlap is over, by the clock', async () => {
  const { solutionId } = await it.makeSite()
  const old = await created(solutionId, { networks: ['127.0.0.0/8'], expiresAt: inTime(10 * day) })
  it.clock.now += 4 * day
  const fresh = captchaRoutes.rotateApiKey.response.schema.parse((await rotate(solutionId, old.id, 48)).json())
  expect(fresh).toMatchObject({
    name: 'Shop',
    scopes: ['verify'],
    networks: ['127.0.0.0/8'],
    replacedBy: null,
    version: 1,
    expiresAt: inTime(10 * day),
  })
  expect((await list(solutionId)).find(({ id }) => id === old.id)).toMatchObject({
    state: 'ACTIVE',
    replacedBy: fresh.id,
    version: 2,
    expiresAt: inTime(2 * day),
  })
  it.clock.now += 2 * day - 1
  expect([await works(old.secretKey), await works(fresh.secretKey)]).toEqual([true, true])
  it.clock.now += 1
  expect([await works(old.secretKey), await works(fresh.secretKey)]).toEqual([false, true])
  expect((await list(solutionId)).find(({ id }) => id === old.id)?.state).toBe('EXPIRED')
})

test('an overlap never makes a key live longer than it would have', async () => {
  const { solutionId } = await it.makeSite()
  const old = await created(solutionId, { expiresAt: inTime(hour) })
  expect((await rotate(solutionId, old.id, 168)).statusCode).toBe(201)
  expect((await list(solutionId)).find(({ id }) => id === old.id)?.expiresAt).toBe(old.expiresAt)
})

test('with no overlap the old key ends at once', async () => {
  const { solutionId } = await it.makeSite()
  const old = await created(solutionId)
  expect(await works(old.secretKey)).toBe(true)
  const fresh = captchaRoutes.rotateApiKey.response.schema.parse((await rotate(solutionId, old.id, 0)).json())
  aMomentLater()
  expect([await works(old.secretKey), await works(fresh.secretKey)]).toEqual([false, true])
})

test('of several rotations of a key at once one wins, and a replaced key is not replaced again', async () => {
  const { solutionId } = await it.makeSite()
  const { id } = await created(solutionId)
  for (const overlapHours of [5, 0]) {
    const key = overlapHours === 5 ? id : (await created(solutionId)).id
    const answers = await Promise.all([1, 2, 3].map(() => rotate(solutionId, key, overlapHours)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409])
    expect(codeOf(await rotate(solutionId, key, overlapHours))).toBe('version-conflict')
  }
})

test('a change names what it read, and a revoked key is not changed', async () => {
  const { solutionId, siteId } = await it.makeSite()
  const { id, secretKey } = await created(solutionId)
  const before = await it.changedAt(siteId)
  const put = (payload: object) =>
    it.call('PUT', `${solutionId}/api-keys/${id}`, 'ada', {
      name: 'Till',
      networks: ['192.0.2.1'],
      expiresAt: inTime(day),
      version: 1,
      ...payload,
    })
  const answers = await Promise.all([put({}), put({})])
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  expect((await list(solutionId))[0]).toMatchObject({
    id,
    name: 'Till',
    networks: ['192.0.2.1/32'],
    expiresAt: inTime(day),
    version: 2,
  })
  expect((await it.changedAt(siteId)) > before).toBe(true)
  expect(codeOf(await put({}))).toBe('version-conflict')
  expect(faultsOf(await put({ version: 2, expiresAt: inTime(-1), networks: ['x'] }))).toEqual([
    { pointer: '/networks/0', code: 'network' },
    { pointer: '/expiresAt', code: 'in-the-past' },
  ])
  aMomentLater()
  expect(await works(secretKey)).toBe(false)
  expect(await it.apiKeys.find(secretKey, '192.0.2.1')).not.toBeNull()
  expect((await it.call('DELETE', `${solutionId}/api-keys/${id}`, 'ada')).statusCode).toBe(204)
  expect(codeOf(await put({ version: 3 }))).toBe('not-found')
  expect(codeOf(await rotate(solutionId, id, 1))).toBe('not-found')
})

test('an expired key keeps its end when only its name is changed', async () => {
  const { solutionId } = await it.makeSite()
  const { id, expiresAt } = await created(solutionId, { expiresAt: inTime(hour) })
  it.clock.now += hour
  const answer = await it.call('PUT', `${solutionId}/api-keys/${id}`, 'ada', {
    name: 'Old',
    networks: [],
    expiresAt,
    version: 1,
  })
  expect(answer.json()).toMatchObject({ name: 'Old', state: 'EXPIRED', expiresAt })
})

test('a revoked key ends for good, and revoking it again changes nothing', async () => {
  const { solutionId } = await it.makeSite()
  const { id, secretKey } = await created(solutionId)
  for (let time = 0; time < 2; time++)
    expect((await it.call('DELETE', `${solutionId}/api-keys/${id}`, 'ada')).statusCode).toBe(204)
  aMomentLater()
  expect(await works(secretKey)).toBe(false)
  expect((await list(solutionId)).find((key) => key.id === id)?.state).toBe('REVOKED')
})

test('the overview names the newest key of the first environment that only verifies, and none once all are revoked', async () => {
  const { solutionId } = await it.makeSite()
  const shown = async () =>
    captchaRoutes.getSite.response.schema.parse((await it.call('GET', solutionId, 'vera')).json()).secretKey
  const first = await shown()
  await created(solutionId)
  await it.call('POST', `${solutionId}/environments`, 'ada', { name: 'B', domains: ['b.example'] })
  expect(await shown(), 'neither a key for all environments nor one of another').toEqual(first)
  const { id, prefix, last4, createdAt } = captchaRoutes.rotateApiKey.response.schema.parse(
    (await rotate(solutionId, first?.id ?? '', 24)).json(),
  )
  expect(await shown(), 'while the old one still works').toEqual({ id, prefix, last4, createdAt })
  for (const key of [id, first?.id]) await it.call('DELETE', `${solutionId}/api-keys/${key}`, 'ada')
  expect(await shown()).toBeNull()
})

test('an operator revokes a key of a customer with a reason, which its admins read; nobody else may, and once is enough', async () => {
  const sent: Mail[] = []
  const other = await startKeyRoutes({
    keyMails: {
      findAdmins: async () => [{ userId: 'ada', email: 'ada@example.org', givenName: 'Ada', language: 'en' }],
      nameOf: async () => 'Shop',
      enqueueMail: async (_tx, mail) => void sent.push(mail),
      dashboardUrl: 'https://dashboard.example',
    },
  })
  onTestFinished(() => other.stop())
  const { solutionId } = await other.makeSite()
  const [key] = captchaRoutes.listApiKeys.response.schema.parse(
    (await other.call('GET', `${solutionId}/api-keys`, 'vera')).json(),
  ).items
  const revoke = (caller: string | undefined, reason = 'Published in a repository', id = key?.id) =>
    other.call('POST', `${solutionId}/api-keys/${id}/revocation`, caller, { reason })
  expect(
    (await Promise.all([revoke('ada'), revoke('stranger'), revoke(undefined), revoke('oscar')])).map(codeOf),
  ).toEqual(['forbidden', 'not-found', 'unauthenticated', 'second-factor-needed'])
  expect(codeOf(await revoke('olga', ''))).toBe('validation-failed')
  expect(codeOf(await revoke('olga', undefined, solutionId))).toBe('not-found')
  sent.length = 0
  for (let time = 0; time < 2; time++) expect((await revoke('olga')).statusCode).toBe(204)
  expect(sent.map(({ to, tag }) => [to, tag])).toEqual([['ada@example.org', 'key-revoked-by-operator']])
  expect(sent[0]?.text).toContain('Published in a repository')
  const { items } = await listAudit(other.db, 'SOLUTION', solutionId, { limit: 10, action: 'api-key.revoked' })
  expect(items.map(({ actor, after }) => [actor, after?.['reason']])).toEqual([
    [{ kind: 'OPERATOR', id: 'olga' }, 'Published in a repository'],
  ])
})

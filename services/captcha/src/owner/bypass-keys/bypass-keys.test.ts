import { captchaRoutes, problemSchema } from '@bollard/contracts'
import { afterAll, expect, test } from 'vitest'
import { findBypassKey, loadBypassKeys } from '../../edge/bypass-keys/load-bypass-keys.ts'
import { createBypassUses } from '../../edge/bypass-keys/use-bypass-key.ts'
import { startKeyRoutes } from '../../testing/start-key-routes.ts'

const it = await startKeyRoutes()
afterAll(() => it.stop())

const day = 86_400_000
const codeOf = (response: { json(): unknown }) => problemSchema.parse(response.json()).code
const faultsOf = (response: { json(): unknown }) => problemSchema.parse(response.json()).errors
const inTime = (ms: number) => new Date(it.clock.now + ms).toISOString()
const list = async (solutionId: string) =>
  captchaRoutes.listBypassKeys.response.schema.parse((await it.call('GET', `${solutionId}/bypass-keys`, 'vera')).json())
    .items
const create = (solutionId: string, payload: object = {}) =>
  it.call('POST', `${solutionId}/bypass-keys`, 'ada', { name: 'Tests', expiresAt: inTime(30 * day), ...payload })
const created = async (solutionId: string, payload: object = {}) =>
  captchaRoutes.createBypassKey.response.schema.parse((await create(solutionId, payload)).json())
const change = { name: 'Partner', origins: [], networks: [], usesPerDay: null, version: 1 }
const environmentsOf = async (siteId: number) =>
  it.db.query<{ number: number; id: string }>(
    'test-environments',
    'select id as number, public_id as id from captcha.environments where site_id = $1 order by number',
    [siteId],
  )

test('each role may do what its call asks for, nobody else anything, and a stranger is told that nothing is there', async () => {
  const { solutionId } = await it.makeSite()
  const { id } = await created(solutionId)
  const calls = [
    ['GET', 'bypass-keys', undefined],
    ['POST', 'bypass-keys', { name: 'X', expiresAt: inTime(day) }],
    ['PUT', `bypass-keys/${id}`, change],
    ['DELETE', `bypass-keys/${id}`, undefined],
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
      expect([method, caller, response.statusCode, codeOf(response)]).toEqual([method, caller, status, code])
    }
    for (const caller of method === 'GET' ? ['vera', 'mia', 'ada'] : ['ada'])
      expect((await it.call(method, `${solutionId}/${path}`, caller, payload)).statusCode).toBeLessThan(300)
  }
})

test('an admin of one solution reaches no bypass key of another', async () => {
  const [one, other] = [await it.makeSite(), await it.makeSite()]
  const { id } = await created(other.solutionId)
  expect(codeOf(await it.call('PUT', `${one.solutionId}/bypass-keys/${id}`, 'ada', change))).toBe('not-found')
  expect(codeOf(await it.call('DELETE', `${one.solutionId}/bypass-keys/${id}`, 'ada'))).toBe('not-found')
  const [environment] = await environmentsOf(other.siteId)
  expect(faultsOf(await create(one.solutionId, { environmentId: environment?.id }))).toEqual([
    { pointer: '/environmentId', code: 'unknown' },
  ])
})

test('a bypass key is shown once, and only its hash is stored', async () => {
  const { solutionId } = await it.makeSite()
  const { secretKey, ...shown } = await created(solutionId, {
    origins: ['*.Shop.example'],
    networks: ['192.0.2.1/24'],
    usesPerDay: 5,
  })
  expect(secretKey).toMatch(/^bby_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/u)
  expect(shown).toMatchObject({
    name: 'Tests',
    prefix: secretKey.slice(0, 8),
    last4: secretKey.slice(-4),
    state: 'ACTIVE',
    origins: ['*.shop.example'],
    networks: ['192.0.2.0/24'],
    usesPerDay: 5,
    usesToday: 0,
    usesLast30Days: 0,
    lastUsedAt: null,
    createdBy: 'ada',
    version: 1,
  })
  expect(await list(solutionId)).toEqual([shown])
  const stored = await it.dump()
  expect([stored.includes(secretKey), stored.includes(secretKey.slice(8, -4))]).toEqual([false, false])
})

test('what cannot be used is refused with its place', async () => {
  const { solutionId } = await it.makeSite()
  expect(
    faultsOf(
      await create(solutionId, { origins: ['https://a.example', '*.co.uk'], networks: ['x'], expiresAt: inTime(-1) }),
    ),
  ).toEqual([
    { pointer: '/origins/0', code: 'scheme' },
    { pointer: '/origins/1', code: 'public-suffix' },
    { pointer: '/networks/0', code: 'network' },
    { pointer: '/expiresAt', code: 'in-the-past' },
  ])
  expect(faultsOf(await create(solutionId, { expiresAt: inTime(365 * day + 1) }))).toEqual([
    { pointer: '/expiresAt', code: 'too-late' },
  ])
  expect((await create(solutionId, { expiresAt: inTime(365 * day) })).statusCode).toBe(201)
  for (const payload of [
    { expiresAt: null },
    { expiresAt: undefined },
    { usesPerDay: 0 },
    { usesPerDay: 1_000_001 },
    { usesPerDay: 1.5 },
    { name: '' },
  ])
    expect(codeOf(await create(solutionId, payload))).toBe('validation-failed')
  expect(codeOf(await create(solutionId, { number: 1 }))).toBe('unknown-field')
})

test('a solution has at most 20 bypass keys that work, and numbers are never given twice', async () => {
  const { solutionId, siteId } = await it.makeSite()
  const answers = await Promise.all(Array.from({ length: 23 }, () => create(solutionId, { expiresAt: inTime(day) })))
  expect(answers.map(({ statusCode }) => statusCode).filter((status) => status === 201)).toHaveLength(20)
  expect(codeOf(await create(solutionId))).toBe('quota-exceeded')
  it.clock.now += day
  await created(solutionId)
  const numbers = await it.db.query<{ number: number }>(
    'test-numbers',
    'select number from captcha.bypass_keys where site_id = $1 order by number',
    [siteId],
  )
  expect(numbers.map(({ number }) => number)).toEqual(Array.from({ length: 21 }, (_, index) => index + 1))
  await it.db.query(
    'test-last-number',
    'update captcha.bypass_keys set number = 32767 where site_id = $1 and number = 21',
    [siteId],
  )
  expect(codeOf(await create(solutionId))).toBe('quota-exceeded')
})

test('a change names what it read, and a revoked key is not changed', async () => {
  const { solutionId, siteId } = await it.makeSite()
  const { id } = await created(solutionId)
  const put = (payload: object = {}) =>
    it.call('PUT', `${solutionId}/bypass-keys/${id}`, 'ada', { ...change, ...payload })
  const before = await it.changedAt(siteId)
  const answers = await Promise.all([put({ usesPerDay: 7 }), put({ usesPerDay: 7 })])
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  expect(await list(solutionId)).toMatchObject([{ name: 'Partner', usesPerDay: 7, version: 2 }])
  expect((await it.changedAt(siteId)) > before).toBe(true)
  expect(codeOf(await put())).toBe('version-conflict')
  expect(faultsOf(await put({ version: 2, origins: ['shop.example:1'], networks: ['::/1'] }))).toEqual([
    { pointer: '/origins/0', code: 'port' },
    { pointer: '/networks/0', code: 'too-wide' },
  ])
  for (let time = 0; time < 2; time++)
    expect((await it.call('DELETE', `${solutionId}/bypass-keys/${id}`, 'ada')).statusCode).toBe(204)
  expect(codeOf(await put({ version: 3 }))).toBe('not-found')
  expect(await list(solutionId)).toMatchObject([{ state: 'REVOKED' }])
})

test('a key is good only for its environment, its pages, its networks and its time', async () => {
  const { solutionId, siteId } = await it.makeSite()
  const other = await it.makeSite()
  const staging = captchaRoutes.createEnvironment.response.schema.parse(
    (await it.call('POST', `${solutionId}/environments`, 'ada', { name: 'Staging', domains: ['s.example'] })).json(),
  )
  const [first, second] = await environmentsOf(siteId)
  const free = await created(solutionId)
  const bound = await created(solutionId, {
    environmentId: staging.id,
    origins: ['*.s.example', '2001:db8::1'],
    networks: ['192.0.2.0/24', '2001:db8::/32'],
    expiresAt: inTime(1_000),
  })
  const gone = await created(solutionId)
  await it.call('DELETE', `${solutionId}/bypass-keys/${gone.id}`, 'ada')
  const loaded = await loadBypassKeys(it.db, [siteId, other.siteId])
  const keys = loaded.get(siteId) ?? []
  expect([keys.length, loaded.has(other.siteId)]).toEqual([2, false])
  const fits = { environmentId: second?.number ?? 0, host: 'a.s.example', address: '192.0.2.9', now: it.clock.now }
  const status = (secret: string, visitor: Partial<typeof fits> = {}) =>
    findBypassKey(keys, secret, { ...fits, ...visitor }).status
  expect(status(bound.secretKey)).toBe('found')
  expect(status(bound.secretKey, { host: '2001:db8::1', address: '2001:db8::7' })).toBe('found')
  expect(status(bound.secretKey, { environmentId: first?.number ?? 0 })).toBe('wrong-environment')
  expect(status(bound.secretKey, { host: 's.example' })).toBe('wrong-origin')
  expect(status(bound.secretKey, { address: '192.0.3.9' })).toBe('wrong-network')
  expect(status(bound.secretKey, { now: fits.now + 999 })).toBe('found')
  expect(status(bound.secretKey, { now: fits.now + 1_000 })).toBe('expired')
  expect(status(free.secretKey, { environmentId: first?.number ?? 0, host: 'anything.example', address: '' })).toBe(
    'found',
  )
  for (const secret of [gone.secretKey, '', 'bby_nonsense', `${free.secretKey.slice(0, -1)}!`, other.secretKey])
    expect(status(secret)).toBe('unknown')
  expect(findBypassKey(loaded.get(other.siteId) ?? [], free.secretKey, fits).status).toBe('unknown')
})

test('uses are counted by days of UTC and shown', async () => {
  const { solutionId, siteId } = await it.makeSite()
  await created(solutionId, { usesPerDay: 2, expiresAt: inTime(60 * day) })
  const { use } = createBypassUses(it.db)
  const at = Date.UTC(2026, 2, 10, 23, 59, 59, 999)
  it.clock.now = at
  const key = { number: 1 }
  const uses = async (now: number, n: number) =>
    (await Promise.all(Array.from({ length: n }, () => use({ siteId, key, now })))).filter(
      (result) => result === 'used',
    ).length
  expect([await uses(at, 3), await uses(at, 1), await uses(at + 1, 3)]).toEqual([2, 0, 2])
  expect(await list(solutionId)).toMatchObject([
    { usesToday: 2, usesLast30Days: 2, lastUsedAt: new Date(at + 1).toISOString() },
  ])
  it.clock.now = at + 1
  expect(await list(solutionId)).toMatchObject([{ usesToday: 2, usesLast30Days: 4 }])
  it.clock.now = at + 29 * day
  expect(await list(solutionId)).toMatchObject([{ usesToday: 0, usesLast30Days: 4 }])
  it.clock.now = at + 29 * day + 1
  expect(await list(solutionId)).toMatchObject([{ usesToday: 0, usesLast30Days: 2 }])
  it.clock.now = at
})

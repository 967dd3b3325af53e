import { randomBytes } from 'node:crypto'
import { captchaRoutes } from '@bollard/contracts'
import { afterAll, expect, test } from 'vitest'
import { startKeyRoutes } from '../../testing/start-key-routes.ts'
import { createApiKeyCache } from './api-key-cache.ts'
import { generateApiKey } from './key-format.ts'

const it = await startKeyRoutes()
afterAll(() => it.stop())

const created = async (solutionId: string, payload: object = {}) =>
  captchaRoutes.createApiKey.response.schema.parse(
    (await it.call('POST', `${solutionId}/api-keys`, 'ada', { name: 'Shop', scopes: ['verify'], ...payload })).json(),
  )
const lastUse = async (solutionId: string, id: string) =>
  (await it.call('GET', `${solutionId}/api-keys`, 'ada'))
    .json<{ items: { id: string; lastUsedAt: string | null }[] }>()
    .items.find((key) => key.id === id)?.lastUsedAt

test('a revoked key is found for at most 2 seconds more, and between the first and the second it is looked up anew', async () => {
  const { solutionId } = await it.makeSite()
  const { id, secretKey } = await created(solutionId)
  const keys = createApiKeyCache(it.db, () => it.clock.now)
  const found = () => keys.find(secretKey, '').then((owner) => owner !== null)
  expect(await found()).toBe(true)
  await it.call('DELETE', `${solutionId}/api-keys/${id}`, 'ada')
  it.clock.now += 999
  expect(await found()).toBe(true)
  it.clock.now += 1
  expect(await found()).toBe(true)
  await expect.poll(found).toBe(false)
  const slow = createApiKeyCache(it.db, () => it.clock.now)
  const second = await created(solutionId)
  expect(await slow.find(second.secretKey, '')).not.toBeNull()
  await it.call('DELETE', `${solutionId}/api-keys/${second.id}`, 'ada')
  it.clock.now += 2_000
  expect(await slow.find(second.secretKey, '')).toBeNull()
})

test('a key counts only from its networks, for what it may do and until its end', async () => {
  const { solutionId } = await it.makeSite()
  const { secretKey } = await created(solutionId, {
    networks: ['192.0.2.0/24'],
    expiresAt: new Date(it.clock.now + 60_000).toISOString(),
  })
  const reader = await created(solutionId, { scopes: ['statistics'] })
  const keys = createApiKeyCache(it.db, () => it.clock.now)
  const found = async (address: string) => (await keys.find(secretKey, address)) !== null
  expect([
    await found('192.0.2.200'),
    await found('192.0.3.1'),
    await found('::ffff:192.0.2.1'),
    await found(''),
  ]).toEqual([true, false, true, false])
  expect(await keys.find(reader.secretKey, '')).toBeNull()
  expect(await keys.findAny(reader.secretKey, '')).toMatchObject({ solutionId, scopes: ['statistics'] })
  it.clock.now += 59_999
  expect(await found('192.0.2.200')).toBe(true)
  it.clock.now += 1
  expect(await found('192.0.2.200')).toBe(false)
})

test('a mistyped key costs no query, an unknown one a query in seconds, and all of one moment share it', async () => {
  let queries = 0
  const db = {
    ...it.db,
    query: async <Row extends object>(...given: Parameters<typeof it.db.query>) => (
      (queries += 1),
      it.db.query<Row>(...given)
    ),
  }
  const keys = createApiKeyCache(db, () => it.clock.now)
  const unknown = generateApiKey(randomBytes)
  expect(await keys.find(`${unknown.slice(0, -1)}!`, '')).toBeNull()
  expect(queries).toBe(0)
  const { solutionId } = await it.makeSite()
  const made = await Promise.all([1, 2, 3].map(() => created(solutionId)))
  const found = await Promise.all(
    [unknown, unknown, ...made.map(({ secretKey }) => secretKey)].map((key) => keys.find(key, '')),
  )
  expect([found.map((owner) => owner !== null), queries]).toEqual([[false, false, true, true, true], 1])
  expect([await keys.find(unknown, ''), queries]).toEqual([null, 1])
})

test('the last use is written behind the answers, at most once a minute, and a refused use is none', async () => {
  const { solutionId } = await it.makeSite()
  const { id, secretKey } = await created(solutionId, { networks: ['192.0.2.1'] })
  const [one, other] = [0, 1].map(() => createApiKeyCache(it.db, () => it.clock.now))
  const use = async (keys = one, address = '192.0.2.1') => {
    await keys?.find(secretKey, address)
    await keys?.flush()
    return lastUse(solutionId, id)
  }
  expect(await use(one, '192.0.2.2')).toBeNull()
  const first = new Date(it.clock.now).toISOString()
  expect(await use()).toBe(first)
  it.clock.now += 59_999
  expect([await use(), await use(other)]).toEqual([first, first])
  it.clock.now += 1
  expect(await use()).toBe(new Date(it.clock.now).toISOString())
})

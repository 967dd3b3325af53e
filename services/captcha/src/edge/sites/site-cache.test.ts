import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '@bollard/database'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { insertTestSite, startDatabases } from '../../testing/start-database.ts'
import { createSiteCache } from './site-cache.ts'

const databases = await startDatabases()
afterAll(() => databases.stop())
let made = 0

async function startCache(wrap: (db: Database) => Database = (db) => db, now: () => number = Date.now) {
  const { db } = await databases.create()
  made += 1
  const site = await insertTestSite(db, `01941f29-7c00-7000-8000-${String(made).padStart(12, '0')}`)
  const errors: unknown[] = []
  const cache = createSiteCache({
    db: wrap(db),
    now,
    nameOfNetwork: () => null,
    pollMs: 20,
    onError: (error) => errors.push(error),
  })
  onTestFinished(() => cache.close())
  return { db, cache, errors, ...site }
}

async function setThreshold(db: Database, siteId: number, threshold: number): Promise<void> {
  await db.query(
    'test-set',
    `update captcha.sites set settings = jsonb_build_object('threshold', $2::real), changed_at = clock_timestamp() where id = $1`,
    [siteId, threshold],
  )
}

test('what was read before a change never takes the place of what was read after it', async () => {
  let hold: Promise<void> | null = null
  const { db, cache, siteId, environmentId, siteKey, errors } = await startCache((real) => ({
    ...real,
    async query(name: string, ...rest: [string, unknown[]?]) {
      const held = name === 'captcha-sites' ? hold : null
      if (held !== null) hold = null
      const rows = await real.query(name, ...rest)
      await held
      return rows as never
    },
  }))
  cache.follow()
  await cache.find(siteKey)
  const thresholdNow = () => cache.known(environmentId)?.site.settings.threshold
  expect(thresholdNow()).toBe(0.5)
  const { promise, resolve } = Promise.withResolvers<void>()
  hold = promise
  const slow = cache.load(environmentId)
  await vi.waitUntil(() => hold === null, { timeout: 20_000 })
  await wait(50)
  await setThreshold(db, siteId, 0.75)
  await vi.waitUntil(() => thresholdNow() === 0.75, { timeout: 20_000 })
  resolve()
  await slow
  expect(thresholdNow()).toBe(0.75)
  expect(errors).toEqual([])
})

test('answers for an environment that is gone cost the database next to nothing', async () => {
  let queries = 0
  const { db, cache, environmentId } = await startCache((real) => ({
    ...real,
    query(...call: Parameters<Database['query']>) {
      queries += 1
      return real.query(...call) as never
    },
  }))
  await db.query('test-archive', 'update captcha.environments set archived_at = now() where id = $1', [environmentId])
  const found = await Promise.all(Array.from({ length: 200 }, () => cache.load(environmentId)))
  expect(new Set(found)).toEqual(new Set([null]))
  for (let more = 0; more < 20; more++) expect(await cache.load(environmentId)).toBe(null)
  expect(queries).toBeLessThan(10)
})

test('rules are made ready anew when they have changed, and only then', async () => {
  const { db, cache, siteId, environmentId, siteKey } = await startCache()
  cache.follow()
  await db.query(
    'test-rule',
    `insert into captcha.rules (id, site_id, number, name, priority, conditions, action, created_at, updated_at)
     values (gen_random_uuid(), $1, 1, 'One', 1, '[{"field":"country","not":false,"values":["FR"]}]', '{"type":"BLOCK"}', now(), now())`,
    [siteId],
  )
  const rules = async () => (await cache.find(siteKey))?.site.rules
  const first = await rules()
  const thresholdNow = () => cache.known(environmentId)?.site.settings.threshold
  await setThreshold(db, siteId, 0.75)
  await vi.waitUntil(() => thresholdNow() === 0.75, { timeout: 20_000 })
  expect(await rules()).toBe(first)
  await db.query(
    'test-rule-change',
    `update captcha.rules set action = '{"type":"FLAG"}', version = version + 1 where site_id = $1`,
    [siteId],
  )
  await setThreshold(db, siteId, 0.8)
  await vi.waitUntil(() => thresholdNow() === 0.8, { timeout: 20_000 })
  const facts = {
    address: '',
    country: 'FR',
    asn: 0,
    networkKind: 'unknown',
    userAgent: '',
    language: null,
    hostname: '',
    path: null,
    action: null,
  } as const
  expect((await rules())?.atStart(facts, 0).action).toEqual({ type: 'FLAG' })
  await db.query('test-rule-delete', 'update captcha.rules set deleted_at = now() where site_id = $1', [siteId])
  await setThreshold(db, siteId, 0.85)
  await vi.waitUntil(() => thresholdNow() === 0.85, { timeout: 20_000 })
  expect((await rules())?.atStart(facts, 0).action).toBe(null)
})

test('stored settings that nobody can read, whatever their names, keep neither their site nor others from being loaded', async () => {
  const { db, cache, siteId, siteKey } = await startCache()
  await db.query(
    'test-odd',
    `update captcha.sites set settings = '{"constructor": 1, "toString": {}, "difficulty": "much", "threshold": 0.75}' where id = $1`,
    [siteId],
  )
  expect((await cache.find(siteKey))?.site.settings).toMatchObject({ threshold: 0.75, difficulty: 0 })
})

test('exempt networks are compiled when a site is loaded, and again after a change', async () => {
  const { db, cache, environmentId, siteKey } = await startCache()
  cache.follow()
  const exempts = (address: string) => cache.known(environmentId)?.site.exempts(address)
  await cache.find(siteKey)
  expect(exempts('198.51.100.7')).toBe(false)
  await db.query(
    'test-exempt',
    `update captcha.sites set settings = '{"exemptNetworks": ["198.51.100.0/24", "2001:db8::/48"]}', changed_at = clock_timestamp()`,
  )
  await vi.waitUntil(() => exempts('198.51.100.7') === true, { timeout: 20_000 })
  expect([exempts('2001:db8::9'), exempts('198.51.101.7'), exempts('no address')]).toEqual([true, false, false])
})

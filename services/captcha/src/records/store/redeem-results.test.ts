import { createHash } from 'node:crypto'
import type { Database } from '@bollard/database'
import { afterAll, expect, test } from 'vitest'
import { createRedeem } from '../../redemption/token/redeem.ts'
import { rowAt } from '../../testing/row-at.ts'
import { insertTestSite, startDatabases } from '../../testing/start-database.ts'
import { createRoller } from '../statistics/create-roller.ts'
import { recordVerifications } from './record-verifications.ts'
import { redeemResults } from './redeem-results.ts'

const databases = await startDatabases()
afterAll(() => databases.stop())
const { db, connectionString } = await databases.create()
const { db: other } = await databases.create(connectionString)
const raise = (error: unknown): never => {
  throw error
}
const now = Date.parse('2026-03-04T12:00:00Z')
const minuteMs = 60_000
let made = 0

async function makeKey(
  db: Database,
  siteId: number,
  environmentId: number | null,
  expiresAt: Date | null = null,
): Promise<number> {
  const hash = createHash('sha256').update(`${made++}`).digest()
  const [key] = await db.query<{ id: number }>(
    'test-key',
    `insert into captcha.api_keys (site_id, environment_id, hash, prefix, last4, created_at, expires_at) values ($1, $2, $3, 'sk', 'abcd', now(), $4) returning id`,
    [siteId, environmentId, hash, expiresAt],
  )
  if (key === undefined) throw new Error('no key was made')
  return key.id
}

async function makeSite(db: Database, settings: object = {}) {
  made += 1
  const site = await insertTestSite(db, `01941f29-7c00-7000-8000-${String(made).padStart(12, '0')}`, settings)
  return { ...site, apiKeyId: await makeKey(db, site.siteId, site.environmentId) }
}

async function pass(
  db: Database,
  site: { siteId: number; environmentId: number },
  other: Partial<Parameters<typeof rowAt>[1]> = {},
) {
  const row = rowAt(now - 10_000, { siteId: site.siteId, environmentId: site.environmentId, ...other })
  await recordVerifications(db, [row])
  return { id: row.id, issuedAt: row.issuedAt }
}

async function statusOf(db: Database, request: Omit<Parameters<typeof redeemResults>[1][number], 'now'>, at = now) {
  const [result] = await redeemResults(db, [{ ...request, now: at }])
  return result?.status
}

test.each([1, 3, 10])(
  'of 1 000 parallel redeems over two pools exactly as many succeed as the settings allow: %i',
  async (resultRetrievals) => {
    const site = await makeSite(db, { resultRetrievals })
    const { id } = await pass(db, site)
    const redeems = [db, other].map((pool) =>
      createRedeem({
        db: pool,
        now: () => now,
        groupOf: () => 'any',
        nameOfNetwork: () => null,
        countRefused: () => undefined,
        onFirst: () => undefined,
      }),
    )
    const owner = { ...site, solutionId: '01941f29-7c00-7000-8000-000000000001' }
    const results = await Promise.all(
      Array.from({ length: 1_000 }, (_, index) => redeems[index % 2]?.redeem(owner, id)),
    )
    const redeemed = results.flatMap((result) => (result?.status === 'redeemed' ? [result.verification] : []))
    expect(redeemed.map(({ retrievals }) => retrievals).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: resultRetrievals }, (_, index) => index + 1),
    )
    expect(results.filter((result) => result?.status === 'used')).toHaveLength(1_000 - resultRetrievals)
    expect(redeemed[0]).toMatchObject({
      verificationId: id,
      firstFetchedAt: new Date(now).toISOString(),
      environment: { name: 'Production' },
    })
    await createRoller({ db, onError: raise }).roll()
    const [sums] = await db.query<{ fetched: number; again: number }>(
      'test-sums',
      `select sum(fetched) filter (where dimension = 0)::int as fetched, coalesce(sum(n) filter (where dimension = 1 and value = '19'), 0)::int as again from captcha.rollup_daily where site_id = $1`,
      [site.siteId],
    )
    expect(sums).toEqual({ fetched: 1, again: resultRetrievals - 1 })
  },
)

test('several requests for one result that share a batch get what is left of it, and each its number', async () => {
  const site = await makeSite(db, { resultRetrievals: 4 })
  const [one, two] = [await pass(db, site), await pass(db, site)]
  expect(await statusOf(db, { ...site, ...one })).toBe('redeemed')
  const results = await redeemResults(
    db,
    [one, two, one, one, two, one].map((which, index) => ({ ...site, ...which, now: now + index * 1_000 })),
  )
  expect(
    results.map((result) =>
      result.status === 'redeemed'
        ? `${result.verification.id === one.id ? 'one' : 'two'} ${result.verification.retrievals}`
        : result.status,
    ),
  ).toEqual(['one 2', 'two 1', 'one 3', 'one 4', 'two 2', 'used'])
  const [row] = await db.query(
    'test-row',
    'select n, fetched_at, last_fetched_at from captcha.redemptions where verification_id = $1',
    [one.id],
  )
  expect(row).toMatchObject({ n: 4, fetched_at: new Date(now) })
})

test('a change of the settings holds for the next request', async () => {
  const site = await makeSite(db)
  const result = await pass(db, site)
  expect(await statusOf(db, { ...site, ...result })).toBe('redeemed')
  expect(await statusOf(db, { ...site, ...result })).toBe('used')
  await db.pool.query(
    `update captcha.sites set settings = '{"resultRetrievals": 3, "resultTtlMinutes": 2}' where id = $1`,
    [site.siteId],
  )
  expect(await statusOf(db, { ...site, ...result })).toBe('redeemed')
  expect(await statusOf(db, { ...site, ...result }, now + 2 * minuteMs)).toBe('expired')
  await db.pool.query(
    `update captcha.sites set settings = '{"resultRetrievals": 1, "resultTtlMinutes": 2}' where id = $1`,
    [site.siteId],
  )
  expect(await statusOf(db, { ...site, ...result })).toBe('used')
})

test('a result can be taken until its time is over, and not after', async () => {
  const site = await makeSite(db)
  const finishedAt = now
  const [late, inTime] = [await pass(db, site, { finishedAt }), await pass(db, site, { finishedAt })]
  expect(await statusOf(db, { ...site, ...late }, finishedAt + 15 * minuteMs)).toBe('expired')
  expect(await statusOf(db, { ...site, ...inTime }, finishedAt + 15 * minuteMs - 1)).toBe('redeemed')
})

test('a key takes results of its own environment and site only, and none once it is revoked or expired', async () => {
  const [site, foreign] = [await makeSite(db), await makeSite(db)]
  const result = await pass(db, site)
  expect(await statusOf(db, { ...foreign, ...result })).toBe('other-site')
  const [staging] = await db.query<{ id: number }>(
    'test-environment',
    `insert into captcha.environments (site_id, name, site_key, domains, created_at, updated_at) values ($1, 'Staging', 'bsk_staging', '{}', now(), now()) returning id`,
    [site.siteId],
  )
  expect(await statusOf(db, { ...site, ...result, apiKeyId: await makeKey(db, site.siteId, staging?.id ?? 0) })).toBe(
    'other-site',
  )
  expect(await statusOf(db, { ...site, ...result, apiKeyId: foreign.apiKeyId })).toBe('key-revoked')
  expect(
    await statusOf(db, { ...site, ...result, apiKeyId: await makeKey(db, site.siteId, null, new Date(now)) }),
  ).toBe('key-revoked')
  const revoked = await makeKey(db, site.siteId, null)
  await db.query('test-revoke', 'update captcha.api_keys set revoked_at = now() where id = $1', [revoked])
  expect(await statusOf(db, { ...site, ...result, apiKeyId: revoked })).toBe('key-revoked')
  expect(await statusOf(db, { ...site, id: rowAt(now).id, issuedAt: now })).toBe('unknown')
  // None of that was a retrieval.
  expect(
    await statusOf(db, { ...site, ...result, apiKeyId: await makeKey(db, site.siteId, null, new Date(now + 1)) }),
  ).toBe('redeemed')
})

test('a round that led to more work has no result', async () => {
  const site = await makeSite(db)
  expect(await statusOf(db, { ...site, ...(await pass(db, site, { outcome: 3 })) })).toBe('unknown')
})

test('sites are locked in the order of their numbers, so that batches never wait for each other in a circle', async () => {
  const { db: alone, connectionString: address } = await databases.createOwn()
  const { db: beside } = await databases.create(address)
  // Without the index the table is read as it lies.
  for (const setting of ['enable_indexscan', 'enable_bitmapscan'])
    await alone.pool.query(`alter database ${await nameOf(alone)} set ${setting} = off`)
  const sites = [await makeSite(alone), await makeSite(alone), await makeSite(alone)]
  const [low, ...higher] = sites.map(({ siteId }) => siteId)
  const rows = sites.toReversed().map(({ siteId, environmentId }) => rowAt(now - 10_000, { siteId, environmentId }))
  const record = () => recordVerifications(beside, rows)
  const redeem = () =>
    redeemResults(
      beside,
      rows.map(({ id, issuedAt, siteId }, index) => ({
        id,
        issuedAt,
        siteId,
        apiKeyId: sites.at(-1 - index)?.apiKeyId ?? 0,
        now,
      })),
    )
  for (const statement of [record, redeem]) {
    // A change moves the row, so that the lowest number lies last in the table.
    await alone.query('test-move', 'update captcha.sites set created_at = now() where id = $1', [low])
    let isDone = false
    let waiting: Promise<void> | undefined
    await alone.transaction(async (tx) => {
      await tx.query('test-hold', 'select id from captcha.sites where id = $1 for update', [low])
      waiting = statement().then(() => void (isDone = true))
      await expect.poll(() => waitsForLock(alone), { timeout: 10_000 }).toBe(true)
      // Whoever waits for the lowest holds none of the others.
      await tx.query('test-free', 'select id from captcha.sites where id = any($1::int[]) for update nowait', [higher])
      expect(isDone).toBe(false)
    })
    await waiting
  }
  const [seen] = await alone.query(
    'test-seen',
    'select count(first_verification_at)::int as visited, count(first_fetched_at)::int as fetched from captcha.sites',
  )
  expect(seen).toMatchObject({ visited: 3, fetched: 3 })
})

async function nameOf(db: Database): Promise<string> {
  const [row] = await db.query<{ name: string }>('test-name', 'select current_database() as name')
  return row?.name ?? ''
}

async function waitsForLock(db: Database): Promise<boolean> {
  const [row] = await db.query<{ waits: boolean }>(
    'test-waits',
    `select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as waits`,
  )
  return row?.waits === true
}

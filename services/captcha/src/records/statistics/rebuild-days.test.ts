import type { Database } from '@bollard/database'
import { afterAll, expect, test } from 'vitest'
import { createRandom, randomRow } from '../../testing/random-rows.ts'
import { recountRollups } from '../../testing/recount-rollups.ts'
import { insertTestSite, startDatabases } from '../../testing/start-database.ts'
import { createLooseCounter } from '../store/count-loosely.ts'
import { recordVerifications } from '../store/record-verifications.ts'
import { redeemResults } from '../store/redeem-results.ts'
import { createRoller } from './create-roller.ts'
import { keepRollups } from './keep-rollups.ts'
import { rebuildDays } from './rebuild-days.ts'

const databases = await startDatabases()
afterAll(() => databases.stop())
const raise = (error: unknown): never => {
  throw error
}
const dayMs = 86_400_000
/** The last Sunday of March: clocks change in Europe, and have in America. */
const now = Date.parse('2026-03-29T12:00:00Z')
let made = 0

async function makeSite(db: Database, timeZone?: string) {
  made += 1
  const site = await insertTestSite(db, `01941f29-7c00-7000-8000-${String(made).padStart(12, '0')}`, {
    resultTtlMinutes: 1_440,
  })
  const [key] = await db.query<{ id: number }>(
    'test-key',
    `insert into captcha.api_keys (site_id, hash, prefix, last4, created_at) values ($1::int, sha256($1::int::text::bytea), 'sk', 'abcd', now()) returning id`,
    [site.siteId],
  )
  if (timeZone !== undefined) {
    await setZone(db, site.siteId, timeZone)
    await rebuildDays(db, site.siteId, now)
  }
  return { ...site, apiKeyId: key?.id ?? 0 }
}
type TestSite = Awaited<ReturnType<typeof makeSite>>

async function setZone(db: Database, siteId: number, timeZone: string): Promise<void> {
  await db.query('test-zone', `update captcha.sites set time_zone = $2 where id = $1`, [siteId, timeZone])
}

/** The same visitors for sites that are counted in different zones. */
async function fill(db: Database, sites: readonly TestSite[], seed: number, rows = 400): Promise<void> {
  const random = createRandom(seed)
  const visitors = Array.from({ length: rows }, () => randomRow(random, { from: now - 4 * dayMs, spreadMs: 4 * dayMs }))
  for (const { siteId, environmentId, apiKeyId } of sites) {
    const own = visitors.map((row) => ({
      ...row,
      id: randomRow(random, { from: row.issuedAt, spreadMs: 0 }).id,
      siteId,
      environmentId,
    }))
    await recordVerifications(db, own)
    await redeemResults(
      db,
      own
        .filter((_, index) => index % 3 === 0)
        .map(({ id, issuedAt }) => ({ id, issuedAt, siteId, apiKeyId, now: issuedAt + 1_000 })),
    )
    for (const { issuedAt } of visitors.slice(0, 100)) {
      const counter = createLooseCounter(db, () => issuedAt, raise)
      counter.count(siteId, environmentId, 'started')
      await counter.flush()
    }
  }
}

const linesOf = async (db: Database, siteId: number): Promise<string[]> =>
  (
    await db.query<{ line: string }>(
      'test-lines',
      `select format('%s %s %L %s %s %s %s %s', day, dimension, value, n, passed, flagged, refused, fetched) as line from captcha.rollup_daily where site_id = $1 order by 1`,
      [siteId],
    )
  ).map(({ line }) => line)

const { db: shared } = await databases.create()

test.each([
  ['UTC', 'Europe/Berlin', 10],
  ['Europe/Berlin', 'America/New_York', 20],
  ['America/New_York', 'Asia/Kolkata', 30],
  ['Asia/Kolkata', 'Australia/Lord_Howe', 40],
  ['Pacific/Apia', 'Pacific/Niue', 50],
  ['Asia/Kathmandu', 'UTC', 60],
])('days that move from %s to %s are what they would have been', async (former, zone, seed) => {
  const [moved, reference] = [await makeSite(shared, former), await makeSite(shared, zone)]
  await fill(shared, [moved, reference], seed)
  await createRoller({ db: shared, onError: raise }).roll()
  expect(await linesOf(shared, moved.siteId)).not.toEqual(await linesOf(shared, reference.siteId))
  await setZone(shared, moved.siteId, zone)
  // Recorded and not yet rolled when the zone changes: they count in the new one as well.
  await fill(shared, [moved, reference], seed + 1, 60)
  await rebuildDays(shared, moved.siteId, now)
  const rebuilt = await linesOf(shared, moved.siteId)
  await createRoller({ db: shared, onError: raise }).roll()
  expect(rebuilt).toEqual(await linesOf(shared, reference.siteId))
  expect(await linesOf(shared, moved.siteId)).toEqual(rebuilt)
  await fill(shared, [moved, reference], seed + 2, 60)
  await createRoller({ db: shared, onError: raise }).roll()
  const after = await linesOf(shared, moved.siteId)
  expect(after).toEqual(await linesOf(shared, reference.siteId))
  await rebuildDays(shared, moved.siteId, now)
  expect(await linesOf(shared, moved.siteId)).toEqual(after)
})

test('an interrupted move loses nothing, and upkeep finishes it, while others record and roll', async () => {
  const { db, connectionString } = await databases.createOwn()
  const { db: other } = await databases.create(connectionString)
  const site = await makeSite(db)
  await fill(db, [site], 6)
  await setZone(db, site.siteId, 'America/New_York')
  // The second hour that is to be moved fails.
  await db.pool.query(`create function captcha.fail() returns trigger language plpgsql as $$ begin
    if (select count(*) from captcha.rollup_zones) > 0 and new.since < '2026-03-29T03:00:00Z' then raise exception 'interrupted'; end if; return new; end $$`)
  await db.pool.query(
    'create trigger fail before insert on captcha.rollup_zones for each row execute function captcha.fail()',
  )
  await expect(rebuildDays(db, site.siteId, now)).rejects.toThrow('interrupted')
  await createRoller({ db, onError: raise }).roll()
  const total = `select sum(n)::int as n, sum(fetched)::int as fetched from captcha.rollup_daily where dimension = 3`
  const before = (await db.pool.query<{ n: number }>(total)).rows[0]
  await db.pool.query('drop trigger fail on captcha.rollup_zones')
  const roller = createRoller({ db: other, onError: raise })
  await Promise.all([
    keepRollups(db, now),
    (async () => {
      for (let turn = 0; turn < 20; turn++) {
        await recordVerifications(other, [
          randomRow(createRandom(turn), {
            from: now - 2 * dayMs,
            spreadMs: dayMs,
            siteId: site.siteId,
            outcome: 0,
            environmentId: site.environmentId,
          }),
        ])
        await roller.roll()
      }
    })(),
  ])
  await roller.roll()
  expect((await db.pool.query<{ n: number }>(total)).rows[0]?.n).toBe((before?.n ?? 0) + 20)
  // Upkeep has let go of the older hours.
  expect((await recountRollups(db)).filter(({ where }) => where === 'log and days')).toEqual([])
})

test('of a value that was folded no day keeps less than nothing, and sums stay', async () => {
  const { db } = await databases.create()
  const site = await makeSite(db)
  const rows = Array.from({ length: 600 }, (_, index) =>
    randomRow(createRandom(index), {
      from: now - 6 * dayMs,
      spreadMs: dayMs,
      siteId: site.siteId,
      environmentId: site.environmentId,
      asn: 1 + (index % 500),
      outcome: 0,
    }),
  )
  await recordVerifications(db, rows)
  await createRoller({ db, onError: raise }).roll()
  await keepRollups(db, now)
  const [folded] = await db.query<{ n: number }>(
    'test-folded',
    `select count(*)::int as n from captcha.rollup_daily where dimension = 3 and value = '…'`,
  )
  expect(folded?.n).toBeGreaterThan(0)
  await setZone(db, site.siteId, 'America/New_York')
  await rebuildDays(db, site.siteId, now)
  await keepRollups(db, now)
  const [sums] = await db.query<{ least: number; asn: number; total: number; lines: number }>(
    'test-sums',
    `select min(least(n, passed, flagged, refused, fetched))::int as least, sum(n) filter (where dimension = 3)::int as asn, sum(n) filter (where dimension = 0)::int as total
     from captcha.rollup_daily`,
  )
  expect(sums).toEqual({ least: 0, asn: 600, total: 600 })
})

test('a closed day keeps its 200 most frequent values, and hours go when nobody reads them any more', async () => {
  const { db } = await databases.create()
  const site = await makeSite(db)
  const rows = Array.from({ length: 900 }, (_, index) =>
    randomRow(createRandom(index), {
      from: now - 4 * dayMs,
      spreadMs: 1_000,
      siteId: site.siteId,
      environmentId: site.environmentId,
      hostname: `h${index % 300}-${index % 450}.example`,
      outcome: 0,
    }),
  )
  await recordVerifications(db, rows)
  await createRoller({ db, onError: raise }).roll()
  await keepRollups(db, now)
  const [kept] = await db.query<{ values: number; n: number; breakdowns: number; totals: number }>(
    'test-kept',
    `select count(*)::int as "values", sum(n)::int as n, (select count(*) from captcha.rollup_hourly where dimension > 1)::int as breakdowns,
       (select count(*) from captcha.rollup_hourly where dimension = 0)::int as totals from captcha.rollup_daily where dimension = 8`,
  )
  expect(kept).toEqual({ values: 201, n: 900, breakdowns: 0, totals: 1 })
  await keepRollups(db, now + 401 * dayMs)
  const [left] = await db.query<{ n: number }>('test-left', 'select count(*)::int as n from captcha.rollup_hourly')
  expect(left?.n).toBe(0)
})

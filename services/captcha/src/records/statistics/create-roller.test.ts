import type { Database } from '@bollard/database'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { createRandom, randomRow } from '../../testing/random-rows.ts'
import { recountRollups } from '../../testing/recount-rollups.ts'
import { insertTestSite, startDatabases } from '../../testing/start-database.ts'
import { createLooseCounter } from '../store/count-loosely.ts'
import { keepPartitions } from '../store/keep-partitions.ts'
import { recordVerifications } from '../store/record-verifications.ts'
import { redeemResults } from '../store/redeem-results.ts'
import { createRoller } from './create-roller.ts'
import { rebuildDays } from './rebuild-days.ts'

const databases = await startDatabases()
afterAll(() => databases.stop())
const raise = (error: unknown): never => {
  throw error
}
const midnight = Date.parse('2026-03-29T00:00:00Z')
const dayMs = 86_400_000
let made = 0

function pick<T>(random: () => number, list: readonly T[]): T {
  const one = list[Math.floor(random() * list.length)]
  if (one === undefined) throw new Error('nothing to pick from')
  return one
}

async function makeSite(db: Database, settings: object = {}) {
  made += 1
  const site = await insertTestSite(db, `01941f29-7c00-7000-8000-${String(made).padStart(12, '0')}`, {
    resultRetrievals: 2,
    resultTtlMinutes: 1_440,
    ...settings,
  })
  const [key] = await db.query<{ id: number }>(
    'test-key',
    `insert into captcha.api_keys (site_id, hash, prefix, last4, created_at) values ($1::int, sha256($1::int::text::bytea), 'sk', 'abcd', now()) returning id`,
    [site.siteId],
  )
  return { ...site, apiKeyId: key?.id ?? 0 }
}

const loose = (db: Database, at: number) => createLooseCounter(db, () => at, raise)
const sumOf = async (db: Database, what: string): Promise<number> => {
  const { rows } = await db.pool.query<{ n: number }>(
    `select coalesce(sum(${what}), 0)::int as n from captcha.rollup_daily where dimension = 0`,
  )
  return rows[0]?.n ?? 0
}

test('every dimension of days, hours and quarters is what the log says, over partitions and days, with many processes at once', async () => {
  const { db, connectionString } = await databases.create()
  await keepPartitions(db, midnight, { daysAhead: 1, retentionDays: 30 })
  const pools = [db, (await databases.create(connectionString)).db, (await databases.create(connectionString)).db]
  const first = await makeSite(db)
  const second = await makeSite(db, { timeZone: 'Europe/Berlin' })
  const sites = [first, second, await makeSite(db, { timeZone: 'America/New_York' })]
  for (const { siteId } of sites.slice(1))
    await db.query(
      'test-zone',
      `insert into captcha.rollup_zones select id, '-infinity', time_zone from captcha.sites where id = $1`,
      [siteId],
    )
  const random = createRandom(7)
  const rollers = pools.map((pool) => createRoller({ db: pool, onError: raise }))
  const recorded: { id: string; issuedAt: number; siteId: number }[] = []
  let replays = 0
  async function record(pool: Database): Promise<void> {
    for (let batch = 0; batch < 25; batch++) {
      const rows = Array.from({ length: 1 + Math.floor(random() * 40) }, () => {
        const { siteId, environmentId } = pick(random, sites)
        return randomRow(random, { from: midnight - dayMs / 2, spreadMs: dayMs, siteId, environmentId })
      })
      // Some come again: in the same batch, and in a later one of another pool.
      const again = recorded
        .slice(0, 3)
        .map(({ id, issuedAt, siteId }) => ({ ...pick(random, rows), id, issuedAt, siteId, round: 0 }))
      const results = await recordVerifications(pool, [...rows, pick(random, rows), ...again])
      replays += results.filter((result) => result === 'replayed').length
      expect(results.slice(0, rows.length)).not.toContain('replayed')
      for (const { id, issuedAt, siteId } of rows) recorded.push({ id, issuedAt, siteId })
      const asked = Array.from({ length: 20 }, () => pick(random, recorded))
      await redeemResults(
        pool,
        asked.map(({ id, issuedAt, siteId }) => ({
          id,
          issuedAt,
          siteId,
          apiKeyId: sites.find((site) => site.siteId === siteId)?.apiKeyId ?? 0,
          now: midnight + dayMs / 2,
        })),
      )
      const counter = loose(pool, midnight - dayMs / 2 + random() * dayMs)
      counter.count(first.siteId, first.environmentId, 'started')
      counter.count(second.siteId, second.environmentId, 'fetchRefused')
      await counter.flush()
    }
  }
  const recording = Promise.all(pools.map(record))
  const state = { isRecording: true }
  const rolling = rollers.map(async (roller) => {
    while (state.isRecording) await roller.roll()
  })
  await recording
  state.isRecording = false
  await Promise.all(rolling)
  await createRoller({ db, onError: raise }).roll()

  expect(replays).toBeGreaterThan(70)
  expect(await recountRollups(db)).toEqual([])
  await expectOneMissed(db)
  expect(await sumOf(db, 'n')).toBeGreaterThan(500)
  expect(await sumOf(db, 'fetched')).toBeGreaterThan(100)
  const [started] = await db.query<{ n: number }>(
    'test-started',
    `select sum(n)::int as n from captcha.rollup_daily where dimension = 1 and value = '16'`,
  )
  expect(started?.n).toBe(75)
  const [left] = await db.query<{ n: number }>(
    'test-left',
    'select (select count(*) from captcha.pending_rollups)::int + (select count(*) from captcha.pending_counts)::int as n',
  )
  expect(left?.n).toBe(0)
})

/** The count anew finds a single visitor that is missing in any dimension. */
async function expectOneMissed(db: Database): Promise<void> {
  for (let dimension = 0; dimension <= 17; dimension++) {
    const spoilt = db.transaction(async (tx) => {
      await tx.query(
        'test-spoil',
        'update captcha.rollup_daily set n = n - 1 where ctid = (select ctid from captcha.rollup_daily where dimension = $1 limit 1)',
        [dimension],
      )
      expect(await recountRollups(tx)).not.toEqual([])
      throw new RangeError('undo')
    })
    await expect(spoilt).rejects.toThrow('undo')
  }
}

test('a long backlog is worked off in slices, and each fact counts once', async () => {
  const { db } = await databases.create()
  const site = await makeSite(db)
  const random = createRandom(9)
  for (let batch = 0; batch < 25; batch++)
    await recordVerifications(
      db,
      Array.from({ length: 1_000 }, () =>
        randomRow(random, {
          from: midnight,
          spreadMs: 1_000,
          siteId: site.siteId,
          environmentId: site.environmentId,
          outcome: 0,
        }),
      ),
    )
  await createRoller({ db, onError: raise }).roll()
  expect(await sumOf(db, 'n')).toBe(25_000)
})

test('what breaks in the middle is rolled again, and once', async () => {
  const { db } = await databases.create()
  const site = await makeSite(db)
  const random = createRandom(11)
  await recordVerifications(
    db,
    Array.from({ length: 10 }, () =>
      randomRow(random, { from: midnight, spreadMs: 1, siteId: site.siteId, outcome: 0 }),
    ),
  )
  await db.pool.query('alter table captcha.rollup_daily add constraint no_more check (n < 5)')
  await expect(createRoller({ db, onError: raise }).roll()).rejects.toThrow('no_more')
  expect(await sumOf(db, 'n')).toBe(0)
  await db.pool.query('alter table captcha.rollup_daily drop constraint no_more')
  await createRoller({ db, onError: raise }).roll()
  expect(await recountRollups(db)).toEqual([])
})

test('a started roller rolls by itself within about a second, tells errors and goes on, and stops', async () => {
  const { db } = await databases.create()
  const site = await makeSite(db)
  const random = createRandom(13)
  const errors: unknown[] = []
  const timers = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => timers.mockRestore())
  const usual = createRoller({ db, onError: raise })
  usual.start()
  expect(timers).toHaveBeenLastCalledWith(expect.any(Function), 1_000)
  await usual.stop()
  const roller = createRoller({ db, pauseMs: 50, onError: (error) => errors.push(error) })
  roller.start()
  await db.pool.query('alter table captcha.rollup_daily rename to hidden')
  await recordVerifications(db, [randomRow(random, { from: midnight, spreadMs: 1, siteId: site.siteId, outcome: 0 })])
  await expect.poll(() => errors.length, { timeout: 10_000 }).toBeGreaterThan(0)
  await db.pool.query('alter table captcha.hidden rename to rollup_daily')
  await expect.poll(() => sumOf(db, 'n'), { timeout: 10_000 }).toBe(1)
  await roller.stop()
  await recordVerifications(db, [randomRow(random, { from: midnight, spreadMs: 1, siteId: site.siteId, outcome: 0 })])
  const [pending] = await db.query<{ n: number }>(
    'test-pending',
    'select count(*)::int as n from captcha.pending_rollups',
  )
  expect(pending?.n).toBe(1)
})

test('a stored time zone that this database does not know stops nobody: its site is counted in UTC', async () => {
  const { db } = await databases.create()
  await keepPartitions(db, midnight, { daysAhead: 1, retentionDays: 30 })
  const sites = [await makeSite(db), await makeSite(db)]
  await db.query(
    'test-zone-lost',
    `insert into captcha.rollup_zones (site_id, since, zone) values ($1, '-infinity', 'Atlantis/Poseidonis')`,
    [sites[0]?.siteId],
  )
  const random = createRandom(5)
  await recordVerifications(
    db,
    sites.map(({ siteId, environmentId }) => ({
      ...randomRow(random, { siteId, environmentId, from: midnight, spreadMs: 1_000 }),
      round: 0,
      outcome: 0 as const,
    })),
  )
  await createRoller({ db, onError: raise }).roll()
  expect(await sumOf(db, 'n')).toBe(2)
})

const passed = (random: () => number, site: { siteId: number; environmentId: number }, n: number) =>
  Array.from({ length: n }, () => randomRow(random, { ...idsOf(site), from: midnight, spreadMs: 1_000, outcome: 0 }))
const idsOf = ({ siteId, environmentId }: { siteId: number; environmentId: number }) => ({ siteId, environmentId })
const sumOfSite = async (db: Database, siteId: number): Promise<number> => {
  const [row] = await db.query<{ n: number }>(
    'test-sum-of-site',
    'select coalesce(sum(n), 0)::int as n from captcha.rollup_daily where dimension = 0 and site_id = $1',
    [siteId],
  )
  return row?.n ?? 0
}
const partLock = `select pg_advisory_xact_lock(hashtext('captcha.rollups'), $1)`

test('what takes too long is rolled in smaller slices, until nothing is left', async () => {
  const { db } = await databases.createOwn()
  const site = await makeSite(db)
  const random = createRandom(17)
  for (let batch = 0; batch < 20; batch += 1) await recordVerifications(db, passed(random, site, 50))
  // This database is so slow that it ends each statement with more than 300 facts.
  await db.pool.query(`create function captcha.slow() returns trigger language plpgsql as $$ begin
    if (select sum(n) from new_lines where dimension = 0) > 300 then raise exception 'too slow' using errcode = '57014'; end if; return null; end $$`)
  await db.pool.query(`create trigger slow after insert on captcha.rollup_hourly referencing new table as new_lines
    for each statement execute function captcha.slow()`)
  await createRoller({ db, onError: raise }).roll()
  expect(await sumOf(db, 'n')).toBe(1_000)
})

test('a part that another worker has holds up no other, nor a reader for long', async () => {
  const { db } = await databases.create()
  const sites = [await makeSite(db), await makeSite(db)] as const
  const [held, free] = sites
  const random = createRandom(19)
  await recordVerifications(
    db,
    sites.flatMap((site) => passed(random, site, 5)),
  )
  const errors: unknown[] = []
  const worker = createRoller({ db, pauseMs: 20, onError: (error) => errors.push(error) })
  await db.transaction(async (tx) => {
    await tx.query('test-part-lock', partLock, [held.siteId % 8])
    worker.start()
    await expect.poll(() => sumOfSite(db, free.siteId), { timeout: 10_000 }).toBe(5)
    await createRoller({ db, onError: raise }).roll({ siteId: held.siteId, withinMs: 20 })
    expect(await sumOfSite(db, held.siteId)).toBe(0)
  })
  await expect.poll(() => sumOfSite(db, held.siteId), { timeout: 10_000 }).toBe(5)
  await worker.stop()
  expect(errors).toEqual([])
  expect(await sumOfSite(db, free.siteId)).toBe(5)
})

test('a reader rolls the part of its site and leaves the others to the worker', async () => {
  const { db } = await databases.create()
  const [mine, other] = [await makeSite(db), await makeSite(db)] as const
  await recordVerifications(db, [...passed(createRandom(21), mine, 5), ...passed(createRandom(22), other, 5)])
  const roller = createRoller({ db, onError: raise })
  await roller.roll({ siteId: mine.siteId, withinMs: 10_000 })
  expect([await sumOfSite(db, mine.siteId), await sumOfSite(db, other.siteId)]).toEqual([5, 0])
  await roller.roll()
  expect(await sumOfSite(db, other.siteId)).toBe(5)
})

test('a queue of a version without parts is rolled like any other, also while a time zone moves', async () => {
  const { db } = await databases.create()
  await keepPartitions(db, midnight, { daysAhead: 1, retentionDays: 30 })
  const sites = [await makeSite(db), await makeSite(db, { timeZone: 'America/New_York' })] as const
  const random = createRandom(23)
  await recordVerifications(
    db,
    sites.flatMap((site) => passed(random, site, 20)),
  )
  const counter = loose(db, midnight)
  for (const { siteId, environmentId } of sites) counter.count(siteId, environmentId, 'started')
  await counter.flush()
  for (const table of ['pending_rollups', 'pending_counts'])
    await db.pool.query(`update captcha.${table} set part = default`)
  await rebuildDays(db, sites[1].siteId, midnight + dayMs)
  await createRoller({ db, onError: raise }).roll()
  expect(await recountRollups(db)).toEqual([])
  expect(await sumOf(db, 'n')).toBe(40)
})

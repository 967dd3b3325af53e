import { decidedBy } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import { afterAll, expect, test } from 'vitest'
import { createRandom, randomRow } from '../../testing/random-rows.ts'
import { insertTestSite, startDatabases } from '../../testing/start-database.ts'
import { createRoller } from '../statistics/create-roller.ts'
import { createLooseCounter } from '../store/count-loosely.ts'
import { keepPartitions } from '../store/keep-partitions.ts'
import { recordVerifications, type VerificationRow } from '../store/record-verifications.ts'
import { redeemResults } from '../store/redeem-results.ts'
import { boundsOf, countedUnverified, countUsage, readUsage } from './read-usage.ts'

const databases = await startDatabases()
afterAll(() => databases.stop())
const raise = (error: unknown): never => {
  throw error
}
const from = Date.parse('2026-02-27T00:00:00Z')
const dayMs = 86_400_000
const bypass = decidedBy.indexOf('BYPASS_KEY')
const [shop, blog] = ['01941f29-7c00-7000-8000-00000000000a', '01941f29-7c00-7000-8000-00000000000b']

/** The customer's server asks for every result, right after it was there. */
async function verifyAll(db: Database, rows: readonly VerificationRow[]): Promise<void> {
  const keys = await db.query<{ id: number; siteId: number }>(
    'test-keys',
    `insert into captcha.api_keys (site_id, hash, prefix, last4, created_at)
     select id, sha256(clock_timestamp()::text::bytea || id::text::bytea), 'sk', 'abcd', '2026-01-01' from captcha.sites returning id, site_id as "siteId"`,
  )
  const keyOf = new Map(keys.map(({ id, siteId }) => [siteId, id]))
  await redeemResults(
    db,
    rows.map(({ id, issuedAt, finishedAt, siteId }) => {
      return { id, issuedAt, siteId, apiKeyId: keyOf.get(siteId) ?? 0, now: finishedAt + 1_000 }
    }),
  )
}

test('usage is what happened, to the verification: redelivered, rolled by several processes, and after the log has forgotten it', async () => {
  const { db, connectionString } = await databases.create()
  await keepPartitions(db, from + 2 * dayMs, { daysAhead: 3, retentionDays: 30 })
  const sites = [await insertTestSite(db, shop), await insertTestSite(db, blog)]
  const random = createRandom(11)
  const rows: VerificationRow[] = Array.from({ length: 600 }, () => {
    const site = sites[Math.floor(random() * 2)]
    const row = randomRow(random, {
      from,
      spreadMs: 4 * dayMs,
      siteId: site?.siteId ?? 0,
      environmentId: site?.environmentId ?? 0,
    })
    // A bypass key lets pass, and nothing else.
    return row.decision === bypass ? { ...row, outcome: 0 } : row
  })
  const pools = [db, (await databases.create(connectionString)).db]
  const rollers = pools.map((pool) => createRoller({ db: pool, onError: raise }))
  for (const roller of rollers) roller.start()
  for (let at = 0; at < rows.length; at += 50) await recordVerifications(db, rows.slice(at, at + 50))
  await recordVerifications(db, rows.slice(0, 300))
  // Servers verify the tokens, as they do on a site that is set up.
  await verifyAll(db, rows)
  await Promise.all(rollers.map((roller) => roller.stop().then(() => roller.roll())))

  for (const [index, solutionId] of [shop, blog].entries()) {
    const own = rows.filter(({ siteId, outcome }) => siteId === sites[index]?.siteId && outcome < 3)
    const expected = [...new Set(own.map(({ issuedAt }) => new Date(issuedAt).toISOString().slice(0, 10)))]
      .toSorted()
      .map((day) => {
        const ofDay = own.filter(({ issuedAt }) => new Date(issuedAt).toISOString().startsWith(day))
        const passed = ofDay.filter(({ outcome }) => outcome < 2)
        const bypassed = ofDay.filter(({ decision }) => decision === bypass)
        return {
          day,
          completed: ofDay.length,
          billable: passed.length - bypassed.length,
          bypass: bypassed.length,
          failedBots: ofDay.length - passed.length,
        }
      })
    const read = await readUsage(db, [solutionId], { from: new Date(from), to: new Date(from + 4 * dayMs) })
    expect(
      read.map(({ day, completed, billable, bypass: free, failedBots }) => ({
        day,
        completed,
        billable,
        bypass: free,
        failedBots,
      })),
    ).toEqual(expected)
    const months = await Promise.all(
      ['2026-02', '2026-03'].map(async (period) => (await countUsage(db, [solutionId], period)).get(solutionId) ?? 0),
    )
    expect(months[0]).toBe(
      expected.filter(({ day }) => day < '2026-03').reduce((sum, { billable }) => sum + billable, 0),
    )
    expect(months[1]).toBe(
      expected.filter(({ day }) => day >= '2026-03').reduce((sum, { billable }) => sum + billable, 0),
    )
  }
  const before = await readUsage(db, [shop, blog], { from: new Date(from), to: new Date(from + 4 * dayMs) })
  await keepPartitions(db, from + 60 * dayMs, { daysAhead: 0, retentionDays: 7 })
  expect(await readUsage(db, [shop, blog], { from: new Date(from), to: new Date(from + 4 * dayMs) })).toEqual(before)
  expect(await countUsage(db, ['019a0000-0000-7000-8000-000000000000'], '2026-02')).toEqual(new Map())
})

test('visitors from a page that the site does not know are counted as such, and are free', async () => {
  const { db } = await databases.create()
  const site = await insertTestSite(db, shop)
  const counter = createLooseCounter(db, () => from, raise)
  for (const at of [from, from, from + dayMs]) counter.count(site.siteId, site.environmentId, 'originRejected', at)
  await counter.flush()
  await createRoller({ db, onError: raise }).roll()
  const read = await readUsage(db, [shop], { from: new Date(from), to: new Date(from + 2 * dayMs) })
  const nothing = {
    solutionId: shop,
    started: 0,
    completed: 0,
    billable: 0,
    bypass: 0,
    failedBots: 0,
    clientFailover: 0,
  }
  expect(read).toEqual([
    { ...nothing, day: '2026-02-27', rejectedOrigin: 2 },
    { ...nothing, day: '2026-02-28', rejectedOrigin: 1 },
  ])
})

test('tokens that nobody verifies use up no plan, however many an attacker solves for', async () => {
  const { db } = await databases.create()
  await keepPartitions(db, from + dayMs, { daysAhead: 2, retentionDays: 30 })
  const site = await insertTestSite(db, shop)
  const random = createRandom(12)
  const passedAt = (dayStart: number, count: number) =>
    Array.from({ length: count }, () =>
      randomRow(random, { from: dayStart, spreadMs: dayMs / 2, ...site, decision: 0, outcome: 0, round: 0 }),
    )
  // A quiet day, the same under an attack with 4 000 passes of which the site never hears, and one on which it hears of a third.
  const days = [
    { people: 200, attacker: 0, rejected: 0 },
    { people: 200, attacker: 4_000, rejected: 0 },
    { people: 200, attacker: 0, rejected: 400 },
  ]
  for (const [index, { people, attacker, rejected }] of days.entries()) {
    const seen = passedAt(from + index * dayMs, people)
    await recordVerifications(db, seen)
    await verifyAll(db, seen)
    for (let left = attacker + rejected; left > 0; left -= 1_000)
      await recordVerifications(db, passedAt(from + index * dayMs, Math.min(1_000, left)))
  }
  await createRoller({ db, onError: raise }).roll()
  const read = await readUsage(db, [shop], { from: new Date(from), to: new Date(from + 3 * dayMs) })
  expect(read.map(({ completed, billable }) => [completed, billable])).toEqual([
    [200, 200],
    [4_200, 2 * 200 + countedUnverified],
    [600, 2 * 200 + countedUnverified],
  ])
})

test('a site whose server never asks is billed next to nothing', async () => {
  const { db } = await databases.create()
  await keepPartitions(db, from, { daysAhead: 1, retentionDays: 30 })
  const site = await insertTestSite(db, blog)
  const random = createRandom(13)
  const rows = Array.from({ length: 500 }, () =>
    randomRow(random, { from, spreadMs: dayMs / 2, ...site, decision: 0, outcome: 0, round: 0 }),
  )
  await recordVerifications(db, rows)
  await createRoller({ db, onError: raise }).roll()
  expect((await countUsage(db, [blog], '2026-02')).get(blog)).toBe(countedUnverified)
})

test('a month is its days in UTC, and nothing else is a month', () => {
  expect(boundsOf('2026-12')).toEqual({ from: new Date('2026-12-01T00:00:00Z'), to: new Date('2027-01-01T00:00:00Z') })
  for (const wrong of ['2026-13', '2026-1', '26-01', '']) expect(() => boundsOf(wrong), wrong).toThrow(RangeError)
})

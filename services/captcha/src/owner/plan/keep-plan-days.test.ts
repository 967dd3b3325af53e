import { randomUUIDv7 } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { findLongestRetention } from '../../records/log/retention-days.ts'
import { keepRetention } from '../../records/retention/retention.ts'
import { keepPartitions } from '../../records/store/keep-partitions.ts'
import { recordVerifications } from '../../records/store/record-verifications.ts'
import { rowAt } from '../../testing/row-at.ts'
import { insertTestSite, startDatabases } from '../../testing/start-database.ts'
import { keepPlanDays } from './keep-plan-days.ts'
import type { PlanTerms } from './plan-terms.ts'

const databases = await startDatabases()
afterAll(() => databases.stop())
const dayMs = 86_400_000
const days = 100

/** A database with rows of the last hundred days for a few sites, and the hourly work there. */
async function start(create = databases.create) {
  const { db } = await create()
  const clock = { now: Date.now() }
  const plans = new Map<string, PlanTerms>()
  return {
    clock,
    db,
    async makeSite(allowed: number | null, settings: object = {}, ageDays = 400) {
      const solutionId = randomUUIDv7()
      const { siteId } = await insertTestSite(db, solutionId, settings)
      await db.query('test-age', 'update captcha.sites set created_at = $2 where id = $1', [
        siteId,
        new Date(clock.now - ageDays * dayMs),
      ])
      const change = (to: number | null): void => {
        if (to === null) plans.delete(solutionId)
        else
          plans.set(solutionId, {
            planCode: 'TEST',
            limits: { domains: null, environments: null, apiKeys: null, verificationLogDays: to },
            features: [],
          })
      }
      change(allowed)
      await recordVerifications(
        db,
        Array.from({ length: Math.min(days, ageDays) }, (_, day) =>
          rowAt(clock.now - day * dayMs - 3_600_000, { siteId }),
        ),
      )
      const kept = async () =>
        (
          await db.query<{ n: number }>(
            'test-kept',
            'select count(*)::int as n from captcha.verifications where site_id = $1',
            [siteId],
          )
        )[0]?.n
      return { siteId, change, kept }
    },
    async hourly() {
      await keepPlanDays(db, clock.now, { plansOf: async () => plans })
      await keepRetention(db, clock.now, { retentionDays: 365 })
    },
  }
}

test('a log is kept as long as the plan and its owner both let it; what the plan takes, it takes 14 days after it became smaller', async () => {
  const its = await start()
  const sites = {
    planIsLess: await its.makeSite(7, { retentionDays: 365 }),
    ownerIsLess: await its.makeSite(90, { retentionDays: 5 }),
    wholePlan: await its.makeSite(90, { retentionDays: 365 }),
    usual: await its.makeSite(90),
    withoutPlan: await its.makeSite(null, { retentionDays: 365 }),
    young: await its.makeSite(7, {}, 6),
  }
  const kept = async () =>
    Object.fromEntries(await Promise.all(Object.entries(sites).map(async ([name, one]) => [name, await one.kept()])))
  await its.hourly()
  expect(await kept()).toEqual({
    planIsLess: 100,
    ownerIsLess: 5,
    wholePlan: 100,
    usual: 30,
    withoutPlan: 100,
    young: 6,
  })
  its.clock.now += 14 * dayMs - 1
  await its.hourly()
  expect(await kept()).toMatchObject({ planIsLess: 100, wholePlan: 100 })
  its.clock.now += 1
  await its.hourly()
  expect(await kept()).toEqual({ planIsLess: 0, ownerIsLess: 0, wholePlan: 76, usual: 16, withoutPlan: 100, young: 0 })

  // A trial ends, and a day later somebody pays.
  sites.wholePlan.change(7)
  await its.hourly()
  its.clock.now += dayMs
  sites.wholePlan.change(90)
  await its.hourly()
  its.clock.now += 13 * dayMs
  await its.hourly()
  expect(await sites.wholePlan.kept()).toBe(62)
})

test('days of the log are dropped as a whole once no site keeps them, and never before the usual days', async () => {
  const its = await start(databases.createOwn)
  expect(await findLongestRetention(its.db, 365)).toBe(30)
  // Partitions of some days around the sixtieth, as seen 14 days later.
  await keepPartitions(its.db, its.clock.now - 46 * dayMs, { daysAhead: 2, retentionDays: 400 })
  const site = await its.makeSite(60, { retentionDays: 200 })
  await its.makeSite(7, { retentionDays: 1 })
  expect(await findLongestRetention(its.db, 365)).toBe(200)
  expect(await findLongestRetention(its.db, 20)).toBe(20)
  await its.hourly()
  its.clock.now += 14 * dayMs
  await its.hourly()
  expect(await findLongestRetention(its.db, 365)).toBe(60)
  const partitions = async () =>
    (
      await its.db.query<{ day: string }>(
        'test-partitions',
        `select right(c.relname, 8) as day from pg_inherits i join pg_class c on c.oid = i.inhrelid
         where i.inhparent = 'captcha.verifications'::regclass and c.relname ~ '[0-9]{8}$' order by 1`,
      )
    ).map(({ day }) => day)
  const dayOf = (ago: number) => new Date(its.clock.now - ago * dayMs).toISOString().slice(0, 10).replaceAll('-', '')
  expect(await partitions()).toEqual([61, 60, 59, 58].map(dayOf))
  await keepPartitions(its.db, its.clock.now, { daysAhead: 0, retentionDays: await findLongestRetention(its.db, 365) })
  expect(await partitions()).toEqual([60, 59, 58, 1, 0].map(dayOf))
  expect(await site.kept()).toBeLessThan(days)
})

test('nothing is asked of a service that knows no plans, and several processes at once write the same', async () => {
  const its = await start()
  const site = await its.makeSite(7)
  await keepPlanDays(its.db, its.clock.now, {})
  const stored = () =>
    its.db.query(
      'test-days',
      'select plan_log_days as days, next_plan_log_days as next from captcha.sites where id = $1',
      [site.siteId],
    )
  expect(await stored()).toEqual([{ days: null, next: null }])
  const changedAt = await its.db.query('test-changed', 'select changed_at from captcha.sites')
  await Promise.all(Array.from({ length: 4 }, () => its.hourly()))
  expect(await stored()).toEqual([{ days: null, next: 7 }])
  expect(
    await its.db.query('test-changed', 'select changed_at from captcha.sites'),
    'visitors are treated as before',
  ).toEqual(changedAt)
})

import { randomUUIDv7 } from 'node:crypto'
import type { PlanFeature } from '@bollard/contracts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { insertTestSite, startDatabases } from '../../testing/start-database.ts'
import { createPlanFollower, keepWithheld } from './keep-withheld.ts'
import type { PlanContext, PlanTerms } from './plan-terms.ts'

const databases = await startDatabases()
const { db } = await databases.create()
afterAll(() => databases.stop())

const plans = new Map<string, PlanTerms>()
const asked: string[][] = []
const context: PlanContext = {
  plansOf: async (solutionIds) => {
    asked.push([...solutionIds])
    return plans
  },
}
beforeEach(async () => {
  await db.query('test-empty', 'truncate captcha.sites cascade')
  plans.clear()
  asked.length = 0
})

async function makeSite(
  features: readonly PlanFeature[] | null,
): Promise<{ solutionId: string; has: (features: readonly PlanFeature[] | null) => void }> {
  const solutionId = randomUUIDv7()
  await insertTestSite(db, solutionId)
  const limits = { domains: null, environments: null, apiKeys: null, verificationLogDays: 7 }
  const has = (now: readonly PlanFeature[] | null): void => {
    if (now === null) plans.delete(solutionId)
    else plans.set(solutionId, { planCode: 'TEST', limits, features: now })
  }
  has(features)
  return { solutionId, has }
}
const stored = async (solutionId: string) => {
  const sql =
    'select withheld_features as withheld, changed_at::text as changed from captcha.sites where solution_id = $1'
  const [row] = await db.query<{ withheld: string[]; changed: string }>('test-withheld', sql, [solutionId])
  return row
}

test('what a plan does not have and pages could use is written down, and the site changes for those who hold it in memory only then', async () => {
  const [none, some, all, withoutPlan] = [
    await makeSite([]),
    await makeSite(['RULES', 'WHITE_LABEL']),
    await makeSite(['INVISIBLE', 'WHITE_LABEL']),
    await makeSite(null),
  ]
  const before = await stored(none.solutionId)
  await Promise.all(Array.from({ length: 4 }, () => keepWithheld(db, context)))
  const first = await stored(none.solutionId)
  expect(first?.withheld).toEqual(['WHITE_LABEL', 'INVISIBLE'])
  expect(first?.changed).not.toBe(before?.changed)
  expect((await stored(some.solutionId))?.withheld).toEqual(['INVISIBLE'])
  for (const { solutionId } of [all, withoutPlan]) expect((await stored(solutionId))?.withheld).toEqual([])
  await keepWithheld(db, context)
  expect(await stored(none.solutionId)).toEqual(first)

  none.has(['WHITE_LABEL', 'INVISIBLE'])
  await keepWithheld(db, context)
  const bought = await stored(none.solutionId)
  expect(bought?.withheld).toEqual([])
  expect(bought?.changed).not.toBe(first?.changed)
})

test('again and again only plans are looked at that may have changed, with what was missed while nothing ran and what commits late', async () => {
  const [one, other] = [await makeSite([]), await makeSite([])]
  const clock = { now: Date.parse('2026-03-01T12:00:00Z') }
  const since: string[] = []
  let changed: string[] = [one.solutionId]
  let isAway = false
  const follow = createPlanFollower({
    db,
    now: () => new Date(clock.now),
    plans: {
      ...context,
      plansChangedSince: async (at) => {
        since.push(at.toISOString())
        if (isAway) throw new Error('away')
        return changed
      },
    },
  })
  await follow()
  expect(asked).toEqual([[one.solutionId]])
  expect([(await stored(one.solutionId))?.withheld, (await stored(other.solutionId))?.withheld]).toEqual([
    ['WHITE_LABEL', 'INVISIBLE'],
    [],
  ])
  clock.now += 60_000
  isAway = true
  await expect(follow()).rejects.toThrow('away')
  clock.now += 600_000
  isAway = false
  changed = []
  await follow()
  expect(since).toEqual(['2026-02-28T12:00:00.000Z', '2026-03-01T11:55:00.000Z', '2026-03-01T11:55:00.000Z'])
  expect(asked, 'where nothing has changed nothing is asked').toHaveLength(1)
})

test('where nobody knows plans nothing is withheld', async () => {
  const { solutionId } = await makeSite([])
  await keepWithheld(db, {})
  await createPlanFollower({ db, now: () => new Date(), plans: {} })()
  expect((await stored(solutionId))?.withheld).toEqual([])
})

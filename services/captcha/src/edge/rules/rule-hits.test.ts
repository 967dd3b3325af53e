import type { RuleAction, RuleCondition } from '@bollard/contracts'
import { openDatabase } from '@bollard/database'
import type { RuleAction as CompiledAction, RuleCondition as CompiledCondition } from '@bollard/visitor-rules'
import { afterAll, expect, expectTypeOf, onTestFinished, test, vi } from 'vitest'
import { startRuleRoutes } from '../../testing/start-rule-routes.ts'
import { compileSiteRules, loadRules } from './load-rules.ts'
import { createRuleHits } from './rule-hits.ts'

const it = await startRuleRoutes()
afterAll(() => it.stop())
const anybody: RuleCondition = { field: 'score', from: 0, to: 1 }
const flag: RuleAction = { type: 'FLAG' }

async function idOf(solutionId: string): Promise<number> {
  const [row] = await it.db.query<{ id: number }>(
    'test-site-id',
    'select id from captcha.sites where solution_id = $1',
    [solutionId],
  )
  if (row === undefined) throw new Error('the site is not there')
  return row.id
}

test('hits of several processes add up, apart for rules on trial, and the list shows them', async () => {
  const { solutionId } = await it.makeSite()
  const siteId = await idOf(solutionId)
  for (const name of ['one', 'two']) await it.create(solutionId, { name, conditions: [anybody], action: flag })
  const errors: unknown[] = []
  const onError = (error: unknown) => void errors.push(error)
  const clock = { now: it.clock.now }
  const [here, there] = [
    createRuleHits(it.db, () => clock.now, onError),
    createRuleHits(it.db, () => clock.now + 5_000, onError),
  ]
  for (let count = 0; count < 3; count++) here.count(siteId, 1, false)
  here.count(siteId, 2, true)
  there.count(siteId, 1, false)
  there.count(siteId, 1, true)
  // Of a site that was removed meanwhile: it must not keep the others from being written.
  here.count(2_000_000_000, 1, false)
  await Promise.all([here.flush(), there.flush(), here.flush()])
  const lastHitAt = (ms: number) => new Date(ms).toISOString()
  expect(await it.list(solutionId)).toMatchObject([
    { name: 'one', hits: 4, dryRunHits: 1, lastHitAt: lastHitAt(clock.now + 5_000) },
    { name: 'two', hits: 0, dryRunHits: 1, lastHitAt: lastHitAt(clock.now) },
  ])
  expect(errors).toEqual([])
})

test('hits are written by themselves within about a second, and kept while the database is away', async () => {
  const { solutionId } = await it.makeSite()
  const siteId = await idOf(solutionId)
  await it.create(solutionId, { conditions: [anybody], action: flag })
  const db = openDatabase({ connectionString: it.connectionString })
  let isAway = true
  const errors: unknown[] = []
  const query: typeof db.query = async (...call: Parameters<typeof db.query>) => {
    if (isAway) throw new Error('away')
    return db.query<never>(...call)
  }
  const hits = createRuleHits(
    { ...db, query },
    () => it.clock.now,
    (error) => void errors.push(error),
    50,
  )
  const timers = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => timers.mockRestore())
  const usual = createRuleHits(
    it.db,
    () => it.clock.now,
    (error) => void errors.push(error),
  )
  usual.count(siteId, 1, false)
  expect(timers).toHaveBeenLastCalledWith(expect.any(Function), 1_000)
  await usual.flush()
  hits.count(siteId, 1, false)
  await expect(hits.flush()).rejects.toThrow('away')
  hits.count(siteId, 1, false)
  await expect.poll(() => errors.length).toBeGreaterThan(0)
  isAway = false
  await expect.poll(async () => (await it.list(solutionId))[0]?.hits).toBe(3)
  await db.close()
})

test('the rules of many sites are loaded at once, in order, without deleted ones, and decide', async () => {
  const [one, other] = [await it.makeSite(), await it.makeSite()]
  const french: RuleCondition = { field: 'country', not: false, values: ['FR'] }
  await it.create(one.solutionId, {
    conditions: [french],
    action: { type: 'BLOCK' },
    priority: 9,
    expiresAt: new Date(it.clock.now + 1_000).toISOString(),
  })
  await it.create(one.solutionId, { conditions: [french], action: { type: 'CHALLENGE' }, priority: 3, dryRun: true })
  const gone = await it.create(one.solutionId, { conditions: [french], action: { type: 'ALLOW' }, priority: 1 })
  await it.call('DELETE', `${one.solutionId}/rules/${gone.id}`, 'ada')
  const [siteId, otherId] = [await idOf(one.solutionId), await idOf(other.solutionId)]
  const loaded = await loadRules(it.db, [siteId, otherId])
  expect(loaded.get(otherId)).toBeUndefined()
  const stored = loaded.get(siteId) ?? []
  expect(stored.map(({ number, priority }) => [number, priority])).toEqual([
    [2, 3],
    [1, 9],
  ])
  const visitor = {
    address: '192.0.2.1',
    country: 'FR',
    asn: 0,
    networkKind: 'unknown',
    userAgent: '',
    language: null,
    hostname: 'a',
    path: null,
    action: null,
  } as const
  const rules = compileSiteRules(stored, () => null)
  expect(rules.atStart(visitor, it.clock.now)).toEqual({
    rule: 1,
    action: { type: 'BLOCK' },
    waits: false,
    dryRuns: [2],
  })
  expect(rules.atStart(visitor, it.clock.now + 1_000)).toEqual({ rule: 0, action: null, waits: false, dryRuns: [2] })
})

test('what the contract lets in is what the engine takes', () => {
  expectTypeOf<RuleCondition>().toExtend<CompiledCondition>()
  expectTypeOf<CompiledCondition['field']>().toEqualTypeOf<RuleCondition['field']>()
  type Values<Condition> = Condition extends { readonly field: infer Field; readonly values: readonly (infer Value)[] }
    ? [Field, Value]
    : never
  expectTypeOf<Values<CompiledCondition>>().toEqualTypeOf<Values<RuleCondition>>()
  expectTypeOf<RuleAction>().toExtend<CompiledAction>()
  expectTypeOf<CompiledAction>().toExtend<RuleAction>()
})

import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { startPaying } from '../testing/start-paying.ts'
import { startService } from '../testing/start-service.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

const paying = (planCode?: string) => startPaying(postgres, planCode)

test('the plans are there for everybody, without a session', async () => {
  const { call } = await startService(postgres)
  const answer = await call(null, 'GET', '/plans')
  expect(answer.status).toBe(200)
  const { trialDays, items } = answer.json<{
    trialDays: number
    items: { code: string; solutionType: string; monthly: object | null }[]
  }>()
  expect([trialDays, items.length, items[1]]).toMatchObject([
    30,
    12,
    { solutionType: 'CAPTCHA', code: 'STARTER', monthly: { amountMinor: 900, currency: 'EUR' } },
  ])
})

test('a new solution tries the middle plan for 30 days and pays nothing', async () => {
  const { id, plan, charges, service } = await paying()
  expect(await plan('ada', id)).toMatchObject({
    planCode: 'BUSINESS',
    status: 'TRIALING',
    interval: null,
    price: null,
    trialEndsAt: '2026-04-09T10:00:00.000Z',
    periodEnd: null,
    next: null,
    myRole: 'ADMIN',
    version: 1,
    renews: true,
    limits: { members: 25, verifications: 250_000 },
  })
  expect(await charges(id)).toEqual([])
  expect(await service.membersMax(id)).toBe(25)
  expect(await service.membersMax('019f0000-0000-7000-8000-ffffffffffff')).toBeNull()
  await service.openSubscription({ solutionId: id, type: 'CAPTCHA', userId: 'user-ada', planCode: 'FREE' })
  expect((await plan('ada', id)).status).toBe('TRIALING')
})

test('every type of solution has its own trial, and a free plan that follows it', async () => {
  const { open, plan, later, service } = await startService(postgres)
  const ids = [
    await open({ ada: 'ADMIN' }, { type: 'MONITORING' }),
    await open({ ada: 'ADMIN' }, { type: 'BUNDLE_SECURITY' }),
  ]
  expect(await Promise.all(ids.map(async (id) => (await plan('ada', id)).planCode))).toEqual(['TEAM', 'BUSINESS'])
  later({ days: 30 })
  await service.runDue()
  expect(await Promise.all(ids.map(async (id) => (await plan('ada', id)).limits.monitors))).toEqual([3, 0])
})

test('a summary says what the plan includes and what was counted; solutions without a plan are left out', async () => {
  const { id, service, usage } = await paying('STARTER')
  usage.set(id, 1_234)
  const summaries = await service.describeBilling([id, '019f0000-0000-7000-8000-ffffffffffff'])
  expect([...summaries.keys()]).toEqual([id])
  expect(summaries.get(id)).toMatchObject({
    planCode: 'STARTER',
    status: 'ACTIVE',
    usage: { period: '2026-03', counted: 1_234, included: 50_000 },
    usageAlertPercents: [80, 100, 120],
  })
})

test('a plan of a solution that was not created after all is withdrawn with what it would have cost', async () => {
  const { id, service, charges, call, db } = await paying('STARTER')
  await service.withdrawSubscription({ solutionId: id, userId: 'user-bob' })
  expect((await call('ada', 'GET', `/solutions/${id}/plan`)).status).toBe(200)
  await service.withdrawSubscription({ solutionId: id, userId: 'user-ada' })
  expect([(await call('ada', 'GET', `/solutions/${id}/plan`)).status, await charges(id)]).toEqual([404, []])
  expect(await db.query('test-left', 'select 1 as one from billing.subscriptions')).toEqual([])
})

test('what costs something is known: no trial, no free plan, and a price of talks counts', async () => {
  const it = await startService(postgres)
  const means = { invoiceAddressId: (await it.address('ada')).id, paymentMethodId: (await it.transfer('ada')).id }
  const [trial, free, starter, enterprise] = [
    await it.open({ ada: 'ADMIN' }),
    await it.open({ ada: 'ADMIN' }, { planCode: 'FREE' }),
    await it.open({ ada: 'ADMIN' }, { planCode: 'STARTER', ...means }),
    await it.open({ ada: 'ADMIN' }, { planCode: 'STARTER', ...means }),
  ]
  await it.db.query(
    'test-talks',
    `update billing.subscriptions set plan = plan || '{"monthly": null, "yearly": null}' where solution_id = $1`,
    [enterprise],
  )
  const paid = () => it.service.findPaid([trial, free, starter, enterprise])
  await it.db.query(
    'test-active',
    `update billing.subscriptions set status = 'ACTIVE' where solution_id = any($1::uuid[])`,
    [[starter, enterprise]],
  )
  expect(await paid()).toEqual(new Set([starter, enterprise]))
  await it.db.query('test-unpaid', `update billing.subscriptions set status = 'UNPAID' where solution_id = $1`, [
    starter,
  ])
  await it.db.query('test-canceled', `update billing.subscriptions set status = 'CANCELED' where solution_id = $1`, [
    enterprise,
  ])
  expect(await paid()).toEqual(new Set([starter]))
  expect(await it.service.findPaid([])).toEqual(new Set())
})

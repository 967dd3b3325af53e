import { listAudit } from '@bollard/audit'
import type { Problem } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { createBillingService } from '../create-billing-service.ts'
import { startService } from '../testing/start-service.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

const means = async ({
  address,
  transfer,
}: Pick<Awaited<ReturnType<typeof startService>>, 'address' | 'transfer'>) => ({
  invoiceAddressId: (await address('ada')).id,
  paymentMethodId: (await transfer('ada')).id,
})

test('a trial is told of seven days and one day before its end, to every admin in their language, then goes on for free', async () => {
  const { open, service, later, mails, plan, charges, errors } = await startService(postgres)
  const id = await open({ ada: 'ADMIN', bob: 'ADMIN', eve: 'ADMIN', operator: 'MEMBER' })
  const told = async () => {
    mails.length = 0
    await service.runDue()
    return mails.map(({ mail, key }) => [mail.to, mail.tag, key])
  }
  later({ days: 22 })
  expect(await told()).toEqual([])
  later({ days: 1 })
  // Eve has switched mails about billing off.
  expect(await told()).toEqual([
    ['ada@example.org', 'trial-ending', `trial-ending:${id}:7:user-ada`],
    ['bob@example.org', 'trial-ending', `trial-ending:${id}:7:user-bob`],
  ])
  expect(mails[0]?.mail.text).toContain('9 April 2026')
  expect(mails[1]?.mail.text).toContain('9. April 2026')
  expect(mails[0]?.mail.text).toContain(`https://dashboard.example/en/solutions/${id}/settings/billing`)
  expect(await told()).toEqual([])
  later({ days: 6 })
  expect((await told()).map(([, , key]) => key)).toEqual([
    `trial-ending:${id}:1:user-ada`,
    `trial-ending:${id}:1:user-bob`,
  ])
  expect(await plan('ada', id)).toMatchObject({ status: 'TRIALING', version: 1 })
  later({ days: 1 })
  expect((await told()).map(([, kind, key]) => [kind, key])).toEqual(
    ['ada', 'bob', 'eve'].map((name) => ['trial-ended', `trial-ended:${id}::user-${name}`]),
  )
  expect(await plan('ada', id)).toMatchObject({ planCode: 'FREE', status: 'ACTIVE', limits: { members: 2 } })
  expect([await charges(id), await told(), errors]).toEqual([[], [], []])
})

test('notices that were missed for days are not made up for, and whoever has chosen gets none', async () => {
  const service = await startService(postgres)
  const { open, later, mails, choose } = service
  const id = await open({ ada: 'ADMIN' })
  const chosen = await open({ ada: 'ADMIN' })
  await choose('ada', chosen, { planCode: 'STARTER', ...(await means(service)) })
  later({ days: 29, hours: 6 })
  await service.service.runDue()
  expect(mails.map(({ key }) => key)).toEqual([`trial-ending:${id}:1:user-ada`])
})

test('after months without the job each period that has passed is charged once, also when several processes make up for it', async () => {
  const service = await startService(postgres)
  const { open, later, charges, plan, context, errors } = service
  const ids = [
    await open({ ada: 'ADMIN' }, { planCode: 'STARTER', ...(await means(service)) }),
    await open({ ada: 'ADMIN' }, { planCode: 'PRO', ...(await means(service)) }),
  ]
  later({ days: 100 })
  const others = Array.from({ length: 4 }, () => createBillingService({ ...context, clientIp: () => '' }))
  await Promise.all(others.map((other) => other.runDue()))
  await service.service.runDue()
  for (const id of ids) {
    expect((await charges(id)).map(({ from, to }) => `${from} ${to}`)).toEqual([
      '2026-03-10 2026-04-10',
      '2026-04-10 2026-05-10',
      '2026-05-10 2026-06-10',
      '2026-06-10 2026-07-10',
    ])
    expect(await plan('ada', id)).toMatchObject({
      periodStart: '2026-06-10T10:00:00.000Z',
      periodEnd: '2026-07-10T10:00:00.000Z',
    })
  }
  expect(errors).toEqual([])
})

test('prices hold as they were when the plan was chosen, limits are those of today', async () => {
  const service = await startService(postgres)
  const { open, later, charges, context } = service
  const id = await open({ ada: 'ADMIN' }, { planCode: 'STARTER', ...(await means(service)) })
  later({ days: 31 })
  const dearer = {
    ...context.plans,
    find: (...wanted: Parameters<typeof context.plans.find>) => {
      const plan = context.plans.find(...wanted)
      return (
        plan && { ...plan, monthly: { amountMinor: 99_900, currency: 'EUR' }, limits: { ...plan.limits, members: 7 } }
      )
    },
  }
  const other = createBillingService({ ...context, plans: dearer, clientIp: () => '' })
  await other.runDue()
  expect((await charges(id)).map(({ amount }) => amount)).toEqual([900, 900])
  expect(await other.membersMax(id)).toBe(7)
  // A plan that is no longer offered goes on as it was.
  const gone = createBillingService({ ...context, plans: { ...context.plans, find: () => null }, clientIp: () => '' })
  expect((await gone.planLimits(id))?.limits).toMatchObject({ members: 5, verifications: 50_000 })
})

test('a subscription that was cancelled ends with its period, can be kept until then, and comes back for free', async () => {
  const service = await startService(postgres)
  const { open, later, plan, charges, choose, db } = service
  const id = await open({ ada: 'ADMIN' }, { planCode: 'STARTER', ...(await means(service)) })
  expect(await service.service.setRenewal(id, false)).toEqual(new Date('2026-04-10T10:00:00.000Z'))
  expect((await plan('ada', id)).renews).toBe(false)
  await service.service.setRenewal(id, true)
  later({ days: 31 })
  await service.service.runDue()
  expect(await plan('ada', id)).toMatchObject({ status: 'ACTIVE', renews: true })
  await service.service.setRenewal(id, false)
  later({ days: 31 })
  await service.service.runDue()
  expect(await plan('ada', id)).toMatchObject({ status: 'CANCELED', periodEnd: null })
  later({ days: 100 })
  await service.service.runDue()
  expect(await charges(id)).toHaveLength(2)
  const refused = await choose('ada', id, { planCode: 'PRO' })
  expect([refused.status, refused.json<Problem>().code]).toEqual([409, 'state-conflict'])
  expect(await service.service.setRenewal(id, true)).toBeNull()
  expect(await plan('ada', id)).toMatchObject({ planCode: 'FREE', status: 'ACTIVE', renews: true })
  await service.service.endSubscription(id)
  await service.service.endSubscription(id)
  expect((await plan('ada', id)).status).toBe('CANCELED')
  const { items } = await listAudit(db, 'SOLUTION', id, { limit: 10 })
  expect(items.map(({ action, actor }) => `${action} ${actor.kind}`)).toEqual([
    'plan.ended SYSTEM',
    'plan.reopened SYSTEM',
    'plan.ended SYSTEM',
    'plan.begun USER',
  ])
})

test('ending at once takes back what no invoice names', async () => {
  const service = await startService(postgres)
  const id = await service.open({ ada: 'ADMIN' }, { planCode: 'STARTER', ...(await means(service)) })
  await service.service.endSubscription(id)
  expect((await service.charges(id)).map(({ status }) => status)).toEqual(['CANCELED'])
})

test('who has not paid for weeks gets the free plan in place of another bill', async () => {
  const service = await startService(postgres)
  const { open, later, plan, charges, db } = service
  const id = await open({ ada: 'ADMIN' }, { planCode: 'STARTER', ...(await means(service)) })
  await db.query('test-unpaid', `update billing.subscriptions set status = 'UNPAID' where solution_id = $1`, [id])
  later({ days: 31 })
  await service.service.runDue()
  expect(await plan('ada', id)).toMatchObject({ planCode: 'FREE', status: 'UNPAID' })
  expect(await charges(id)).toHaveLength(1)
})

test('one subscription that fails does not keep the others waiting', async () => {
  const service = await startService(postgres)
  const { open, later, plan, db, errors } = service
  const [broken, sound] = [await open({ ada: 'ADMIN' }), await open({ ada: 'ADMIN' })]
  await db.query(
    'test-break',
    `update billing.subscriptions set plan = '{"monthly":null}', next_plan_code = plan_code, next_interval = 'MONTHLY', invoice_address_id = null where solution_id = $1`,
    [broken],
  )
  await db.query(
    'test-trap',
    `create or replace function billing.trap() returns trigger language plpgsql as 'begin if old.next_plan_code is not null then raise exception ''broken''; end if; return new; end'`,
  )
  await db.query(
    'test-set-trap',
    'create trigger trap before update on billing.subscriptions for each row execute function billing.trap()',
  )
  try {
    later({ days: 30 })
    await service.service.runDue()
    expect([(await plan('ada', broken)).status, (await plan('ada', sound)).status, errors.length]).toEqual([
      'TRIALING',
      'ACTIVE',
      1,
    ])
  } finally {
    await db.query('test-drop-trap', 'drop trigger trap on billing.subscriptions')
    await db.query('test-drop-trap-function', 'drop function billing.trap')
  }
})

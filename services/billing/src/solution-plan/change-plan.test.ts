import { listAudit } from '@bollard/audit'
import type { Problem, SolutionPlan } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { startPaying } from '../testing/start-paying.ts'
import { type Person, startService } from '../testing/start-service.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

const problemOf = (answer: { status: number; json<T>(): T }) => [answer.status, answer.json<Problem>().code] as const

const paying = (planCode?: string) => startPaying(postgres, planCode)

test('members see the plan, admins change it, strangers find nothing', async () => {
  const { id, call, choose, means } = await paying()
  const nowhere = '019f0000-0000-7000-8000-ffffffffffff'
  const choice = { planCode: 'STARTER', ...means, version: 1 }
  const ask = async (who: Person | null, solutionId = id) => {
    const read = await call(who, 'GET', `/solutions/${solutionId}/plan`)
    const changed = await call(who, 'PUT', `/solutions/${solutionId}/plan`, choice)
    const previewed = await call(who, 'POST', `/solutions/${solutionId}/plan/previews`, choice)
    return [read, changed, previewed].map((answer) => answer.json<Problem>().code ?? answer.status)
  }
  expect(await ask(null)).toEqual(['unauthenticated', 'unauthenticated', 'unauthenticated'])
  expect(await ask('eve')).toEqual(['not-found', 'not-found', 'not-found'])
  expect(await ask('eve', nowhere)).toEqual(['not-found', 'not-found', 'not-found'])
  expect(await ask('newcomer')).toEqual(['not-found', 'not-found', 'not-found'])
  expect(await ask('bob')).toEqual([200, 'role-too-low', 'role-too-low'])
  expect(await ask('operator')).toEqual([200, 'role-too-low', 'role-too-low'])
  expect(await ask('ada')).toEqual([200, 200, 'version-conflict'])
  expect((await call('operator', 'GET', `/solutions/${id}/plan`)).json<SolutionPlan>().myRole).toBe('VIEWER')
  expect(problemOf(await call('ada', 'PUT', `/solutions/${id}/plan`, choice))).toEqual([409, 'version-conflict'])
  expect(problemOf(await choose('ada', id, { planCode: 'STARTER', status: 'ACTIVE' }))).toEqual([400, 'unknown-field'])
})

test('a paid plan needs an address and a method of the person; a foreign one does not exist', async () => {
  const { id, choose, address, transfer, service } = await paying()
  const foreign = { invoiceAddressId: (await address('eve')).id, paymentMethodId: (await transfer('eve')).id }
  const without = await choose('ada', id, { planCode: 'PRO' })
  expect([...problemOf(without), without.json<Problem>().errors]).toEqual([
    402,
    'payment-required',
    [
      { pointer: '/invoiceAddressId', code: 'required' },
      { pointer: '/paymentMethodId', code: 'required' },
    ],
  ])
  const others = await choose('ada', id, { planCode: 'PRO', ...foreign })
  expect([...problemOf(others), others.json<Problem>().errors?.map(({ pointer }) => pointer)]).toEqual([
    422,
    'validation-failed',
    ['/invoiceAddressId', '/paymentMethodId'],
  ])
  await expect(
    service.openSubscription({
      solutionId: '019f0000-0000-7000-8000-0000000000ff',
      type: 'CAPTCHA',
      userId: 'user-ada',
      planCode: 'PRO',
      ...foreign,
    }),
  ).rejects.toMatchObject({ code: 'validation-failed' })
  await expect(service.changeBilling({ solutionId: id, userId: 'user-ada', ...foreign })).rejects.toMatchObject({
    code: 'validation-failed',
  })
  expect(problemOf(await choose('ada', id, { planCode: 'GOLD' }))).toEqual([422, 'validation-failed'])
  expect((await choose('ada', id, { planCode: 'ENTERPRISE' })).json<Problem>().errors).toEqual([
    { pointer: '/planCode', code: 'not-selectable' },
  ])
})

test('what is chosen during the trial follows it, unless it is larger than what is tried', async () => {
  const { id, choose, plan, means, charges, service, later, billed } = await paying()
  expect((await choose('ada', id, { planCode: 'STARTER', ...means })).json()).toMatchObject({
    planCode: 'BUSINESS',
    status: 'TRIALING',
    next: { planCode: 'STARTER', interval: 'MONTHLY', at: '2026-04-09T10:00:00.000Z' },
  })
  expect(await charges(id)).toEqual([])
  later({ days: 30 })
  await service.runDue()
  expect(await plan('ada', id)).toMatchObject({
    planCode: 'STARTER',
    status: 'ACTIVE',
    price: { amountMinor: 900 },
    periodEnd: '2026-05-09T10:00:00.000Z',
    next: null,
  })
  expect(await charges(id)).toEqual([
    { kind: 'PERIOD', planCode: 'STARTER', from: '2026-04-09', to: '2026-05-09', amount: 900, status: 'OPEN' },
  ])
  // Once as there was a new way to pay, once as there was something to pay.
  expect(billed).toEqual([id, id])
})

test('more begins now and costs the rest of the period, less begins with the next one', async () => {
  const { id, choose, call, plan, charges, later, service, billed, means } = await paying('STARTER')
  expect(await plan('ada', id)).toMatchObject({
    planCode: 'STARTER',
    status: 'ACTIVE',
    periodStart: '2026-03-10T10:00:00.000Z',
    periodEnd: '2026-04-10T10:00:00.000Z',
  })
  // Half of the 31 days.
  later({ days: 15, hours: 12 })
  const preview = await call('ada', 'POST', `/solutions/${id}/plan/previews`, { planCode: 'BUSINESS', version: 1 + 1 })
  expect(preview.json()).toMatchObject({
    when: 'NOW',
    at: '2026-03-25T22:00:00.000Z',
    due: { amountMinor: 1_500, currency: 'EUR' },
    periodEnd: '2026-04-10T10:00:00.000Z',
  })
  expect((await charges(id)).length).toBe(1)
  expect((await choose('ada', id, { planCode: 'BUSINESS' })).json()).toMatchObject({
    planCode: 'BUSINESS',
    periodEnd: '2026-04-10T10:00:00.000Z',
    ...means,
  })
  expect(await charges(id)).toEqual([
    { kind: 'PERIOD', planCode: 'STARTER', from: '2026-03-10', to: '2026-04-10', amount: 900, status: 'OPEN' },
    { kind: 'UPGRADE', planCode: 'BUSINESS', from: '2026-03-25', to: '2026-04-10', amount: 1_500, status: 'OPEN' },
  ])
  expect(billed).toEqual([id, id])
  expect((await choose('ada', id, { planCode: 'FREE' })).json()).toMatchObject({
    planCode: 'BUSINESS',
    next: { planCode: 'FREE', interval: null, at: '2026-04-10T10:00:00.000Z' },
  })
  // The present plan undoes it.
  expect((await choose('ada', id, { planCode: 'BUSINESS' })).json()).toMatchObject({ planCode: 'BUSINESS', next: null })
  await choose('ada', id, { planCode: 'STARTER' })
  later({ days: 16 })
  await service.runDue()
  expect(await plan('ada', id)).toMatchObject({
    planCode: 'STARTER',
    price: { amountMinor: 900 },
    periodStart: '2026-04-10T10:00:00.000Z',
  })
  await choose('ada', id, { planCode: 'FREE' })
  later({ days: 30 })
  await service.runDue()
  expect(await plan('ada', id)).toMatchObject({
    planCode: 'FREE',
    interval: null,
    periodEnd: null,
    status: 'ACTIVE',
    ...means,
  })
  expect((await charges(id)).length).toBe(3)
})

test('a year in place of a month begins anew with the rest of the month taken off; back to months waits for its end', async () => {
  const { id, choose, charges, later } = await paying('BUSINESS')
  later({ days: 15, hours: 12 })
  expect((await choose('ada', id, { planCode: 'BUSINESS', interval: 'YEARLY' })).json()).toMatchObject({
    interval: 'YEARLY',
    periodStart: '2026-03-25T22:00:00.000Z',
    periodEnd: '2027-03-25T22:00:00.000Z',
  })
  expect((await charges(id))[1]).toMatchObject({ kind: 'PERIOD', amount: 39_000 - 1_950 })
  expect((await choose('ada', id, { planCode: 'BUSINESS', interval: 'MONTHLY' })).json()).toMatchObject({
    interval: 'YEARLY',
    next: { planCode: 'BUSINESS', interval: 'MONTHLY' },
  })
  expect((await choose('ada', id, { planCode: 'PRO', interval: 'MONTHLY' })).json()).toMatchObject({
    planCode: 'BUSINESS',
    next: { planCode: 'PRO', interval: 'MONTHLY' },
  })
})

test('a plan that is too small is refused with all that exceeds it', async () => {
  const { id, choose, use, plan } = await paying('BUSINESS')
  use.set(id, { counts: { members: 6, domains: 5, environments: 3, apiKeys: 1 }, features: ['WHITE_LABEL'] })
  const answer = await choose('ada', id, { planCode: 'STARTER' })
  expect([...problemOf(answer), answer.json<Problem>().errors]).toEqual([
    409,
    'state-conflict',
    [
      { pointer: '/planCode', code: 'limit-exceeded', params: { limit: 'environments', used: 3, max: 2 } },
      { pointer: '/planCode', code: 'limit-exceeded', params: { limit: 'members', used: 6, max: 5 } },
      { pointer: '/planCode', code: 'feature-in-use', params: { feature: 'WHITE_LABEL' } },
    ],
  ])
  expect(await plan('ada', id)).toMatchObject({ planCode: 'BUSINESS', next: null })
  expect((await choose('ada', id, { planCode: 'PRO' })).status).toBe(200)
})

test('what has outgrown its plan may have a larger one that is still too small, but none that is smaller', async () => {
  const { id, choose, use, call, plan } = await paying('STARTER')
  use.set(id, { counts: { members: 30, domains: 40, apiKeys: 3 }, features: ['WILDCARD_DOMAINS'] })
  const offered = async () => {
    const { items } = (await call('ada', 'GET', `/solutions/${id}/plan/offers`)).json<{
      items: { plan: { code: string }; exceeded: { params: object }[] }[]
    }>()
    return Object.fromEntries(items.map((offer) => [offer.plan.code, offer.exceeded.map(({ params }) => params)]))
  }
  const less = [
    { limit: 'domains', used: 40, max: 2 },
    { limit: 'members', used: 30, max: 2 },
    { limit: 'apiKeys', used: 3, max: 2 },
  ]
  expect(await offered()).toEqual({ FREE: less, STARTER: [], BUSINESS: [], PRO: [], ENTERPRISE: [] })
  expect((await choose('ada', id, { planCode: 'FREE' })).json<Problem>().errors?.map(({ params }) => params)).toEqual(
    less,
  )
  expect((await choose('ada', id, { planCode: 'BUSINESS' })).status).toBe(200)
  expect(await plan('ada', id)).toMatchObject({ planCode: 'BUSINESS', next: null })
})

test('while bills are overdue no larger plan begins; smaller ones can be chosen', async () => {
  const { id, choose, db } = await paying('STARTER')
  await db.query('test-overdue', `update billing.subscriptions set status = 'PAST_DUE' where solution_id = $1`, [id])
  expect(problemOf(await choose('ada', id, { planCode: 'PRO' }))).toEqual([402, 'payment-required'])
  expect((await choose('ada', id, { planCode: 'FREE' })).status).toBe(200)
})

test('of fifty changes at once with one version, one takes place and is charged', async () => {
  const { id, call, charges } = await paying('STARTER')
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => call('ada', 'PUT', `/solutions/${id}/plan`, { planCode: 'BUSINESS', version: 2 })),
  )
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
  expect((await charges(id)).map(({ kind }) => kind)).toEqual(['PERIOD', 'UPGRADE'])
})

test('address, method and alerts can be changed by themselves, but not be taken from a paid plan', async () => {
  const { id, service, address, means, plan } = await paying('STARTER')
  const other = await address('ada')
  await service.changeBilling({
    solutionId: id,
    userId: 'user-ada',
    invoiceAddressId: other.id,
    usageAlertPercents: [100, 50, 50],
  })
  expect((await service.describeBilling([id])).get(id)).toMatchObject({
    invoiceAddressId: other.id,
    paymentMethodId: means.paymentMethodId,
    usageAlertPercents: [50, 100],
  })
  await expect(
    service.changeBilling({ solutionId: id, userId: 'user-ada', paymentMethodId: null }),
  ).rejects.toMatchObject({ code: 'payment-required' })
  await expect(
    service.changeBilling({ solutionId: id, userId: 'user-ada', usageAlertPercents: [0] }),
  ).rejects.toMatchObject({ code: 'validation-failed' })
  // Another member may leave alone what Ada has chosen.
  await service.changeBilling({ solutionId: id, userId: 'user-bob', usageAlertPercents: [80] })
  expect(await plan('ada', id)).toMatchObject({ invoiceAddressId: other.id, paymentMethodId: means.paymentMethodId })
})

test('the log of the solution tells of plans', async () => {
  const { id, choose, db } = await paying('STARTER')
  await choose('ada', id, { planCode: 'BUSINESS' })
  const { items } = await listAudit(db, 'SOLUTION', id, { limit: 10 })
  expect(
    items.map(({ action, actor, before, after, network }) => [
      action,
      actor.id,
      before?.['planCode'],
      after?.['planCode'],
      network,
    ]),
  ).toEqual([
    ['plan.changed', 'user-ada', 'STARTER', 'BUSINESS', '198.51.100.0/24'],
    ['plan.begun', 'user-ada', undefined, 'STARTER', null],
  ])
})

test('an admin without a second factor that is due pays and reads, and takes no other plan', async () => {
  const due = new Set<string>()
  const it = await startService(postgres, {
    solution: { isSecondFactorDue: async (solutionId) => due.has(solutionId) },
  })
  const id = await it.open({ ada: 'ADMIN', bob: 'MEMBER' })
  const means = { invoiceAddressId: (await it.address('ada')).id, paymentMethodId: (await it.transfer('ada')).id }
  const choose = async () => {
    const { version } = await it.plan('ada', id)
    return it.call('ada', 'PUT', `/solutions/${id}/plan`, {
      planCode: 'STARTER',
      interval: 'MONTHLY',
      version,
      ...means,
    })
  }
  due.add(id)
  expect(problemOf(await choose())).toEqual([403, 'second-factor-needed'])
  expect((await it.plan('ada', id)).planCode).toBe('BUSINESS')
  due.clear()
  expect((await choose()).status).toBe(200)
})

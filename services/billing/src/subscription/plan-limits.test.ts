import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { startService } from '../testing/start-service.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

test('plans of many solutions are told at once, of each what its plan allows, and those without one are left out', async () => {
  const { open, service } = await startService(postgres)
  const [trial, free] = [await open({ ada: 'ADMIN' }), await open({ bob: 'ADMIN' }, { planCode: 'FREE' })]
  const unknown = '019f0000-0000-7000-8000-ffffffffffff'
  const plans = await service.plansOf([trial, unknown, free])
  expect([...plans.keys()].toSorted()).toEqual([trial, free].toSorted())
  expect(plans.get(trial)).toMatchObject({
    planCode: 'BUSINESS',
    limits: { domains: 20, verificationLogDays: 90 },
    features: ['RULES', 'GEO_RULES', 'WHITE_LABEL', 'INVISIBLE'],
  })
  expect(plans.get(free)).toMatchObject({
    planCode: 'FREE',
    limits: { domains: 2, verificationLogDays: 7 },
    features: [],
  })
  expect(await service.plansOf([])).toEqual(new Map())
  // Paths hold ids in either case.
  expect(await service.planLimits(free.toUpperCase())).toEqual(plans.get(free))
  expect(await service.planLimits(unknown)).toBeNull()
})

test('the plan that a new solution begins with is known before it begins, and refused as its beginning would be', async () => {
  const { service } = await startService(postgres)
  expect(service.planToBegin('CAPTCHA', undefined)).toMatchObject({ planCode: 'BUSINESS', limits: { domains: 20 } })
  expect(service.planToBegin('CAPTCHA', 'STARTER')).toMatchObject({
    planCode: 'STARTER',
    limits: { domains: 5 },
    features: ['RULES'],
  })
  for (const [code, fault] of [
    ['GOLD', 'unknown'],
    ['ENTERPRISE', 'not-selectable'],
  ] as const) {
    const problem = { code: 'validation-failed', errors: [{ pointer: '/planCode', code: fault }] }
    expect(() => service.planToBegin('CAPTCHA', code)).toThrow(expect.objectContaining(problem))
  }
})

test('every type is sold, and the limits of a plan that costs something hold at once', async () => {
  const service = await startService(postgres)
  const means = {
    invoiceAddressId: (await service.address('ada')).id,
    paymentMethodId: (await service.transfer('ada')).id,
  }
  for (const [type, planCode, limits] of [
    ['MONITORING', 'PRO', { monitors: 100, checkIntervalSeconds: 30 }],
    ['BUNDLE_SECURITY', 'BUSINESS', { protectedRequests: 500_000 }],
  ] as const) {
    expect(service.service.isSold(type)).toBe(true)
    const id = await service.open({ ada: 'ADMIN' }, { type })
    expect((await service.choose('ada', id, { planCode, ...means })).status).toBe(200)
    expect((await service.plan('ada', id)).limits).toMatchObject(limits)
  }
})

test('who follows plans learns of those that have changed since, and of no other', async () => {
  const { open, service, choose, address, transfer, clock, later } = await startService(postgres)
  const [first, second] = [await open({ ada: 'ADMIN' }), await open({ ada: 'ADMIN' })]
  const begun = clock.now
  expect((await service.plansChangedSince(begun)).toSorted()).toEqual([first, second].toSorted())
  later({ hours: 1 })
  expect(await service.plansChangedSince(clock.now)).toEqual([])
  const means = { invoiceAddressId: (await address('ada')).id, paymentMethodId: (await transfer('ada')).id }
  expect((await choose('ada', second, { planCode: 'STARTER', interval: 'MONTHLY', ...means })).status).toBe(200)
  expect(await service.plansChangedSince(clock.now)).toEqual([second])
  later({ days: 40 })
  const trialOver = clock.now
  await service.runDue()
  expect(await service.plansChangedSince(trialOver)).toContain(first)
})

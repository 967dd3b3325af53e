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
  expect(plans.get(free)).toMatchObject({ planCode: 'FREE', limits: { domains: 2, verificationLogDays: 7 }, features: [] })
  expect(await service.plansOf([])).toEqual(new Map())
  // Paths hold ids in either case.
  expect(await service.planLimits(free.toUpperCase())).toEqual(plans.get(free))
  expect(await service.planLimits(unknown)).toBeNull()
})

test('the plan that a new solution begins with is known before it begins, and refused as its beginning would be', async () => {
  const { service } = await startService(postgres)
  expect(service.planToBegin('CAPTCHA', undefined)).toMatchObject({ planCode: 'BUSINESS', limits: { domains: 20 } })
  expect(service.planToBegin('BUNDLE_SECURITY', 'STARTER')).toMatchObject({ planCode: 'STARTER', limits: { domains: 5 }, features: ['RULES'] })
  for (const [code, fault] of [
    ['GOLD', 'unknown'],
    ['ENTERPRISE', 'not-selectable'],
  ] as const) {
    const problem = { code: 'validation-failed', errors: [{ pointer: '/planCode', code: fault }] }
    expect(() => service.planToBegin('CAPTCHA', code)).toThrow(expect.objectContaining(problem))
  }
})

import { listAudit } from '@bollard/audit'
import type { Problem, SolutionPlan } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { startInvoicing } from '../testing/start-invoicing.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

test('other limits hold for a while, are shown to members with the reason, and end by themselves or by word', async () => {
  const { call, open, service, later, db, clock } = await startInvoicing(postgres)
  const id = await open({ ada: 'ADMIN', bob: 'VIEWER' }, { planCode: 'FREE' })
  const plan = async () => (await call('ada', 'GET', `/solutions/${id}/plan`)).json<SolutionPlan>()
  const own = (await plan()).limits
  const set = (body: object) => call('operator', 'PUT', `/solutions/${id}/plan-override`, body)
  const until = (days: number) => new Date(clock.now.getTime() + days * 86_400_000).toISOString()
  const wide = { limits: { domains: 90, verifications: null }, until: until(10), reason: 'Agreed by mail' }
  const begun = clock.now
  expect((await set(wide)).status).toBe(204)
  expect(await plan()).toMatchObject({
    planCode: 'FREE',
    limits: { ...own, domains: 90, verifications: null },
    override: wide,
  })
  expect((await service.planLimits(id))?.limits).toEqual({ ...own, domains: 90, verifications: null })
  expect(await service.plansChangedSince(begun)).toEqual([id])
  later({ days: 1 })
  const narrow = { limits: { domains: 1 }, until: until(10), reason: 'Too many' }
  expect((await set(narrow)).status).toBe(204)
  expect([(await plan()).limits, (await plan()).override?.reason]).toEqual([{ ...own, domains: 1 }, 'Too many'])
  const before = clock.now
  later({ days: 10 })
  expect([(await plan()).limits, (await plan()).override]).toEqual([own, null])
  expect((await service.planLimits(id))?.limits).toEqual(own)
  expect(await service.plansChangedSince(before)).toEqual([id])
  expect((await set({ ...wide, until: until(3) })).status).toBe(204)
  for (let time = 0; time < 2; time++)
    expect((await call('operator', 'DELETE', `/solutions/${id}/plan-override`)).status).toBe(204)
  expect((await plan()).override).toBeNull()
  const { items } = await listAudit(db, 'SOLUTION', id, { limit: 20 })
  expect(items.map(({ action }) => action).filter((action) => action.startsWith('plan.over'))).toEqual([
    'plan.override-ended',
    'plan.overridden',
    'plan.overridden',
    'plan.overridden',
  ])
  const refused = async (body: object) => {
    const answer = await set(body)
    return [answer.status, answer.json<Problem>().errors?.[0]?.pointer]
  }
  expect(await refused({ ...wide, until: until(0) })).toEqual([422, '/until'])
  expect(await refused({ ...wide, until: until(400) })).toEqual([422, '/until'])
  expect(await refused({ ...wide, until: until(1), limits: {} })).toEqual([422, '/limits'])
  expect((await refused({ ...wide, until: until(1), reason: '' }))[1]).toBe('/reason')
})

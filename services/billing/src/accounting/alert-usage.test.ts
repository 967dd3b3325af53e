import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { startInvoicing } from '../testing/start-invoicing.ts'
import { percentOf } from './get-usage.ts'
import { watchUsage } from './watch-usage.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

test('admins who want it are told at 80, 100 and 120 percent, once a month and share, over all processes', async () => {
  const service = await startInvoicing(postgres)
  const { open, mails, clock, context } = service
  // Eve wants no mails about usage; Bob reads German.
  const id = await open({ ada: 'ADMIN', bob: 'ADMIN', eve: 'ADMIN', operator: 'MEMBER' })
  const told = async (used: number) => {
    service.usedInAll(id, used)
    mails.length = 0
    await Promise.all([watchUsage(context), watchUsage(context), watchUsage(context)])
    return mails.map(({ key }) => key)
  }
  // On trial: 250 000 are included.
  expect(await told(199_999)).toEqual([])
  expect(await told(200_000)).toEqual([
    `usage-alert:${id}:2026-03:80:user-ada`,
    `usage-alert:${id}:2026-03:80:user-bob`,
  ])
  expect(mails[0]?.mail.subject).toBe('Shop: 80% of your plan allowance used')
  expect(mails[1]?.mail.text).toContain('200.000')
  expect(mails[0]?.mail.unsubscribeUrl).toBe('https://identity.example/unsubscribe/user-ada')
  expect(await told(240_000)).toEqual([])
  // 100 and 120 at once: the larger one is told of, the smaller one never after it.
  expect(await told(300_000)).toEqual([
    `usage-alert:${id}:2026-03:120:user-ada`,
    `usage-alert:${id}:2026-03:120:user-bob`,
  ])
  expect(await told(260_000)).toEqual([])
  clock.now = new Date('2026-04-01T00:00:00Z')
  expect(await told(10)).toEqual([])
  expect(await told(210_000)).toEqual([
    `usage-alert:${id}:2026-04:80:user-ada`,
    `usage-alert:${id}:2026-04:80:user-bob`,
  ])
})

test('shares are those of the settings, and what has ended or has no limit is not told of', async () => {
  const { open, usedInAll, mails, context, service } = await startInvoicing(postgres)
  const [own, ended] = [await open({ ada: 'ADMIN' }), await open({ ada: 'ADMIN' })]
  await service.changeBilling({ solutionId: own, userId: 'user-ada', usageAlertPercents: [50] })
  await service.endSubscription(ended)
  for (const id of [own, ended]) usedInAll(id, 130_000)
  expect(await watchUsage(context)).toBe(1)
  expect(mails.map(({ key }) => key)).toEqual([`usage-alert:${own}:2026-03:50:user-ada`])
  expect([percentOf(5, null), percentOf(0, 0), percentOf(1, 0), percentOf(199_999, 250_000)]).toEqual([
    null,
    0,
    100,
    79,
  ])
})

test('a mail that cannot be written down is not marked as told', async () => {
  const { open, usedInAll, context, errors, db } = await startInvoicing(postgres)
  usedInAll(await open({ ada: 'ADMIN' }), 250_000)
  const broken = {
    ...context,
    enqueueMail: async () => {
      throw new Error('away')
    },
  }
  await watchUsage(broken)
  expect([errors.length, await db.query('test-alerts', 'select percent from billing.usage_alerts')]).toEqual([1, []])
})

test('far beyond a plan that bills nothing for more, work alone is left after two weeks of notice, until the month or the plan changes', async () => {
  const service = await startInvoicing(postgres)
  const { open, usedInAll, mails, clock, context, locks, later, choose, errors } = service
  const id = await open({ ada: 'ADMIN' })
  const paid = await open(
    { ada: 'ADMIN' },
    {
      planCode: 'STARTER',
      invoiceAddressId: (await service.address('ada')).id,
      paymentMethodId: (await service.transfer('ada')).id,
    },
  )
  await choose('ada', id, { planCode: 'FREE' })
  clock.now = new Date('2026-04-10T12:00:00Z')
  await service.service.runDue()
  const look = async (used: number) => {
    for (const each of [id, paid]) usedInAll(each, used)
    mails.length = 0
    await Promise.all([watchUsage(context), watchUsage(context)])
    return mails.flatMap(({ key = '' }) => (key.startsWith('quota-notice') ? [key] : []))
  }
  expect(await look(12_000)).toEqual([])
  expect(await look(900_000)).toEqual([`quota-notice:${id}:2026-04-10:user-ada`])
  expect(mails.find(({ key }) => key?.startsWith('quota'))?.mail.text).toContain('24 April 2026')
  later({ days: 13, hours: 23 })
  expect([await look(900_000), locks]).toEqual([[], []])
  later({ hours: 1 })
  service.broken.add('lockForQuota')
  await look(900_000)
  service.broken.clear()
  expect(errors).toHaveLength(2)
  await watchUsage(context)
  await look(950_000)
  expect(locks).toEqual([`lock quota ${id} 2026-04-10T12:00:00.000Z`])
  clock.now = new Date('2026-05-01T00:00:00Z')
  await look(3)
  expect(new Set(locks.slice(1))).toEqual(new Set([`unlock quota ${id}`]))
  // It begins anew with a new notice.
  expect(await look(20_000)).toEqual([`quota-notice:${id}:2026-05-01:user-ada`])
})

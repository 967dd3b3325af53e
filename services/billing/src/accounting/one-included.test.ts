import type { Accounting, Usage } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { runs } from '@bollard/testing/seed'
import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { startInvoicing } from '../testing/start-invoicing.ts'
import { closeAccountings } from './close.ts'
import { readMonth } from './month.ts'
import { settleOpenMonths } from './open-month.ts'
import { watchUsage } from './watch-usage.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

async function startPaying() {
  const service = await startInvoicing(postgres)
  const means = {
    invoiceAddressId: (await service.address('ada')).id,
    paymentMethodId: (await service.transfer('ada')).id,
  }
  const usageOf = async (id: string) => (await service.call('ada', 'GET', `/solutions/${id}/usage`)).json<Usage>()
  return { ...service, means, usageOf }
}

test('what a trial included counts for its days: whoever is within the month is neither told nor locked after it', async () => {
  const { open, used, usageOf, clock, context, service, locks, mails } = await startPaying()
  clock.now = new Date('2026-03-08T00:00:00Z')
  const id = await open({ ada: 'ADMIN' })
  used(id, '2026-04-02', 20_000)
  for (const day of ['07', '21', '30']) {
    clock.now = new Date(`2026-04-${day}T12:00:00Z`)
    await service.runDue()
  }
  // Six days of 250 000 and twenty-four of 10 000.
  expect(await usageOf(id)).toMatchObject({ planCode: 'FREE', included: 58_000, percent: 34 })
  expect([locks, mails.filter(({ key }) => /^(?:quota|usage)/u.test(key ?? ''))]).toEqual([[], []])
  expect((await service.describeBilling([id])).get(id)?.usage).toEqual({
    period: '2026-04',
    counted: 0,
    included: 58_000,
  })
  expect(await watchUsage(context)).toBe(1)
})

test('whoever chooses a larger plan late in the month is told before they are billed', async () => {
  const { open, used, usageOf, clock, context, choose, means, mails, charges } = await startPaying()
  const id = await open({ ada: 'ADMIN' }, { planCode: 'STARTER', ...means })
  clock.now = new Date('2026-04-20T00:00:00Z')
  await choose('ada', id, { planCode: 'BUSINESS', interval: 'MONTHLY', ...means })
  used(id, '2026-04-25', 180_000)
  clock.now = new Date('2026-04-26T00:00:00Z')
  mails.length = 0
  await watchUsage(context)
  const { included, percent, overageUnits } = await usageOf(id)
  expect([included, percent, overageUnits]).toEqual([123_334, 145, 56_666])
  expect(mails.map(({ key }) => key)).toEqual([`usage-alert:${id}:2026-04:120:user-ada`])
  expect(mails[0]?.mail.text).toContain('123,334')
  clock.now = new Date('2026-05-01T03:00:00Z')
  await closeAccountings(context)
  expect((await charges(id)).filter(({ kind }) => kind === 'OVERAGE')).toMatchObject([{ amount: 1_700 }])
})

test('what was billed beyond a plan is no reason for a lock on the one that follows it', async () => {
  const { open, used, clock, context, choose, means, service, mails } = await startPaying()
  const id = await open({ ada: 'ADMIN' }, { planCode: 'STARTER', ...means })
  used(id, '2026-04-05', 400_000)
  await choose('ada', id, { planCode: 'FREE' })
  clock.now = new Date('2026-04-11T00:00:00Z')
  await service.runDue()
  mails.length = 0
  await watchUsage(context)
  expect(mails.map(({ key }) => key)).toEqual([])
  used(id, '2026-04-12', 90_000)
  await watchUsage(context)
  expect(mails.map(({ key }) => key)).toEqual([`quota-notice:${id}:2026-04-11:user-ada`])
})

const hour = fc.integer({ min: -400, max: 30 * 24 - 1 })
const terms = fc.uniqueArray(fc.tuple(fc.constantFrom('FREE', 'STARTER', 'BUSINESS', 'PRO', 'TRIAL'), hour), {
  selector: ([, at]) => at,
  minLength: 1,
  maxLength: 4,
})
const used = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.nat({ max: 300_000 })), {
  selector: ([day]) => day,
  maxLength: 8,
})

test('for any plans and any use the page, the mails and the books of a month say the same', async () => {
  const service = await startPaying()
  const { db, open, context, clock, mails, usageOf, call } = service
  const month = readMonth('2026-04')
  await fc.assert(
    fc.asyncProperty(terms, used, async (changes, days) => {
      clock.now = new Date('2026-03-10T10:00:00Z')
      const id = await open({ ada: 'ADMIN' })
      // One solution alone is looked at; the others have ended.
      await db.query(
        'test-end-others',
        `update billing.subscriptions set status = 'CANCELED', updated_at = created_at where solution_id <> $1`,
        [id],
      )
      const rows = changes
        .toSorted((a, b) => a[1] - b[1])
        .map(([code, at]) => {
          const plan = context.plans.find('CAPTCHA', code === 'TRIAL' ? 'BUSINESS' : code)
          const [interval, status] =
            code === 'TRIAL' ? [null, 'TRIALING'] : [code === 'FREE' ? null : 'MONTHLY', 'ACTIVE']
          return [
            id,
            new Date(month.from.getTime() + at * 3_600_000),
            plan?.code,
            JSON.stringify(plan),
            interval,
            status,
          ]
        })
      await db.query('test-forget', 'delete from billing.plan_history where solution_id = $1', [id])
      // It has had its first plan since March.
      const [first = []] = rows
      rows.unshift([id, new Date('2026-03-10T10:00:00Z'), ...first.slice(2)])
      for (const row of rows)
        await db.query('test-history', 'insert into billing.plan_history values ($1, $2, $3, $4, $5, $6)', row)
      for (const [day, billable] of days) service.used(id, `2026-04-${String(day).padStart(2, '0')}`, billable)
      clock.now = new Date('2026-04-30T23:00:00Z')
      mails.length = 0
      await watchUsage(context)
      const page = await usageOf(id)
      const basis = (await settleOpenMonths(db, context, [id], month)).get(id)
      expect([basis?.included, basis?.counted.billable, basis?.overageUnits]).toEqual([
        page.included,
        page.counted.billable,
        page.overageUnits,
      ])
      expect((await service.service.describeBilling([id])).get(id)?.usage?.included).toBe(page.included)
      const told = mails.find(({ key }) => key?.startsWith('usage-alert'))?.mail.text
      expect(told !== undefined).toBe((page.percent ?? 0) >= 80)
      if (told !== undefined)
        for (const figure of [page.included ?? 0, page.counted.billable])
          expect(told).toContain(new Intl.NumberFormat('en').format(figure))
      clock.now = new Date('2026-05-01T03:00:00Z')
      await closeAccountings(context)
      const { items } = (await call('ada', 'GET', `/solutions/${id}/accountings`)).json<{ items: Accounting[] }>()
      const closed = items.find(({ period }) => period === '2026-04')
      expect(closed).toMatchObject({
        included: page.included,
        counted: page.counted,
        overageUnits: page.overageUnits,
        overageAmount: page.overageAmount,
      })
    }),
    { numRuns: runs(12) },
  )
})

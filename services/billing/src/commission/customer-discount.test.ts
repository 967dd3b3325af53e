import { randomUUIDv7 } from 'node:crypto'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import type { Referrer } from '../ports/solution-port.ts'
import { asPartner, asSystem } from '../store/as-actor.ts'
import { startProgramme, type TestProgramme } from '../testing/start-partner.ts'
import { findCustomerDiscount, keepCustomerDiscount } from './customer-discount.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

const passedOn = { commissionPreference: 'CUSTOMER_DISCOUNT' } as const
async function percentOf(
  { context, clock }: TestProgramme,
  solutionId: string,
  payerId = 'user-customer',
): Promise<number | null> {
  const found = await findCustomerDiscount(context, { solutionId, payerId, at: clock.now })
  return found?.percent ?? null
}
/** An invoice with a discount that this customer pays. */
async function payDiscounted(
  it: TestProgramme,
  organizationId: string,
  payerId: string,
): Promise<{ invoiceId: string; solutionId: string; payerId: string }> {
  const solutionId = it.bring(organizationId, { kind: 'AGENCY', ...passedOn })
  const invoiceId = randomUUIDv7()
  const discount = { organizationId, organizationName: 'Agence Ada', percent: 15, isResale: false }
  await asSystem(it.db, [solutionId], (tx) =>
    keepCustomerDiscount(
      tx,
      discount,
      { invoiceId, solutionId, payerId, amountMinor: 15_00, currency: 'EUR' },
      it.clock.now,
    ),
  )
  return it.pay(solutionId, 85_00, { invoiceId, payerId })
}

test('the discount is as large as the commission would be, and there is none where none would be', async () => {
  const it = await startProgramme(postgres)
  const organization = it.found({ ada: 'ADMIN' })
  const cases: [Partial<Referrer>, number | null][] = [
    [passedOn, 15],
    [{ ...passedOn, kind: 'AGENCY' }, 15],
    [{}, null],
    [{ ...passedOn, isOwn: true }, null],
    [{ ...passedOn, kind: 'RESELLER' }, null],
    [{ kind: 'RESELLER', isOwn: true }, null],
    [{ kind: 'RESELLER', isOwn: true, isResale: true }, 25],
    [{ ...passedOn, kind: 'COMPANY' }, null],
    [{ ...passedOn, since: new Date(it.clock.now.getTime() - 366 * 86_400_000) }, null],
  ]
  for (const [referrer, percent] of cases)
    expect(await percentOf(it, it.bring(organization, referrer)), JSON.stringify(referrer)).toBe(percent)
  expect(await percentOf(it, randomUUIDv7())).toBeNull()
})

test('what is paid with a discount earns nothing and makes a paying customer, until it is given back', async () => {
  const it = await startProgramme(postgres)
  const organization = it.found({ ada: 'ADMIN' })
  const paid = []
  for (const payerId of ['one', 'two', 'two', 'three', 'four'])
    paid.push(await payDiscounted(it, organization, payerId))
  await it.service.runDue()
  expect(await it.commissions(organization)).toEqual([])
  const next = it.bring(organization, { kind: 'AGENCY', ...passedOn })
  expect(await percentOf(it, next)).toBe(20)
  // Whoever pays already is none more.
  expect(await percentOf(it, next, 'four')).toBe(15)
  const [first] = paid
  if (first) await it.giveBack(first, 0)
  await it.service.runDue()
  expect(await percentOf(it, next)).toBe(15)
  expect(await it.commissions(organization)).toEqual([])
  expect(it.errors).toEqual([])
})

test('a reseller pays its margin less without an end, earns nothing by it, and is no paying customer of itself', async () => {
  const it = await startProgramme(postgres)
  const organizationId = it.found({ ada: 'ADMIN' })
  const solutionId = it.bring(organizationId, { kind: 'RESELLER', isOwn: true, isResale: true, since: new Date(0) })
  const about = { solutionId, payerId: 'user-ada', at: it.clock.now }
  const margin = await findCustomerDiscount(it.context, about)
  expect(margin).toEqual({ organizationId, organizationName: 'Agence Ada', percent: 25, isResale: true, until: null })
  if (margin === null) throw new Error('There is a margin')
  for (const payerId of ['user-ada', 'user-bob', 'three', 'four', 'five']) {
    const given = { invoiceId: randomUUIDv7(), solutionId, payerId, amountMinor: 25_00, currency: 'EUR' }
    await asSystem(it.db, [solutionId], (tx) => keepCustomerDiscount(tx, margin, given, it.clock.now))
    await it.pay(solutionId, 75_00, given)
  }
  await it.service.runDue()
  expect(await it.commissions(organizationId)).toEqual([])
  // As an agency later on it begins with none.
  expect(await percentOf(it, it.bring(organizationId, { kind: 'AGENCY', ...passedOn }))).toBe(15)
  expect(it.errors).toEqual([])
})

test('customers of an organization are nothing that its members read', async () => {
  const it = await startProgramme(postgres)
  const organization = it.found({ ada: 'ADMIN' })
  await payDiscounted(it, organization, 'one')
  const read = await asPartner(it.db, 'user-ada', { organizationIds: [organization] }, (tx) =>
    tx.query('test-discounts', 'select 1 from billing.customer_discounts'),
  )
  expect(read).toEqual([])
})

import { listAudit } from '@bollard/audit'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { startInvoicing } from '../testing/start-invoicing.ts'
import { addStripe } from '../testing/with-stripe.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

const tablesOfPeople = [
  'invoice_addresses',
  'payment_methods',
  'payment_setups',
  'provider_customers',
  'confirmed_emails',
  'email_confirmations',
  'departures',
]

async function start() {
  const it = await addStripe(postgres, startInvoicing)
  const kept = async (userId = 'user-ada') => {
    const left: string[] = []
    for (const table of tablesOfPeople) {
      const rows = await it.db.query(`test-left-${table}`, `select 1 from billing.${table} where user_id = $1`, [
        userId,
      ])
      if (rows.length > 0) left.push(table)
    }
    return left
  }
  const deleted = () =>
    it.stripe.calls.filter(({ method, path }) => method === 'DELETE' && path.startsWith('/v1/customers/')).length
  return { ...it, kept, deleted }
}

test('who leaves for good leaves no address, no card and no customer behind; the solution is not charged to them any more, and the invoice stays', async () => {
  const it = await start()
  const { id } = await it.subscribe('pm_card_visa')
  const eve = await it.transfer('eve')
  const invoices = () =>
    it.db.query<{ status: string }>('test-invoices', 'select status from billing.invoices order by id')
  expect(await invoices()).toEqual([{ status: 'PAID' }])
  expect(await it.service.findPaidBy('user-ada')).toEqual(new Set([id]))
  expect(await it.service.findPaidBy('user-eve')).toEqual(new Set())

  await it.service.forgetPerson('user-ada')
  expect(await it.kept()).toEqual(['departures'])
  expect(it.deleted()).toBe(1)
  expect(await it.plan('ada', id)).toMatchObject({
    invoiceAddressId: null,
    paymentMethodId: null,
    planCode: 'STARTER',
    status: 'ACTIVE',
  })
  expect(await it.service.findPaidBy('user-ada')).toEqual(new Set())
  const { items } = await listAudit(it.db, 'SOLUTION', id, { limit: 25 })
  expect(items.filter(({ action }) => action === 'billing.changed')).toHaveLength(2)
  // Others keep theirs.
  expect(await it.kept('user-eve')).toEqual(['payment_methods'])
  expect(eve.kind).toBe('BANK_TRANSFER')

  const charged = it.stripe.intents.size
  it.later({ days: 32 })
  await it.service.runDue()
  expect(it.stripe.intents.size).toBe(charged)
  expect((await it.plan('ada', id)).planCode).toBe('FREE')
  expect([await it.kept(), await invoices()]).toEqual([[], [{ status: 'PAID' }]])
  expect(it.errors).toEqual([])
})

test('while Stripe is away everything here goes, and the customer there as soon as it is back', async () => {
  const it = await start()
  await it.subscribe('pm_card_visa')
  it.stripe.down = true
  await it.service.forgetPerson('user-ada')
  expect(it.errors).toHaveLength(1)
  expect(await it.kept()).toEqual(['provider_customers', 'departures'])
  await it.service.runDue()
  expect(it.errors).toHaveLength(2)
  it.stripe.down = false
  await Promise.all([it.service.runDue(), it.service.runDue()])
  expect(await it.kept()).toEqual(['departures'])
  it.later({ hours: 2 })
  await it.service.runDue()
  expect(await it.kept()).toEqual([])
})

test('what is owed is invoiced before the address goes', async () => {
  const it = await start()
  const { id } = await it.subscribe('pm_card_visa')
  const copy = `insert into billing.charges select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'status', 'OPEN', 'invoice_id', null))).* from billing.charges c`
  await it.db.query('test-owe', copy)
  await it.service.forgetPerson('user-ada')
  expect(await it.kept()).toEqual(['departures'])
  const issued = await it.db.query<{ name: string; status: string }>(
    'test-issued',
    `select document->'buyer'->>'name' as name, status from billing.invoices order by id`,
  )
  expect(issued).toEqual([
    { name: 'Ada & Co', status: 'PAID' },
    { name: 'Ada & Co', status: 'ISSUED' },
  ])
  expect((await it.charges(id)).map(({ status }) => status)).toEqual(['INVOICED', 'INVOICED'])
})

test('what arrives late of somebody who has left goes too, and whoever has nothing leaves nothing', async () => {
  const it = await start()
  await it.service.forgetPerson('user-ada')
  await it.transfer('ada')
  await it.address('ada')
  await it.service.runDue()
  expect(await it.kept()).toEqual(['departures'])
  await it.service.forgetPerson('user-unknown')
  expect(await it.kept('user-unknown')).toEqual(['departures'])
})

test('a plan that ends by itself or that costs nothing is paid by nobody', async () => {
  const it = await start()
  await it.open({ ada: 'ADMIN' })
  const { id } = await it.subscribe('pm_card_visa')
  await it.service.setRenewal(id, false)
  expect(await it.service.findPaidBy('user-ada')).toEqual(new Set())
  await it.service.setRenewal(id, true)
  expect(await it.service.findPaidBy('user-ada')).toEqual(new Set([id]))
  await it.choose('ada', id, { planCode: 'FREE' })
  expect(await it.service.findPaidBy('user-ada')).toEqual(new Set())
})

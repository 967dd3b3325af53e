import { listAudit } from '@bollard/audit'
import type { InvoiceView } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { startInvoicing } from '../testing/start-invoicing.ts'
import { addStripe } from '../testing/with-stripe.ts'
import { settleProvisional } from './settle-provisional.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

const vatId = 'FR40303265045'
const inParis = { countryCode: 'FR', postalCode: '75001', city: 'Paris', vatId }

/** A solution whose first invoice was issued while VIES was away. */
async function startAway() {
  const service = await addStripe(postgres, startInvoicing)
  const [address, method] = [await service.address('ada', inParis), await service.setUp('pm_card_visa')]
  const id = await service.open(
    { ada: 'ADMIN' },
    { planCode: 'STARTER', invoiceAddressId: address.id, paymentMethodId: method.id },
  )
  const invoices = async () =>
    (await service.call('ada', 'GET', `/solutions/${id}/invoices`)).json<{ items: InvoiceView[] }>().items
  return {
    ...service,
    id,
    invoices,
    facts: async () => (await invoices()).map(({ kind, status, gross }) => [kind, status, gross.amountMinor]),
  }
}

test('once VIES confirms the VAT id, the invoice is taken back and billed anew under reverse charge, once', async () => {
  const { id, vies, later, service, context, invoices, facts, mails, stripe, db, errors } = await startAway()
  expect(await facts()).toEqual([['INVOICE', 'PAID', 1_071]])
  later({ hours: 2 })
  await service.runDue()
  expect(await facts()).toEqual([['INVOICE', 'PAID', 1_071]])
  mails.length = 0
  vies.set(vatId, true)
  later({ hours: 2 })
  await service.runDue()
  // VIES is asked last, so the run after that corrects; two processes do it once.
  vies.delete(vatId)
  later({ hours: 1 })
  await Promise.all([settleProvisional(context), settleProvisional(context)])
  await service.runDue()
  expect(errors).toEqual([])
  expect(await facts()).toEqual([
    ['INVOICE', 'PAID', 900],
    ['CREDIT_NOTE', 'ISSUED', 1_071],
    ['INVOICE', 'VOID', 1_071],
  ])
  const [anew] = await invoices()
  expect(anew?.taxes).toMatchObject([{ category: 'AE', rate: '0' }])
  expect(stripe.calls.filter(({ path }) => path === '/v1/refunds').map(({ form }) => form['amount'])).toEqual(['1071'])
  const told = mails.filter(({ mail }) => mail.to === 'ada@example.org').map(({ mail }) => mail.tag)
  expect(told).toEqual(['invoice-corrected', 'invoice-issued-card', 'payment-received'])
  expect(mails.find(({ mail }) => mail.tag === 'invoice-corrected')?.mail.text).toContain('€10.71')
  // VIES comes and goes: what was settled stays so.
  for (const answer of [true, false]) {
    vies.set(vatId, answer)
    later({ days: 31 })
    await service.runDue()
    await service.runDue()
  }
  expect((await facts()).filter(([kind]) => kind === 'CREDIT_NOTE')).toHaveLength(1)
  const { items } = await listAudit(db, 'SOLUTION', id, { limit: 100, action: 'invoice.credited' })
  expect(items.map(({ actor, after }) => [actor.kind, after?.['reissue']])).toEqual([['SYSTEM', true]])
  expect(errors).toEqual([])
})

test('where VIES says no first, the tax stays, whatever it says later', async () => {
  const { id, vies, later, service, facts, db } = await startAway()
  for (const answer of [false, true]) {
    vies.set(vatId, answer)
    // Nobody asks again about a number that is not valid, save for the next invoice.
    if (answer)
      await db.query(
        'test-valid',
        `update billing.invoice_addresses set vat_id_status = 'VALID', vat_id_checked_at = '2026-03-11T00:00:00Z'`,
      )
    later({ hours: 2 })
    await service.runDue()
    await service.runDue()
  }
  expect(await facts()).toEqual([['INVOICE', 'PAID', 1_071]])
  expect((await listAudit(db, 'SOLUTION', id, { limit: 100, action: 'invoice.tax-settled' })).items).toMatchObject([
    { actor: { kind: 'SYSTEM' }, after: { vatIdStatus: 'INVALID' } },
  ])
})

import type { InvoiceView } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { startInvoicing } from '../testing/start-invoicing.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

test('the partner programme hears what is paid of an invoice without VAT: nothing before, all once paid, nothing after a credit note', async () => {
  const service = await startInvoicing(postgres)
  const means = {
    invoiceAddressId: (await service.address('ada')).id,
    paymentMethodId: (await service.transfer('ada')).id,
  }
  const id = await service.open({ ada: 'ADMIN' }, { planCode: 'STARTER', ...means })
  const [invoice] = (await service.call('ada', 'GET', `/solutions/${id}/invoices`)).json<{ items: InvoiceView[] }>()
    .items
  const told = () =>
    service.db.query(
      'test-told',
      'select payer_id as payer, net_minor::int as net, currency, reason from billing.paid_amounts where invoice_id = $1 order by at',
      [invoice?.id],
    )
  const pay = (amountMinor: number, bankReference: string) =>
    service.call('operator', 'POST', `/invoices/${invoice?.id}/payments`, {
      amountMinor,
      currency: 'EUR',
      receivedOn: '2026-03-09',
      bankReference,
    })
  expect((await pay(500, 'A')).status).toBeLessThan(300)
  expect(await told()).toEqual([])
  expect((await pay(571, 'B')).status).toBeLessThan(300)
  expect(await told()).toEqual([{ payer: 'user-ada', net: 900, currency: 'EUR', reason: 'PAYMENT' }])
  const credit = (who: 'operator' | 'colleague') =>
    service.call(who, 'POST', `/invoices/${invoice?.id}/credit-notes`, { reason: 'Agreed', reissue: false })
  expect([(await credit('operator')).status, (await credit('colleague')).status]).toEqual([409, 201])
  expect((await told()).at(-1)).toEqual({ payer: 'user-ada', net: 0, currency: 'EUR', reason: 'CREDIT_NOTE' })
})

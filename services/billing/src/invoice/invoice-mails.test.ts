import type { SolutionPlan } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { operator, startInvoicing } from '../testing/start-invoicing.ts'
import type { Behaviour } from '../testing/stripe-server.ts'
import { addStripe } from '../testing/with-stripe.ts'
import { writeInvoiceMails } from './invoice-mails.ts'
import { invoiceColumns, type IssuedInvoice } from './invoice-row.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

const collected = /charge|collect|debit/iu

test('an order by bank transfer says what to pay, in its answer and in the mail: amount, account, reference and day', async () => {
  const service = await startInvoicing(postgres)
  const { open, choose, plan, call, mails, address, transfer } = service
  const id = await open({ ada: 'ADMIN', bob: 'MEMBER', eve: 'VIEWER' })
  expect((await plan('ada', id)).openTransfers).toEqual([])
  const means = { invoiceAddressId: (await address('ada')).id, paymentMethodId: (await transfer('ada')).id }
  mails.length = 0
  const { openTransfers } = (await choose('ada', id, { planCode: 'PRO', ...means })).json<SolutionPlan>()
  const [due] = openTransfers
  expect(openTransfers).toEqual([
    {
      invoiceId: expect.any(String),
      amount: { amountMinor: 17_731, currency: 'EUR' },
      dueOn: '2026-03-24',
      ...operator.bank,
      reference: '2026-000001',
    },
  ])
  // Its members read the same later on; viewers are not told of bills.
  expect((await plan('bob', id)).openTransfers).toEqual(openTransfers)
  expect((await plan('eve', id)).openTransfers).toEqual([])

  const [mail] = mails.filter(({ mail: one }) => one.to === 'ada@example.org').map(({ mail: one }) => one)
  for (const part of [
    'Please transfer the amount',
    '€177.31',
    '24 March 2026',
    'Example Operator GmbH',
    'DE02 1203 0000 0000 2020 51',
    'BYLADEM1001',
    'Reference: 2026-000001',
  ])
    expect(mail?.text).toContain(part)
  expect(mail?.text).not.toMatch(collected)
  expect(mails.map(({ mail: one }) => one.tag)).toEqual(['invoice-issued-transfer', 'invoice-issued-transfer'])

  const received = { currency: 'EUR', receivedOn: '2026-03-10' }
  const record = (amountMinor: number, bankReference: string) =>
    call('operator', 'POST', `/invoices/${due?.invoiceId}/payments`, { ...received, amountMinor, bankReference })
  await record(10_000, 'TRX-1')
  expect((await plan('ada', id)).openTransfers).toMatchObject([{ amount: { amountMinor: 7_731 } }])
  await record(7_731, 'TRX-2')
  expect((await plan('ada', id)).openTransfers).toEqual([])
})

test.for<[Behaviour, string, string]>([
  ['pm_card_visa', 'invoice-issued-card', 'We charge the amount to your card.'],
  ['pm_sepa_debit', 'invoice-issued-debit', 'We collect the amount by SEPA direct debit.'],
])('an order paid with %s names no account and asks for nothing', async ([behaviour, tag, sentence]) => {
  const { subscribe, plan, mails } = await addStripe(postgres, startInvoicing)
  const { id } = await subscribe(behaviour)
  expect((await plan('ada', id)).openTransfers).toEqual([])
  const [told] = mails
  expect([told?.mail.tag, told?.key?.startsWith('invoice-issued:')]).toEqual([tag, true])
  expect(told?.mail.text).toContain(sentence)
  expect(told?.mail.text).not.toMatch(/transfer|IBAN|Reference/u)
})

test('a seller without a BIC names none, and for an invoice over nothing nobody is asked to pay', async () => {
  const service = await startInvoicing(postgres, {
    operator: { ...operator, bank: { accountHolder: 'Example', iban: operator.bank.iban } },
  })
  const { context, db, mails, address, transfer, open } = service
  const means = { invoiceAddressId: (await address('ada')).id, paymentMethodId: (await transfer('ada')).id }
  await open({ ada: 'ADMIN' }, { planCode: 'STARTER', ...means })
  expect(mails[0]?.mail.text).not.toContain('BIC')
  const [row] = await db.query<IssuedInvoice>('test-invoice', `select ${invoiceColumns} from billing.invoices`)
  if (row === undefined) throw new Error('There is an invoice')
  const ada = { userId: 'user-ada', email: 'ada@example.org', givenName: 'Ada', language: 'en' } as const
  const [free] = writeInvoiceMails(context, [ada], { ...row, grossMinor: 0 })
  expect(free?.mail.tag).toBe('invoice-issued-free')
  expect(free?.mail.text).toContain("There's nothing to pay.")
  expect(free?.mail.text).not.toMatch(/Please transfer|Due on/u)
})

import type { InvoiceView } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { type InvoicingService, startInvoicing } from '../testing/start-invoicing.ts'
import { addStripe } from '../testing/with-stripe.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

type List = { items: InvoiceView[] }
const start = () => addStripe(postgres, startInvoicing)
const invoicesOf = async ({ call }: Pick<InvoicingService, 'call'>, id: string) =>
  (await call('ada', 'GET', `/solutions/${id}/invoices`)).json<List>().items

/** Those to the admin; whom the invoice address names gets the same but for what has been paid. */
const toAda = (mails: InvoicingService['mails']) => mails.filter(({ mail }) => mail.to === 'ada@example.org')

/** Runs the job once a day and answers what happened on which day, counted from the first one. */
async function walk(service: InvoicingService, id: string, days: number, more: () => string[] = () => []) {
  const happened: string[] = []
  let last = (await service.plan('ada', id)).status
  for (let day = 0; day <= days; day += 1) {
    if (day > 0) service.later({ days: 1 })
    const [mails, locks, extra] = [service.mails.length, service.locks.length, more().length]
    await service.service.runDue()
    // Other processes, and the next minute: they find nothing to do where something was done.
    if (service.mails.length > mails) await Promise.all([service.service.runDue(), service.service.runDue()])
    const { status } = await service.plan('ada', id)
    const told = toAda(service.mails.slice(mails)).map(({ mail, key = '' }) =>
      key.includes('invoice-issued') ? 'issued' : mail.tag,
    )
    const events = [
      ...more().slice(extra),
      ...told,
      ...service.locks.slice(locks).map((text) => text.replace(id, '')),
      ...(status === last ? [] : [status]),
    ]
    happened.push(...events.map((event) => `${day} ${event}`))
    last = status
  }
  return happened
}

test('a card that fails is tried on days 1, 3, 5 and 7, told of on days 0 to 21, and locked on day 30; a new card opens it at once', async () => {
  const service = await start()
  const { subscribe, setUp, later, stripe, plan, mails, locks, errors } = service
  const { id } = await subscribe('pm_card_visa')
  const [first] = await invoicesOf(service, id)
  expect(first).toMatchObject({
    status: 'PAID',
    paid: { amountMinor: 1_071 },
    open: { amountMinor: 0 },
    paymentKind: 'CARD',
  })
  expect(mails.map(({ mail }) => [mail.to, mail.tag])).toEqual([
    ['ada@example.org', 'invoice-issued-card'],
    ['bills@ada.example', 'invoice-issued-card'],
    ['ada@example.org', 'payment-received'],
  ])
  const poor = await setUp('pm_card_insufficientFunds')
  await service.service.changeBilling({ solutionId: id, userId: 'user-ada', paymentMethodId: poor.id })
  later({ days: 31 })
  const tries = () => stripe.calls.filter(({ path }) => path === '/v1/payment_intents').map(() => 'try')
  expect(await walk(service, id, 31, tries)).toEqual([
    '0 try',
    '0 issued',
    '0 payment-failed',
    '0 PAST_DUE',
    '1 try',
    '3 try',
    '3 payment-failed',
    '5 try',
    '7 try',
    '7 payment-reminder',
    '14 payment-reminder',
    '21 payment-last-reminder',
    '21 UNPAID',
    '30 payment-overdue-locked',
    '30 lock payment  2026-04-17T10:00:00.000Z',
  ])
  const tags = (all: InvoicingService['mails']) => all.map(({ mail }) => mail.tag)
  expect(tags(mails.filter(({ mail }) => mail.to === 'bills@ada.example'))).toEqual(
    tags(toAda(mails)).filter((tag) => tag !== 'payment-received'),
  )
  // Different tries, different keys.
  const keys = stripe.calls.filter(({ path }) => path === '/v1/payment_intents').map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
  expect((await invoicesOf(service, id))[0]).toMatchObject({ status: 'OVERDUE', open: { amountMinor: 1_071 } })
  expect([await service.service.countOverdue(10), await service.service.countOverdue(0)]).toEqual([1, 0])
  const card = await setUp('pm_card_visa')
  mails.length = 0
  await service.service.changeBilling({ solutionId: id, userId: 'user-ada', paymentMethodId: card.id })
  expect((await invoicesOf(service, id))[0]).toMatchObject({ status: 'PAID', open: { amountMinor: 0 } })
  expect([locks.at(-1), mails.map(({ mail }) => mail.tag)]).toEqual([`unlock payment ${id}`, ['payment-received']])
  expect((await plan('ada', id)).status).toBe('ACTIVE')
  expect(await walk(service, id, 3, tries)).toEqual([])
  expect(errors).toEqual([])
})

test('a transfer that does not come is told of from the day after it was due, and locked 30 days on; once written down it is opened', async () => {
  const service = await startInvoicing(postgres)
  const { call, later, locks, errors, plan } = service
  const means = {
    invoiceAddressId: (await service.address('ada')).id,
    paymentMethodId: (await service.transfer('ada')).id,
  }
  const id = await service.open({ ada: 'ADMIN' }, { planCode: 'STARTER', ...means })
  const [first] = await invoicesOf(service, id)
  service.mails.length = 0
  later({ days: 14 })
  expect(await walk(service, id, 31)).toEqual([
    '1 payment-reminder',
    '1 PAST_DUE',
    '4 payment-reminder',
    '8 payment-reminder',
    '15 payment-reminder',
    // The next period.
    '17 issued',
    '22 payment-last-reminder',
    '22 UNPAID',
    '31 payment-overdue-locked',
    '31 lock payment  2026-03-25T10:00:00.000Z',
  ])
  const paid = { amountMinor: 1_071, currency: 'EUR', receivedOn: '2026-04-24', bankReference: 'X' }
  expect((await call('operator', 'POST', `/invoices/${first?.id}/payments`, paid)).json<InvoiceView>().status).toBe(
    'PAID',
  )
  expect([locks.at(-1), (await plan('ada', id)).status]).toEqual([`unlock payment ${id}`, 'ACTIVE'])
  expect(errors).toEqual([])
})

test('after weeks without the job nothing comes in a heap, and nobody is locked who has not known for two weeks', async () => {
  const service = await startInvoicing(postgres)
  const means = {
    invoiceAddressId: (await service.address('ada')).id,
    paymentMethodId: (await service.transfer('ada')).id,
  }
  const id = await service.open({ ada: 'ADMIN' }, { planCode: 'STARTER', ...means })
  service.later({ days: 15 })
  await service.service.runDue()
  await service.db.query('test-unnoticed', 'update billing.invoices set noticed_at = null, dunning_step = 0')
  service.mails.length = 0
  service.later({ days: 40 })
  const events = await walk(service, id, 15)
  expect(events.filter((event) => event.includes('reminder'))[0]).toBe('0 payment-last-reminder')
  expect(events.find((event) => event.includes('lock payment'))).toBe('14 lock payment  2026-05-04T10:00:00.000Z')
})

test('a first payment that fails is dropped after a day: the invoice is void, and nothing is asked for any more', async () => {
  const service = await start()
  const { subscribe, later, mails, plan, errors } = service
  const { id } = await subscribe('pm_card_insufficientFunds')
  expect([(await plan('ada', id)).status, (await invoicesOf(service, id))[0]?.status]).toEqual(['INCOMPLETE', 'ISSUED'])
  later({ hours: 23 })
  await service.service.runDue()
  expect(await plan('ada', id)).toMatchObject({ status: 'ACTIVE', planCode: 'FREE' })
  expect((await invoicesOf(service, id)).map(({ kind, status }) => [kind, status])).toEqual([
    ['CREDIT_NOTE', 'ISSUED'],
    ['INVOICE', 'VOID'],
  ])
  mails.length = 0
  expect(await walk(service, id, 32)).toEqual([])
  expect(errors).toEqual([])
})

test('a direct debit on its way is waited for; what the bank sends back is asked for like any other, and 3-D Secure is told of', async () => {
  const service = await start()
  const { subscribe, send, later, stripe, plan, errors } = service
  const { id } = await subscribe('pm_sepa_debit')
  expect([(await plan('ada', id)).status, (await invoicesOf(service, id))[0]?.status]).toEqual(['ACTIVE', 'ISSUED'])
  later({ days: 4 })
  service.mails.length = 0
  expect(await walk(service, id, 1)).toEqual([])
  const [intent] = [...stripe.intents.values()]
  const failed = { ...intent, status: 'requires_payment_method', last_payment_error: { code: 'debit_not_authorized' } }
  expect((await send({ id: 'evt_1', type: 'payment_intent.payment_failed', object: failed })).status).toBe(204)
  expect((await plan('ada', id)).status).toBe('PAST_DUE')
  expect(await walk(service, id, 0)).toEqual(['0 payment-failed'])
  // The second debit is made on the next day, and the bank's word comes on the third.
  later({ days: 1 })
  await service.service.runDue()
  const second = [...stripe.intents.values()].at(-1)
  service.mails.length = 0
  expect(
    (await send({ id: 'evt_2', type: 'payment_intent.succeeded', object: { ...second, status: 'succeeded' } })).status,
  ).toBe(204)
  expect([(await invoicesOf(service, id))[0]?.status, (await plan('ada', id)).status]).toEqual(['PAID', 'ACTIVE'])
  expect(service.mails.map(({ mail }) => mail.tag)).toEqual(['payment-received'])
  expect(errors).toEqual([])

  const other = await start()
  const asked = await other.subscribe('pm_card_authenticationRequired')
  await other.service.runDue()
  expect(toAda(other.mails).map(({ mail }) => mail.tag)).toEqual(['invoice-issued-card', 'payment-failed'])
  expect((await other.plan('ada', asked.id)).status).toBe('INCOMPLETE')
  const [open] = await invoicesOf(other, asked.id)
  const confirm = (who: Parameters<typeof other.call>[0]) =>
    other.call(who, 'POST', `/invoices/${open?.id}/payment-confirmations`)
  const answer = await confirm('ada')
  expect([answer.status, answer.json()]).toEqual([
    201,
    { clientSecret: `${[...other.stripe.intents.keys()].at(-1)}_secret_x`, publishableKey: 'pk_test_1' },
  ])
  expect(
    (await Promise.all((['bob', 'operator', 'eve', null] as const).map((who) => confirm(who)))).map(
      ({ status }) => status,
    ),
  ).toEqual([404, 404, 404, 401])
  const paid = { ...[...other.stripe.intents.values()].at(-1), status: 'succeeded', last_payment_error: null }
  await other.send({ id: 'evt_3', type: 'payment_intent.succeeded', object: paid })
  expect([(await invoicesOf(other, asked.id))[0]?.status, (await other.plan('ada', asked.id)).status]).toEqual([
    'PAID',
    'ACTIVE',
  ])
  expect((await confirm('ada')).status).toBe(409)
})

test('a provider that is away loses nothing: the same try is made again and the money moves once', async () => {
  const service = await start()
  const { setUp, stripe, open, address, errors, plan } = service
  const [card, home] = [await setUp('pm_card_visa'), await address('ada')]
  stripe.down = true
  const id = await open({ ada: 'ADMIN' }, { planCode: 'STARTER', invoiceAddressId: home.id, paymentMethodId: card.id })
  expect([(await plan('ada', id)).status, errors.length > 0]).toEqual(['INCOMPLETE', true])
  stripe.down = false
  await Promise.all([service.service.runDue(), service.service.runDue(), service.service.runDue()])
  expect((await invoicesOf(service, id))[0]?.status).toBe('PAID')
  expect([...stripe.intents.values()].filter(({ status }) => status === 'succeeded')).toHaveLength(1)
  const calls = stripe.calls.filter(({ path }) => path === '/v1/payment_intents')
  expect(new Set(calls.map(({ key }) => key)).size).toBe(1)
})

test('what was paid for an invoice that is taken back goes back through the provider, once', async () => {
  const service = await start()
  const { subscribe, call, stripe, send } = service
  const { id } = await subscribe('pm_card_visa')
  const [first] = await invoicesOf(service, id)
  for (const who of ['operator', 'colleague'] as const)
    await call(who, 'POST', `/invoices/${first?.id}/credit-notes`, { reason: 'A mistake of ours' })
  await service.service.runDue()
  const refunds = stripe.calls.filter(({ path }) => path === '/v1/refunds')
  expect(refunds.map(({ form }) => form['amount'])).toEqual(['1071'])
  expect((await invoicesOf(service, id)).find(({ kind }) => kind === 'INVOICE')?.open.amountMinor).toBe(-1_071)
  const [intent] = [...stripe.intents.values()]
  const charge = {
    id: 'ch_1',
    object: 'charge',
    payment_intent: intent?.['id'],
    amount: 1_071,
    amount_refunded: 1_071,
    refunded: true,
  }
  await send({
    id: 'evt_9',
    type: 'charge.refunded',
    object: charge,
    at: new Date(service.clock.now.getTime() + 5_000),
  })
  expect((await invoicesOf(service, id)).find(({ kind }) => kind === 'INVOICE')?.open.amountMinor).toBe(0)
})

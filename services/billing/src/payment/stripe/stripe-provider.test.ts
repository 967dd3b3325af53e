import { listAudit } from '@bollard/audit'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { type Behaviour } from '../../testing/stripe-server.ts'
import { startWithStripe } from '../../testing/with-stripe.ts'
import { paymentClientSecret, refundPayment } from '../collect.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

test.for<[Behaviour, object, string]>([
  ['pm_card_visa', { status: 'SUCCEEDED', failureCode: null }, 'ACTIVE'],
  [
    'pm_card_authenticationRequired',
    { status: 'REQUIRES_ACTION', failureCode: 'authentication_required' },
    'INCOMPLETE',
  ],
  ['pm_card_insufficientFunds', { status: 'FAILED', failureCode: 'insufficient_funds' }, 'INCOMPLETE'],
  ['pm_card_expired', { status: 'FAILED', failureCode: 'expired_card' }, 'INCOMPLETE'],
  // Banks take days; the plan does not wait for them.
  ['pm_sepa_debit', { status: 'PROCESSING', failureCode: null }, 'ACTIVE'],
])('a first payment with %s', async ([behaviour, outcome, billing]) => {
  const { subscribe, collect, plan, settled, stripe } = await startWithStripe(postgres)
  const { id } = await subscribe(behaviour)
  expect((await plan('ada', id)).status).toBe('INCOMPLETE')
  const payment = await collect(id)
  expect(payment).toMatchObject({ ...outcome, amountMinor: 1_071, currency: 'EUR', attempt: 1 })
  expect(payment?.providerToken).toMatch(/^pi_/u)
  expect((await plan('ada', id)).status).toBe(billing)
  expect(await settled(id)).toEqual([{ ...outcome, before: 'PENDING' }])
  const call = stripe.calls.find(({ path }) => path === '/v1/payment_intents')
  expect(call?.form).toMatchObject({
    amount: '1071',
    currency: 'eur',
    off_session: 'true',
    confirm: 'true',
    description: '2026-000001',
    'metadata[payment_id]': payment?.id,
  })
  expect(call?.key).toBe(`payment:${payment?.id}`)
})

test('one attempt moves the money once, asked for one after the other, at once, or again after the process was killed', async () => {
  const { subscribe, collect, stripe, db } = await startWithStripe(postgres)
  const { id } = await subscribe('pm_card_visa')
  const payments = await Promise.all(Array.from({ length: 5 }, () => collect(id)))
  expect(new Set(payments.map((payment) => payment?.id)).size).toBe(1)
  expect((await collect(id))?.status).toBe('SUCCEEDED')
  expect(stripe.intents.size).toBe(1)
  // Killed after Stripe had it and before it was written down.
  await db.query(
    'test-forget',
    `update billing.payments set status = 'PENDING', provider_token = null, provider_at = null`,
  )
  expect(await collect(id)).toMatchObject({ status: 'SUCCEEDED', providerToken: [...stripe.intents.keys()][0] })
  expect(stripe.intents.size).toBe(1)
  expect((await collect(id, 2))?.attempt).toBe(2)
  expect(stripe.intents.size).toBe(2)
})

test('while Stripe is away nothing is lost: the same attempt goes on later', async () => {
  const { subscribe, collect, stripe, db } = await startWithStripe(postgres)
  const { id } = await subscribe('pm_card_visa')
  stripe.down = true
  await expect(collect(id)).rejects.toMatchObject({ code: 'upstream' })
  expect(await db.query('test-pending', 'select status from billing.payments')).toEqual([{ status: 'PENDING' }])
  stripe.down = false
  expect((await collect(id))?.status).toBe('SUCCEEDED')
  expect(stripe.intents.size).toBe(1)
})

test('a first payment that does not come within 23 hours takes the plan back, and the trial goes on where there was one', async () => {
  const service = await startWithStripe(postgres)
  const { subscribe, collect, plan, later, charges, db, open, choose, address, setUp } = service
  const { id } = await subscribe('pm_card_insufficientFunds')
  await collect(id)
  const tried = await open({ ada: 'ADMIN' })
  const means = { invoiceAddressId: (await address('ada')).id, paymentMethodId: (await setUp('pm_card_expired')).id }
  expect((await choose('ada', tried, { planCode: 'PRO', ...means })).json()).toMatchObject({
    planCode: 'PRO',
    status: 'INCOMPLETE',
  })
  later({ hours: 22 })
  await service.service.runDue()
  expect((await plan('ada', id)).planCode).toBe('STARTER')
  later({ hours: 1 })
  await service.service.runDue()
  expect(await plan('ada', id)).toMatchObject({ planCode: 'FREE', status: 'ACTIVE', interval: null })
  expect(await plan('ada', tried)).toMatchObject({
    planCode: 'BUSINESS',
    status: 'TRIALING',
    trialEndsAt: '2026-04-09T10:00:00.000Z',
  })
  const droppedOf = async (solutionId: string) =>
    (await listAudit(db, 'SOLUTION', solutionId, { limit: 10, action: 'plan.dropped' })).items.length
  expect([(await charges(id)).map(({ status }) => status), await droppedOf(id), await droppedOf(tried)]).toEqual([
    ['CANCELED'],
    1,
    1,
  ])
})

test('while the first payment is open another plan can be chosen, unless an invoice names it already', async () => {
  const { subscribe, choose, charges, db, plan, call } = await startWithStripe(postgres)
  const { id } = await subscribe('pm_card_insufficientFunds')
  const preview = await call('ada', 'POST', `/solutions/${id}/plan/previews`, {
    planCode: 'PRO',
    version: (await plan('ada', id)).version,
  })
  expect(preview.json()).toMatchObject({ when: 'NOW', due: { amountMinor: 14_900 } })
  expect((await charges(id)).map(({ planCode, status }) => `${planCode} ${status}`)).toEqual(['STARTER OPEN'])
  expect((await choose('ada', id, { planCode: 'PRO' })).json()).toMatchObject({ planCode: 'PRO', status: 'INCOMPLETE' })
  expect((await charges(id)).map(({ planCode, status }) => `${planCode} ${status}`)).toEqual([
    'STARTER CANCELED',
    'PRO OPEN',
  ])
  await db.query(
    'test-invoice',
    `update billing.charges set status = 'INVOICED', invoice_id = gen_random_uuid() where status = 'OPEN'`,
  )
  expect((await choose('ada', id, { planCode: 'STARTER' })).status).toBe(409)
  expect((await plan('ada', id)).planCode).toBe('PRO')
})

test('with a provider, bank transfer is for plans that allow it', async () => {
  const { address, transfer, open, choose } = await startWithStripe(postgres)
  const means = { invoiceAddressId: (await address('ada')).id, paymentMethodId: (await transfer('ada')).id }
  const tried = await open({ ada: 'ADMIN' })
  const refused = await choose('ada', tried, { planCode: 'STARTER', ...means })
  expect([refused.status, refused.json<{ code: string }>().code]).toEqual([403, 'plan-feature'])
})

test('a payment that the bank asks the person about can be confirmed by them; one that waits for nobody cannot', async () => {
  const { subscribe, collect, context } = await startWithStripe(postgres)
  const { id } = await subscribe('pm_card_authenticationRequired')
  const payment = await collect(id)
  expect(await paymentClientSecret(context, { solutionId: id, paymentId: payment?.id ?? '' })).toBe(
    `${payment?.providerToken}_secret_x`,
  )
  const other = await subscribe('pm_card_visa')
  const paid = await collect(other.id, 2)
  await expect(paymentClientSecret(context, { solutionId: other.id, paymentId: paid?.id ?? '' })).rejects.toMatchObject(
    {
      code: 'state-conflict',
    },
  )
  await expect(
    paymentClientSecret(context, { solutionId: other.id, paymentId: payment?.id ?? '' }),
  ).rejects.toMatchObject({ code: 'not-found' })
})

test('money is given back once for each refund, and never more than came', async () => {
  const { subscribe, collect, context, stripe } = await startWithStripe(postgres)
  const { id } = await subscribe('pm_card_visa')
  const payment = await collect(id)
  const refund = { solutionId: id, paymentId: payment?.id ?? '', refundId: 'r1', amountMinor: 500 }
  await refundPayment(context, refund)
  await refundPayment(context, refund)
  expect(new Set(stripe.calls.filter(({ path }) => path === '/v1/refunds').map(({ key }) => key))).toEqual(
    new Set(['refund:r1']),
  )
  await expect(refundPayment(context, { ...refund, amountMinor: 1_072 })).rejects.toMatchObject({
    code: 'state-conflict',
  })
  await expect(refundPayment(context, { ...refund, paymentId: id })).rejects.toMatchObject({ code: 'not-found' })
})

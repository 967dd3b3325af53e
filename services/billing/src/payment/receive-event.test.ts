import { listAudit } from '@bollard/audit'
import type { PaymentMethod, Problem } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { startService } from '../testing/start-service.ts'
import { stripeMethod } from '../testing/stripe-server.ts'
import { startWithStripe } from '../testing/with-stripe.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

const codeOf = (answer: { status: number; text: string; json<T>(): T }) =>
  answer.status === 204 ? 204 : answer.json<Problem>().code

test('an event without a signature, with a bad one, an old one, or over another body is refused and changes nothing', async () => {
  const { subscribe, collect, send, statusOf, clock, call, db } = await startWithStripe(postgres)
  const { id } = await subscribe('pm_sepa_debit')
  const payment = await collect(id)
  const event = {
    id: 'evt_1',
    type: 'payment_intent.succeeded',
    object: { id: payment?.providerToken, object: 'payment_intent', metadata: {} },
  }
  const minutesAgo = (minutes: number) => new Date(clock.now.getTime() - minutes * 60_000)
  expect(codeOf(await send(event, { secret: 'whsec_other' }))).toBe('invalid-parameter')
  expect(codeOf(await send(event, { at: minutesAgo(6) }))).toBe('invalid-parameter')
  expect(codeOf(await send(event, { header: '' }))).toBe('invalid-parameter')
  expect(codeOf(await send(event, { header: 't=1,v1=00' }))).toBe('invalid-parameter')
  expect(codeOf(await call(null, 'POST', '/payment-provider/events', event))).toBe('invalid-parameter')
  expect(
    codeOf(await call(null, 'POST', '/payment-provider/events', '{"id":', { 'stripe-signature': 't=1,v1=00' })),
  ).toBe('malformed-json')
  expect([await statusOf(payment), await db.query('test-events', 'select id from billing.payment_events')]).toEqual([
    'PROCESSING',
    [],
  ])
  expect(codeOf(await send(event, { at: minutesAgo(4) }))).toBe(204)
  expect(await statusOf(payment)).toBe('SUCCEEDED')
})

test('an event counts once, however often and in how many processes it arrives', async () => {
  const { subscribe, collect, send, settled } = await startWithStripe(postgres)
  const { id } = await subscribe('pm_sepa_debit')
  const payment = await collect(id)
  const before = (await settled(id)).length
  const event = {
    id: 'evt_1',
    type: 'payment_intent.succeeded',
    object: { id: payment?.providerToken, object: 'payment_intent', metadata: {} },
  }
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(event)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
  expect((await settled(id)).slice(before).map((one) => `${one.before} ${one.status}`)).toEqual([
    'PROCESSING SUCCEEDED',
  ])
})

test('events in the wrong order, and one that comes before our own answer, lead to the same end', async () => {
  const { subscribe, collect, send, statusOf, clock, db, plan } = await startWithStripe(postgres)
  const { id } = await subscribe('pm_card_authenticationRequired')
  const payment = await collect(id)
  const seconds = (count: number) => new Date(clock.now.getTime() + count * 1_000)
  const intent = {
    id: payment?.providerToken,
    object: 'payment_intent',
    metadata: { payment_id: payment?.id },
    last_payment_error: { code: 'authentication_required' },
  }
  await send({
    id: 'evt_3',
    type: 'payment_intent.succeeded',
    object: { ...intent, last_payment_error: null },
    at: seconds(9),
  })
  await send({ id: 'evt_2', type: 'payment_intent.payment_failed', object: intent, at: seconds(5) })
  await send({ id: 'evt_1', type: 'payment_intent.processing', object: intent, at: seconds(1) })
  expect([await statusOf(payment), (await plan('ada', id)).status]).toEqual(['SUCCEEDED', 'ACTIVE'])
  // The number of the payment at the provider is not written down yet.
  await db.query(
    'test-unsettled',
    `update billing.payments set status = 'PENDING', provider_token = null, provider_at = null`,
  )
  await send({
    id: 'evt_4',
    type: 'payment_intent.succeeded',
    object: { ...intent, last_payment_error: null },
    at: seconds(10),
  })
  expect(await statusOf(payment)).toBe('SUCCEEDED')
  expect((await collect(id))?.status).toBe('SUCCEEDED')
})

test('a direct debit that is disputed is known, also when that comes first, and a withdrawn mandate fails its method', async () => {
  const { subscribe, collect, send, statusOf, call, clock, db } = await startWithStripe(postgres)
  const { id, method } = await subscribe('pm_sepa_debit')
  const payment = await collect(id)
  const at = (count: number) => new Date(clock.now.getTime() + count * 1_000)
  await db.query('test-no-token', 'update billing.payments set provider_token = null')
  await send({
    id: 'evt_1',
    type: 'charge.dispute.created',
    object: { object: 'dispute', payment_intent: payment?.providerToken, status: 'lost' },
    at: at(60),
  })
  await send({
    id: 'evt_0',
    type: 'payment_intent.succeeded',
    object: { id: payment?.providerToken, object: 'payment_intent', metadata: { payment_id: payment?.id } },
    at: at(30),
  })
  expect(await statusOf(payment)).toBe('DISPUTED')
  const [stored] = await db.query<{ token: string }>(
    'test-token',
    'select provider_token as token from billing.payment_methods where id = $1',
    [method.id],
  )
  const ended = {
    id: 'evt_2',
    type: 'mandate.updated',
    object: { object: 'mandate', payment_method: stored?.token, status: 'inactive' },
  }
  await Promise.all([send(ended), send(ended), send(ended)])
  const { items } = (await call('ada', 'GET', '/payment-methods')).json<{ items: PaymentMethod[] }>()
  expect(items.map(({ status }) => status)).toEqual(['FAILED'])
  const log = await listAudit(db, 'ACCOUNT', 'user-ada', { limit: 10, action: 'payment-method.failed' })
  expect(log.items).toHaveLength(1)
  expect(log.items[0]).toMatchObject({
    action: 'payment-method.failed',
    actor: { kind: 'SYSTEM' },
    target: { id: method.id },
    before: null,
    after: null,
  })
})

test('refunds add up, and a card that its bank has replaced is known by its new end', async () => {
  const { subscribe, collect, send, statusOf, call, db, clock } = await startWithStripe(postgres)
  const { id, method } = await subscribe('pm_card_visa')
  const payment = await collect(id)
  const later = new Date(clock.now.getTime() + 60_000)
  await send({
    id: 'evt_1',
    type: 'charge.refunded',
    object: { object: 'charge', payment_intent: payment?.providerToken, amount_refunded: 500 },
  })
  await send({
    id: 'evt_2',
    type: 'charge.refunded',
    object: { object: 'charge', payment_intent: payment?.providerToken, amount_refunded: 1_071 },
    at: later,
  })
  expect(await statusOf(payment)).toBe('REFUNDED')
  expect(await db.query('test-refunded', 'select refunded_minor as minor from billing.payments')).toEqual([
    { minor: 1_071 },
  ])
  const [stored] = await db.query<{ token: string }>(
    'test-token',
    'select provider_token as token from billing.payment_methods where id = $1',
    [method.id],
  )
  const replaced = {
    ...stripeMethod('pm_card_visa', stored?.token),
    card: { brand: 'visa', last4: '1881', exp_month: 1, exp_year: 2033 },
  }
  await send({ id: 'evt_3', type: 'payment_method.automatically_updated', object: replaced })
  expect((await call('ada', 'GET', '/payment-methods')).json()).toMatchObject({
    items: [{ last4: '1881', expMonth: 1, expYear: 2033, holder: 'Ada Lovelace' }],
  })
})

test('what is not ours and what we did not ask for is taken and forgotten', async () => {
  const { send, db } = await startWithStripe(postgres)
  for (const event of [
    {
      id: 'evt_1',
      type: 'payment_intent.succeeded',
      object: { id: 'pi_of_others', object: 'payment_intent', metadata: { payment_id: 'x' } },
    },
    { id: 'evt_2', type: 'payment_method.detached', object: { id: 'pm_of_others', object: 'payment_method' } },
    { id: 'evt_3', type: 'customer.created', object: { id: 'cus_1', object: 'customer' } },
  ]) {
    expect((await send(event)).status).toBe(204)
  }
  expect(await db.query('test-events', 'select id from billing.payment_events')).toEqual([])
})

test('events are forgotten once nobody can send them again', async () => {
  const { subscribe, collect, send, service, later, db } = await startWithStripe(postgres)
  const payment = await collect((await subscribe('pm_card_visa')).id)
  await send({
    id: 'evt_1',
    type: 'charge.refunded',
    object: { object: 'charge', payment_intent: payment?.providerToken, amount_refunded: 1_071 },
  })
  const heard = () =>
    db.query(
      'test-heard',
      'select (select count(*)::int from billing.payment_events) as events, (select count(*)::int from billing.payment_setups) as setups',
    )
  later({ days: 60 })
  await service.runDue()
  expect(await heard()).toEqual([{ events: 1, setups: 1 }])
  later({ hours: 1 })
  await service.runDue()
  expect(await heard()).toEqual([{ events: 0, setups: 0 }])
})

test('without a provider there is nobody whose events could be heard', async () => {
  const { call } = await startService(postgres)
  expect(
    codeOf(await call(null, 'POST', '/payment-provider/events', { id: 'evt_1' }, { 'stripe-signature': 't=1,v1=00' })),
  ).toBe('not-configured')
})

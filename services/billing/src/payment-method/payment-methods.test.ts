import { listAudit } from '@bollard/audit'
import type { PaymentMethod, Problem } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { startService } from '../testing/start-service.ts'
import { startWithStripe } from '../testing/with-stripe.ts'
import { methodsPerUserMax } from './method-row.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

const problemOf = (answer: { status: number; json<T>(): T }) => [answer.status, answer.json<Problem>().code] as const
const nowhere = '019f0000-0000-7000-8000-ffffffffffff'

test('bank transfer needs nothing; without a provider there is nothing else', async () => {
  const { call, transfer } = await startService(postgres)
  const method = await transfer('ada')
  expect(method).toMatchObject({ kind: 'BANK_TRANSFER', status: 'ACTIVE', default: true, last4: null, version: 1 })
  expect(problemOf(await call('ada', 'POST', '/payment-methods/setups', { kind: 'CARD' }))).toEqual([
    503,
    'not-configured',
  ])
  expect(problemOf(await call('ada', 'POST', `/payment-methods/setups/${nowhere}/completion`))).toEqual([
    503,
    'not-configured',
  ])
  expect(problemOf(await call('ada', 'POST', '/payment-methods', { kind: 'CARD' }))).toEqual([422, 'validation-failed'])
  expect(
    problemOf(await call('ada', 'POST', '/payment-methods', { kind: 'BANK_TRANSFER', iban: 'DE89370400440532013000' })),
  ).toEqual([400, 'unknown-field'])
})

test('a card and a direct debit are set up at the provider; we keep what tells them apart and nothing else', async () => {
  const { setUp, stripe, db, call } = await startWithStripe(postgres)
  expect(await setUp('pm_card_visa')).toMatchObject({
    kind: 'CARD',
    brand: 'visa',
    last4: '4242',
    expMonth: 12,
    expYear: 2030,
    holder: 'Ada Lovelace',
    mandateReference: null,
    status: 'ACTIVE',
    default: true,
  })
  expect(await setUp('pm_sepa_debit')).toMatchObject({
    kind: 'SEPA_DEBIT',
    brand: null,
    last4: '3000',
    mandateReference: 'MND-7',
    default: false,
  })
  expect(
    stripe.calls
      .filter(({ path }) => path === '/v1/customers')
      .map(({ form, key }) => [form['metadata[user_id]'], key]),
  ).toEqual([['user-ada', 'customer:user-ada']])
  expect(
    stripe.calls
      .filter(({ method, path }) => method === 'POST' && path === '/v1/setup_intents')
      .map(({ form }) => [form['usage'], form['allowed_payment_method_types[0]']]),
  ).toEqual([
    ['off_session', 'card'],
    ['off_session', 'sepa_debit'],
  ])
  const answer = await call('ada', 'GET', '/payment-methods')
  expect(answer.text).not.toMatch(/pm_|cus_|seti_/u)
  const { items } = await listAudit(db, 'ACCOUNT', 'user-ada', { limit: 10 })
  expect(items.map(({ action, after }) => [action, after])).toEqual([
    ['payment-method.created', { kind: 'SEPA_DEBIT' }],
    ['payment-method.created', { kind: 'CARD' }],
  ])
  expect(JSON.stringify(items)).not.toMatch(/pm_|cus_|seti_|4242|3000|MND|Lovelace/u)
})

test('a set-up that is not finished, was refused, or is of somebody else gives no method; a finished one gives one, however often it is asked for', async () => {
  const { call, stripe } = await startWithStripe(postgres)
  const begun = (await call('ada', 'POST', '/payment-methods/setups', { kind: 'CARD' })).json<{
    id: string
    clientSecret: string
    publishableKey: string
  }>()
  expect(begun).toMatchObject({ publishableKey: 'pk_test_1' })
  expect(begun.clientSecret).toMatch(/^seti_\w+_secret_/u)
  const finish = (person: 'ada' | 'eve' = 'ada') =>
    call(person, 'POST', `/payment-methods/setups/${begun.id}/completion`)
  stripe.setup.status = 'requires_action'
  expect(problemOf(await finish())).toEqual([409, 'state-conflict'])
  stripe.setup.status = 'refused'
  expect(problemOf(await finish())).toEqual([402, 'payment-method-failed'])
  stripe.setup.status = 'succeeded'
  expect(problemOf(await finish('eve'))).toEqual([404, 'not-found'])
  const answers = await Promise.all(Array.from({ length: 10 }, () => finish()))
  expect(new Set(answers.map((answer) => `${answer.status} ${answer.json<PaymentMethod>().id}`)).size).toBe(1)
  expect((await call('ada', 'GET', '/payment-methods')).json<{ items: object[] }>().items).toHaveLength(1)
  stripe.down = true
  expect(problemOf(await call('ada', 'POST', '/payment-methods/setups', { kind: 'CARD' }))).toEqual([502, 'upstream'])
})

test('one is the default, whichever is made so, also at once; the first one is from the start', async () => {
  const { call, transfer } = await startService(postgres)
  const methods = [await transfer('ada'), await transfer('ada'), await transfer('ada')]
  const answers = await Promise.all(
    methods.map(({ id, version }) => call('ada', 'PUT', `/payment-methods/${id}`, { default: true, version })),
  )
  expect(answers.some(({ status }) => status === 200)).toBe(true)
  const { items } = (await call('ada', 'GET', '/payment-methods')).json<{ items: PaymentMethod[] }>()
  expect(items.filter((item) => item.default)).toHaveLength(1)
  expect(
    problemOf(await call('ada', 'PUT', `/payment-methods/${methods[0]?.id}`, { default: true, version: 99 })),
  ).toEqual([409, 'version-conflict'])
  expect(
    problemOf(await call('ada', 'PUT', `/payment-methods/${methods[0]?.id}`, { default: false, version: 1 })),
  ).toEqual([422, 'validation-failed'])
})

test('a card warns 60 days before it ends, and has ended after the last day of its month', async () => {
  const { setUp, call, clock } = await startWithStripe(postgres)
  await setUp('pm_card_visa')
  const statusOn = async (day: string) => {
    clock.now = new Date(day)
    return (await call('ada', 'GET', '/payment-methods')).json<{ items: PaymentMethod[] }>().items[0]?.status
  }
  expect([
    await statusOn('2030-10-30T00:00:00Z'),
    await statusOn('2030-11-20T00:00:00Z'),
    await statusOn('2030-12-31T23:59:00Z'),
    await statusOn('2031-01-02T00:00:00Z'),
  ]).toEqual(['ACTIVE', 'EXPIRING', 'EXPIRING', 'EXPIRED'])
})

test('a deleted method does not come back with the address of its set-up', async () => {
  const { call } = await startWithStripe(postgres)
  const begun = (await call('ada', 'POST', '/payment-methods/setups', { kind: 'CARD' })).json<{ id: string }>()
  const finish = () => call('ada', 'POST', `/payment-methods/setups/${begun.id}/completion`)
  const { id } = (await finish()).json<PaymentMethod>()
  expect((await call('ada', 'DELETE', `/payment-methods/${id}`)).status).toBe(204)
  expect(problemOf(await finish())).toEqual([402, 'payment-method-failed'])
  expect((await call('ada', 'GET', '/payment-methods')).json<{ items: object[] }>().items).toEqual([])
})

test('a deleted method is forgotten by the provider as well; while that is away it stays', async () => {
  const { setUp, call, stripe, db } = await startWithStripe(postgres)
  const { id } = await setUp('pm_card_visa')
  stripe.down = true
  expect(problemOf(await call('ada', 'DELETE', `/payment-methods/${id}`))).toEqual([502, 'upstream'])
  stripe.down = false
  expect((await call('ada', 'DELETE', `/payment-methods/${id}`)).status).toBe(204)
  expect(stripe.calls.at(-1)?.path).toMatch(/^\/v1\/payment_methods\/pm_card_visa_seti_\d+\/detach$/u)
  expect(problemOf(await call('ada', 'DELETE', `/payment-methods/${id}`))).toEqual([404, 'not-found'])
  expect(await db.query('test-left', 'select 1 as one from billing.payment_methods')).toEqual([])
})

test('nobody else reaches it, and who is not signed in or not confirmed makes none', async () => {
  const { call, setUp } = await startWithStripe(postgres)
  const { id } = await setUp('pm_card_visa')
  for (const person of ['eve', 'operator', 'newcomer'] as const) {
    for (const target of [id, nowhere]) {
      expect(problemOf(await call(person, 'PUT', `/payment-methods/${target}`, { default: true, version: 1 }))).toEqual(
        [404, 'not-found'],
      )
      expect(problemOf(await call(person, 'DELETE', `/payment-methods/${target}`))).toEqual([404, 'not-found'])
    }
    expect((await call(person, 'GET', '/payment-methods')).json()).toEqual({ items: [], nextCursor: null })
  }
  const all = [
    ['GET', ''],
    ['POST', '', { kind: 'BANK_TRANSFER' }],
    ['POST', '/setups', { kind: 'CARD' }],
    ['POST', `/setups/${nowhere}/completion`],
    ['PUT', `/${id}`, {}],
    ['DELETE', `/${id}`],
  ] as const
  for (const [method, url, body] of all)
    expect(problemOf(await call(null, method, `/payment-methods${url}`, body))).toEqual([401, 'unauthenticated'])
  for (const [method, url, body] of all.filter(([name]) => name === 'POST')) {
    expect(problemOf(await call('newcomer', method, `/payment-methods${url}`, body))).toEqual([
      403,
      'email-not-verified',
    ])
  }
})

test('who has not proved themselves of late neither adds nor deletes one, nor lets a solution be paid with another', async () => {
  const { call, transfer, setUp, open, address, choose, later, plan } = await startWithStripe(postgres)
  for (const [method, url, body] of [
    ['POST', '', { kind: 'BANK_TRANSFER' }],
    ['POST', '/setups', { kind: 'CARD' }],
    ['DELETE', `/${nowhere}`],
  ] as const)
    expect(problemOf(await call('stale', method, `/payment-methods${url}`, body))).toEqual([401, 'step-up-required'])
  // What the bank has kept somebody busy with is taken over without another proof.
  expect(problemOf(await call('stale', 'POST', `/payment-methods/setups/${nowhere}/completion`))).toEqual([
    404,
    'not-found',
  ])

  const [card, other] = [await setUp('pm_card_visa'), await setUp('pm_sepa_debit')]
  const means = { invoiceAddressId: (await address('ada')).id, paymentMethodId: card.id }
  const solutionId = await open({ ada: 'ADMIN', stale: 'ADMIN' }, { planCode: 'STARTER', ...means })
  later({ hours: 1 })
  const chosen = { planCode: 'BUSINESS', interval: 'MONTHLY' }
  const { version } = await plan('ada', solutionId)
  const foreign = (await transfer('ada')).id
  expect(
    problemOf(
      await call('stale', 'PUT', `/solutions/${solutionId}/plan`, { ...chosen, paymentMethodId: foreign, version }),
    ),
  ).toEqual([422, 'validation-failed'])
  expect(
    (await call('ada', 'PUT', `/solutions/${solutionId}/plan`, { ...chosen, paymentMethodId: other.id, version }))
      .status,
  ).toBe(200)
  // With the one that is there already it takes none.
  expect(
    (await choose('stale', solutionId, { planCode: 'PRO', interval: 'MONTHLY', paymentMethodId: other.id })).status,
  ).toBe(200)
})

test('a key makes one of a hundred parallel calls, and there are limits', async () => {
  const { call, transfer, stripe } = await startWithStripe(postgres)
  const answers = await Promise.all(
    Array.from({ length: 100 }, () =>
      call('ada', 'POST', '/payment-methods', { kind: 'BANK_TRANSFER' }, { 'idempotency-key': 'k' }),
    ),
  )
  expect(new Set(answers.map((answer) => answer.json<PaymentMethod>().id)).size).toBe(1)
  for (let count = 1; count < methodsPerUserMax; count += 1) await transfer('bob')
  const last = await Promise.all(
    Array.from({ length: 3 }, () => call('bob', 'POST', '/payment-methods', { kind: 'BANK_TRANSFER' })),
  )
  expect(last.map(({ status }) => status).toSorted()).toEqual([201, 429, 429])
  stripe.calls.length = 0
  const begun = await Promise.all(
    Array.from({ length: 30 }, () => call('eve', 'POST', '/payment-methods/setups', { kind: 'CARD' })),
  )
  expect(begun.filter(({ status }) => status === 200 || status === 201)).toHaveLength(10)
  expect(stripe.calls.filter(({ method, path }) => method === 'POST' && path === '/v1/setup_intents')).toHaveLength(10)
  stripe.calls.length = 0
  expect(problemOf(await call('eve', 'POST', '/payment-methods/setups', { kind: 'CARD' }))).toEqual([
    429,
    'quota-exceeded',
  ])
  expect(stripe.calls).toEqual([])
})

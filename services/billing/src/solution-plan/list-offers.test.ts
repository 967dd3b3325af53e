import type { PaymentMethod, Plan, PlanChange, PlanOffer, PriceTax, SolutionPlan } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { startInvoicing } from '../testing/start-invoicing.ts'
import { startService } from '../testing/start-service.ts'
import { addStripe } from '../testing/with-stripe.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

type Offers = { tax: PriceTax | null; items: PlanOffer[] }
const euros = (amountMinor: number) => ({ amountMinor, currency: 'EUR' })
const french = { countryCode: 'FR', postalCode: '75001', city: 'Paris', vatId: 'FR40303265045' }

test('offers name the price with VAT once an address is known, and what keeps a solution from a plan', async () => {
  const service = await startService(postgres)
  const { call, use } = service
  const id = await service.open({ ada: 'ADMIN', eve: 'VIEWER' })
  use.set(id, { counts: { domains: 3 }, features: ['GEO_RULES'] })
  const offers = async (who: 'ada' | 'eve' = 'ada') =>
    (await call(who, 'GET', `/solutions/${id}/plan/offers`)).json<Offers>()
  const byCode = (items: PlanOffer[], code: Plan['code']) => items.find(({ plan }) => plan.code === code)

  const before = await offers('eve')
  expect(before.tax).toBeNull()
  expect(before.items.map(({ plan, monthly }) => [plan.code, monthly])).toEqual(
    ['FREE', 'STARTER', 'BUSINESS', 'PRO', 'ENTERPRISE'].map((code) => [code, null]),
  )
  expect(byCode(before.items, 'FREE')?.exceeded).toEqual([
    { code: 'limit-exceeded', params: { limit: 'domains', used: 3, max: 2 } },
    { code: 'feature-in-use', params: { feature: 'GEO_RULES' } },
  ])
  // The one on trial, and a larger one.
  for (const code of ['BUSINESS', 'PRO']) expect(byCode(before.items, code)?.exceeded, code).toEqual([])

  const [address, method] = [await service.address('ada'), await service.transfer('ada')]
  const chosen = await service.choose('ada', id, {
    planCode: 'PRO',
    invoiceAddressId: address.id,
    paymentMethodId: method.id,
  })
  expect(chosen.json<SolutionPlan>().taxedPrice).toEqual({
    net: euros(14_900),
    tax: euros(2_831),
    gross: euros(17_731),
    discount: null,
  })
  const after = await offers()
  expect(after.tax).toEqual({ ratePercent: 19, note: null, provisional: false })
  expect(byCode(after.items, 'STARTER')).toMatchObject({
    monthly: { tax: euros(171), gross: euros(1_071) },
    yearly: { gross: euros(10_710) },
  })
  expect(byCode(after.items, 'ENTERPRISE')).toMatchObject({ monthly: null, yearly: null })

  expect((await call('bob', 'GET', `/solutions/${id}/plan/offers`)).status).toBe(404)
  expect((await call(null, 'GET', `/solutions/${id}/plan/offers`)).status).toBe(401)
})

test('a preview names what is due with VAT, by the address that is chosen in it', async () => {
  const service = await startService(postgres)
  const { call, vies, clock } = service
  const id = await service.open({ ada: 'ADMIN' })
  vies.set(french.vatId, true)
  const [home, abroad, method] = [
    await service.address('ada'),
    await service.address('ada', french),
    await service.transfer('ada'),
  ]
  const preview = async (choice: object) => {
    const { version } = await service.plan('ada', id)
    return (
      await call('ada', 'POST', `/solutions/${id}/plan/previews`, { version, paymentMethodId: method.id, ...choice })
    ).json<PlanChange>()
  }
  const year = { planCode: 'PRO', interval: 'YEARLY' }
  expect(await preview({ ...year, invoiceAddressId: home.id })).toEqual({
    when: 'NOW',
    at: clock.now.toISOString(),
    due: euros(149_000),
    taxedDue: { net: euros(149_000), tax: euros(28_310), gross: euros(177_310), discount: null },
    taxedPrice: { net: euros(149_000), tax: euros(28_310), gross: euros(177_310), discount: null },
    tax: { ratePercent: 19, note: null, provisional: false },
    periodEnd: '2027-03-10T10:00:00.000Z',
  })
  expect(await preview({ ...year, invoiceAddressId: abroad.id })).toMatchObject({
    taxedDue: { tax: euros(0), gross: euros(149_000) },
    tax: { ratePercent: 0, note: 'REVERSE_CHARGE', provisional: false },
  })
  // What begins later costs nothing now, and what is free costs nothing then.
  expect(await preview({ planCode: 'STARTER', invoiceAddressId: home.id })).toMatchObject({
    when: 'PERIOD_END',
    due: null,
    taxedDue: null,
    taxedPrice: { gross: euros(1_071) },
  })
  expect(await preview({ planCode: 'FREE' })).toMatchObject({ when: 'PERIOD_END', taxedPrice: null })
})

test('members read whom invoices go to and how they are paid, viewers do not, and only the owner hears that it is theirs', async () => {
  const service = await startService(postgres)
  const [address, method] = [await service.address('ada'), await service.transfer('ada')]
  const id = await service.open(
    { ada: 'ADMIN', bob: 'MEMBER', eve: 'VIEWER' },
    { planCode: 'STARTER', invoiceAddressId: address.id, paymentMethodId: method.id },
  )
  const means = async (who: 'ada' | 'bob' | 'eve') => {
    const { invoiceAddress, paymentMethod } = await service.plan(who, id)
    return [invoiceAddress, paymentMethod]
  }
  const told = (own: boolean) => [
    { company: 'Ada & Co', city: 'Berlin', countryCode: 'DE', own },
    { kind: 'BANK_TRANSFER', brand: null, last4: null, status: 'ACTIVE', own },
  ]
  expect(await means('ada')).toEqual(told(true))
  expect(await means('bob')).toEqual(told(false))
  expect(await means('eve')).toEqual([null, null])
})

test('cards are offered where a provider is set up, and invoices promised where somebody sells', async () => {
  const options = async ({ call }: Awaited<ReturnType<typeof startService>>) =>
    (await call('ada', 'GET', '/payment-options')).json<{ kinds: PaymentMethod['kind'][]; issuesInvoices: boolean }>()
  const plain = await startService(postgres)
  expect(await options(plain)).toEqual({ kinds: ['BANK_TRANSFER'], issuesInvoices: false })
  expect((await plain.call(null, 'GET', '/payment-options')).status).toBe(401)
  expect(await options(await addStripe(postgres, startInvoicing))).toEqual({
    kinds: ['CARD', 'SEPA_DEBIT', 'BANK_TRANSFER'],
    issuesInvoices: true,
  })
})

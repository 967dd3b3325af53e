import { listAudit } from '@bollard/audit'
import type { PaymentMethod } from '@bollard/contracts'
import type { TestDatabase } from '@bollard/testing'
import Stripe from 'stripe'
import { onTestFinished } from 'vitest'
import { collectPayment } from '../payment/collect.ts'
import type { Payment } from '../payment/payment-row.ts'
import { createStripeProvider } from '../payment/stripe/stripe-provider.ts'
import type { PaymentProvider } from '../ports/payment-provider.ts'
import { type Answer, startService, type TestService } from './start-service.ts'
import { type Behaviour, startStripeServer, type StripeServer } from './stripe-server.ts'

export interface StripeService extends TestService {
  readonly stripe: StripeServer
  /** Sets a card or a direct debit of Ada up, as the page and Stripe would. */
  setUp(behaviour: Behaviour): Promise<PaymentMethod>
  /** A solution of Ada on the Starter plan, paid with a method of that behaviour. */
  subscribe(behaviour: Behaviour): Promise<{ id: string; method: PaymentMethod }>
  /** Collects an invoice of 10.71 €. */
  collect(solutionId: string, attempt?: number): Promise<Payment | null>
  /** An event as Stripe sends and signs it. */
  send(
    event: StripeEvent,
    signing?: { readonly secret?: string; readonly at?: Date; readonly header?: string },
  ): Promise<Answer>
  statusOf(payment: Payment | null): Promise<string>
  /** What became of the payments of a solution, as its log says it, oldest first. */
  settled(solutionId: string): Promise<{ before: unknown; status: unknown; failureCode: unknown }[]>
}

export interface StripeEvent {
  readonly id: string
  readonly type: string
  readonly object: object
  /** When it happened; now by default. */
  readonly at?: Date
}

export const invoiceId = '019f0000-0000-7000-9000-000000000001'
const webhookSecret = 'whsec_test_secret'

/** The service with Stripe's own library, which talks to a local server in place of Stripe's. */
export function startWithStripe(postgres: TestDatabase): Promise<StripeService> {
  return addStripe(postgres, startService)
}

/** The same for a service that is started in another way. */
export async function addStripe<Service extends TestService>(
  postgres: TestDatabase,
  start: (postgres: TestDatabase, ports: { readonly provider: PaymentProvider }) => Promise<Service>,
): Promise<Service & StripeService> {
  const stripe = await startStripeServer()
  onTestFinished(() => stripe.close())
  const provider = createStripeProvider({
    secretKey: 'sk_test_1',
    webhookSecret,
    publishableKey: 'pk_test_1',
    apiUrl: stripe.url,
    timeoutMs: 2_000,
  })
  const service = await start(postgres, { provider })
  const { call, context, clock } = service

  const setUp: StripeService['setUp'] = async (behaviour) => {
    stripe.setup = { status: 'succeeded', method: behaviour }
    const begun = await call('ada', 'POST', '/payment-methods/setups', {
      kind: behaviour === 'pm_sepa_debit' ? 'SEPA_DEBIT' : 'CARD',
    })
    return (await call('ada', 'POST', `/payment-methods/setups/${begun.json<{ id: string }>().id}/completion`)).json()
  }
  return {
    ...service,
    stripe,
    setUp,
    async subscribe(behaviour) {
      const [address, method] = [await service.address('ada'), await setUp(behaviour)]
      return {
        method,
        id: await service.open(
          { ada: 'ADMIN' },
          { planCode: 'STARTER', invoiceAddressId: address.id, paymentMethodId: method.id },
        ),
      }
    },
    collect: (solutionId, attempt = 1) =>
      collectPayment(context, {
        solutionId,
        invoiceId,
        attempt,
        amountMinor: 1_071,
        currency: 'EUR',
        reference: '2026-000001',
      }),
    send({ id, type, object, at = clock.now }, { secret = webhookSecret, at: signedAt = clock.now, header } = {}) {
      const payload = JSON.stringify({
        id,
        object: 'event',
        type,
        created: Math.floor(at.getTime() / 1000),
        data: { object },
      })
      const signature =
        header ??
        Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: Math.floor(signedAt.getTime() / 1000) })
      return call(null, 'POST', '/payment-provider/events', payload, { 'stripe-signature': signature })
    },
    async settled(solutionId) {
      const { items } = await listAudit(service.db, 'SOLUTION', solutionId, { limit: 100 })
      return items
        .filter(({ target }) => target?.kind === 'payment')
        .toReversed()
        .map(({ before, after }) => ({
          before: before?.['status'],
          status: after?.['status'],
          failureCode: after?.['failureCode'] ?? null,
        }))
    },
    async statusOf(payment) {
      const [row] = await service.db.query<{ status: string }>(
        'test-payment',
        'select status from billing.payments where id = $1',
        [payment?.id],
      )
      return row?.status ?? 'none'
    },
  }
}

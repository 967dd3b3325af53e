import { ProblemError } from '@bollard/http'
import Stripe from 'stripe'
import type { ChargeRequest, PaymentOutcome, PaymentProvider, SetupState } from '../../ports/payment-provider.ts'
import { methodDetails } from './method-details.ts'
import { readEvent } from './read-event.ts'

export interface StripeOptions {
  readonly secretKey: string
  readonly webhookSecret: string
  readonly publishableKey?: string
  /** Another server than Stripe's, for tests. */
  readonly apiUrl?: string
  /** For each try; 10 000 by default. */
  readonly timeoutMs?: number
}

const signatureAgeMaxSeconds = 300
const paymentTypes = { CARD: 'card', SEPA_DEBIT: 'sepa_debit' } as const

/** Stripe through its own library. */
export function createStripeProvider(options: StripeOptions): PaymentProvider {
  const stripe = new Stripe(options.secretKey, {
    ...serverOf(options.apiUrl),
    timeout: options.timeoutMs ?? 10_000,
    maxNetworkRetries: 2,
    telemetry: false,
    typescript: true,
  })
  return {
    name: 'STRIPE',
    publishableKey: options.publishableKey ?? null,
    createCustomer: ({ userId, email }) =>
      asking(
        async () =>
          (
            await stripe.customers.create(
              { email, metadata: { user_id: userId } },
              { idempotencyKey: `customer:${userId}` },
            )
          ).id,
      ),
    startSetup: ({ setupId, customer, kind }) =>
      asking(async () => {
        const intent = await stripe.setupIntents.create(
          {
            customer,
            allowed_payment_method_types: [paymentTypes[kind]],
            usage: 'off_session',
            metadata: { setup_id: setupId },
          },
          { idempotencyKey: `setup:${setupId}` },
        )
        if (!intent.client_secret) throw new ProblemError('upstream')
        return { token: intent.id, clientSecret: intent.client_secret }
      }),
    readSetup: (token) =>
      asking(async () => stateOf(await stripe.setupIntents.retrieve(token, { expand: ['payment_method', 'mandate'] }))),
    charge: (request) => asking(() => charge(stripe, request)),
    findClientSecret: (token) =>
      asking(async () => {
        const { status, client_secret: secret } = await stripe.paymentIntents.retrieve(token)
        return status === 'requires_action' ||
          status === 'requires_payment_method' ||
          status === 'requires_confirmation'
          ? secret
          : null
      }),
    findPaymentId: (token) =>
      asking(async () => (await stripe.paymentIntents.retrieve(token)).metadata['payment_id'] ?? null),
    refund: ({ refundId, paymentToken, amountMinor }) =>
      asking(async () => {
        const refund = { payment_intent: paymentToken, amount: amountMinor, metadata: { refund_id: refundId } }
        await stripe.refunds.create(refund, { idempotencyKey: `refund:${refundId}` })
      }),
    detach: (methodToken) => asking(() => detach(stripe, methodToken)),
    deleteCustomer: (customer) => asking(() => deleteCustomer(stripe, customer)),
    readEvent({ rawBody, signature, receivedAt }) {
      const at = receivedAt.getTime()
      let event: Stripe.Event
      try {
        event = stripe.webhooks.constructEvent(
          rawBody,
          signature,
          options.webhookSecret,
          signatureAgeMaxSeconds,
          undefined,
          at,
        )
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError) return null
        throw error
      }
      return readEvent(event)
    },
  }
}

/** A card that is refused, or that asks for the person, is answered as an error by Stripe; for us it is an outcome. */
async function charge(stripe: Stripe, request: ChargeRequest): Promise<PaymentOutcome> {
  const { paymentId, solutionId, amountMinor, currency, customer, method, kind, reference } = request
  try {
    const intent = await stripe.paymentIntents.create(
      {
        amount: amountMinor,
        currency: currency.toLowerCase(),
        customer,
        payment_method: method,
        allowed_payment_method_types: [paymentTypes[kind]],
        off_session: true,
        confirm: true,
        description: reference,
        metadata: { payment_id: paymentId, solution_id: solutionId },
      },
      { idempotencyKey: `payment:${paymentId}` },
    )
    return outcomeOf(intent)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeCardError)) throw error
    const token = error.payment_intent?.id ?? null
    if (error.code === 'authentication_required') return { status: 'REQUIRES_ACTION', token, failureCode: error.code }
    return { status: 'FAILED', token, failureCode: error.decline_code || error.code || 'card_declined' }
  }
}

function outcomeOf({ id, status, last_payment_error: fault }: Stripe.PaymentIntent): PaymentOutcome {
  switch (status) {
    case 'succeeded':
      return { status: 'SUCCEEDED', token: id, failureCode: null }
    case 'processing':
      return { status: 'PROCESSING', token: id, failureCode: null }
    case 'requires_action':
      return { status: 'REQUIRES_ACTION', token: id, failureCode: 'authentication_required' }
    default:
      return { status: 'FAILED', token: id, failureCode: fault?.decline_code ?? fault?.code ?? status }
  }
}

function stateOf(intent: Stripe.SetupIntent): SetupState {
  if (intent.status === 'succeeded') {
    const { payment_method: known, mandate } = intent
    const found = typeof known === 'object' ? known : null
    // Deleted since: it belongs to nobody and can never be charged, so an old set-up must not bring it back.
    if (found?.customer === null) return { status: 'FAILED' }
    const method = found && methodDetails(found, mandate)
    if (method === null) throw new ProblemError('upstream')
    return { status: 'SUCCEEDED', method }
  }
  // A refusal takes the intent back to the begin, with the reason beside it.
  const refused =
    intent.status === 'canceled' || (intent.status === 'requires_payment_method' && intent.last_setup_error !== null)
  return { status: refused ? 'FAILED' : 'OPEN' }
}

async function detach(stripe: Stripe, methodToken: string): Promise<void> {
  try {
    await stripe.paymentMethods.detach(methodToken)
  } catch (error) {
    // Unknown to Stripe, or attached to nobody.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
  }
}

async function deleteCustomer(stripe: Stripe, customer: string): Promise<void> {
  try {
    await stripe.customers.del(customer)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing')) throw error
  }
}

/** Refusals of our own pass; whatever else Stripe or the way to it does is not the caller's fault. Its words may hold what we sent, so they go no further. */
async function asking<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProblemError) throw error
    throw Object.assign(
      new ProblemError('upstream', 'The payment provider did not answer as expected. Try again later.'),
      { cause: error },
    )
  }
}

function serverOf(apiUrl: string | undefined) {
  if (apiUrl === undefined) return {}
  const { protocol, hostname, port } = new URL(apiUrl)
  return protocol === 'http:'
    ? { protocol: 'http' as const, host: hostname, port: port || 80 }
    : { protocol: 'https' as const, host: hostname, port: port || 443 }
}

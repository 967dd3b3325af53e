import type Stripe from 'stripe'
import type { ProviderEvent } from '../../ports/payment-provider.ts'
import { methodDetails } from './method-details.ts'

/** What an event of Stripe means for us. Kinds that we have not asked for mean nothing. */
export function readEvent(event: Stripe.Event): ProviderEvent {
  const base = { id: event.id, at: new Date(event.created * 1000) }
  const other = { ...base, kind: 'OTHER' } as const
  switch (event.type) {
    case 'payment_intent.succeeded':
      return payment(base, event.data.object, 'SUCCEEDED')
    case 'payment_intent.processing':
      return payment(base, event.data.object, 'PROCESSING')
    case 'payment_intent.requires_action':
      return payment(base, event.data.object, 'REQUIRES_ACTION')
    case 'payment_intent.payment_failed':
      return payment(
        base,
        event.data.object,
        event.data.object.last_payment_error?.code === 'authentication_required' ? 'REQUIRES_ACTION' : 'FAILED',
      )
    case 'payment_intent.canceled':
      return payment(base, event.data.object, 'FAILED')
    case 'charge.dispute.created':
    case 'charge.dispute.closed': {
      const token = idOf(event.data.object.payment_intent)
      return token === null ? other : { ...base, kind: 'DISPUTE', token, won: event.data.object.status === 'won' }
    }
    case 'charge.refunded': {
      const token = idOf(event.data.object.payment_intent)
      return token === null
        ? other
        : { ...base, kind: 'REFUND', token, refundedMinor: event.data.object.amount_refunded }
    }
    case 'payment_method.updated':
    case 'payment_method.automatically_updated': {
      const method = methodDetails(event.data.object)
      return method === null ? other : { ...base, kind: 'METHOD', method }
    }
    case 'payment_method.detached':
      return { ...base, kind: 'METHOD_GONE', token: event.data.object.id }
    case 'mandate.updated': {
      const token = idOf(event.data.object.payment_method)
      return token === null || event.data.object.status !== 'inactive'
        ? other
        : { ...base, kind: 'MANDATE_ENDED', token }
    }
    default:
      return other
  }
}

type PaymentStatus = Extract<ProviderEvent, { kind: 'PAYMENT' }>['status']

function payment(base: { id: string; at: Date }, intent: Stripe.PaymentIntent, status: PaymentStatus): ProviderEvent {
  const fault = intent.last_payment_error
  const failureCode =
    status === 'SUCCEEDED' || status === 'PROCESSING'
      ? null
      : (fault?.decline_code ?? fault?.code ?? intent.cancellation_reason ?? status.toLowerCase())
  return {
    ...base,
    kind: 'PAYMENT',
    token: intent.id,
    paymentId: intent.metadata['payment_id'] ?? null,
    status,
    failureCode,
  }
}

function idOf(reference: string | { readonly id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}

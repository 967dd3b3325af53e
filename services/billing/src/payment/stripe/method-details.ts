import type Stripe from 'stripe'
import type { MethodDetails } from '../../ports/payment-provider.ts'

/** What we keep of a payment method of Stripe; null for a kind that we do not offer. */
export function methodDetails(
  method: Stripe.PaymentMethod,
  mandate: string | Stripe.Mandate | null = null,
): MethodDetails | null {
  const holder = method.billing_details.name
  if (method.type === 'card' && method.card) {
    const { brand, last4, exp_month: expMonth, exp_year: expYear } = method.card
    return { token: method.id, kind: 'CARD', brand, last4, expMonth, expYear, holder, mandateReference: null }
  }
  if (method.type === 'sepa_debit' && method.sepa_debit) {
    const mandateReference =
      typeof mandate === 'object' ? (mandate?.payment_method_details.sepa_debit?.reference ?? null) : null
    return {
      token: method.id,
      kind: 'SEPA_DEBIT',
      brand: null,
      last4: method.sepa_debit.last4,
      expMonth: null,
      expYear: null,
      holder,
      mandateReference,
    }
  }
  return null
}

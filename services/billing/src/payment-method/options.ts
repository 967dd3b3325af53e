import type { PaymentMethod } from '@bollard/contracts'
import type { BillingContext } from '../billing-context.ts'

export interface PaymentOptions {
  readonly kinds: PaymentMethod['kind'][]
  readonly issuesInvoices: boolean
}

/** How bills can be paid in this deployment. The fields for a card number are the provider's, and need its publishable key. */
export function paymentOptions({ provider, operator }: Pick<BillingContext, 'provider' | 'operator'>): PaymentOptions {
  const throughProvider = provider !== null && provider.publishableKey !== null
  return {
    kinds: [...(throughProvider ? (['CARD', 'SEPA_DEBIT'] as const) : []), 'BANK_TRANSFER'],
    issuesInvoices: operator !== null,
  }
}

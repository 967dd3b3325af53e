import type { Money } from '@bollard/contracts'

export type PaymentStatus =
  | 'PENDING'
  | 'PROCESSING'
  | 'REQUIRES_ACTION'
  | 'SUCCEEDED'
  | 'FAILED'
  | 'DISPUTED'
  | 'REFUNDED'

/** A try to pay an invoice, as the statements of this service select it. */
export interface Payment {
  readonly id: string
  readonly solutionId: string
  readonly invoiceId: string
  readonly attempt: number
  readonly kind: 'CARD' | 'SEPA_DEBIT' | 'BANK_TRANSFER'
  readonly paymentMethodId: string | null
  readonly amountMinor: number
  readonly currency: Money['currency']
  readonly status: PaymentStatus
  readonly providerToken: string | null
  readonly providerAt: Date | null
  readonly failureCode: string | null
  readonly refundedMinor: number
  readonly createdAt: Date
}

export const paymentColumns = `id, solution_id as "solutionId", invoice_id as "invoiceId", attempt, kind, payment_method_id as "paymentMethodId",
  amount_minor as "amountMinor", currency, status, provider_token as "providerToken", provider_at as "providerAt", failure_code as "failureCode",
  refunded_minor as "refundedMinor", created_at as "createdAt"`

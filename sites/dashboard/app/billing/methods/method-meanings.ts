import type { PaymentMethod } from '@bollard/contracts'
import type { Meaning } from '@bollard/ui'

export const methodMeanings: Record<PaymentMethod['status'], Meaning> = {
  ACTIVE: 'human',
  EXPIRING: 'doubt',
  EXPIRED: 'bot',
  FAILED: 'bot',
  REQUIRES_ACTION: 'doubt',
}

/** Whether somebody has to do something about a payment method. */
export function needsAttention(status: PaymentMethod['status']): boolean {
  return status !== 'ACTIVE'
}

import type { PaymentMethod } from '@bollard/contracts'

/** A payment method as the statements of this service select it. */
export interface MethodRow extends Omit<PaymentMethod, 'status' | 'createdAt' | 'updatedAt'> {
  readonly status: 'ACTIVE' | 'FAILED' | 'REQUIRES_ACTION'
  readonly providerToken: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const methodColumns = `id, kind, brand, last4, exp_month as "expMonth", exp_year as "expYear", holder, mandate_reference as "mandateReference", status,
  is_default as "default", provider_token as "providerToken", version, created_at as "createdAt", updated_at as "updatedAt"`

/** How long before its last day a card counts as expiring. */
const expiringMs = 60 * 86_400_000

export function toPaymentMethod(row: MethodRow, now: Date): PaymentMethod {
  const { providerToken: _, createdAt, updatedAt, ...method } = row
  return {
    ...method,
    status: statusAt(row, now),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

/** A card holds until the end of its month, wherever its bank is; the latest end on earth is twelve hours after that in UTC. */
function statusAt(
  { status, expMonth, expYear }: Pick<MethodRow, 'status' | 'expMonth' | 'expYear'>,
  now: Date,
): PaymentMethod['status'] {
  if (status !== 'ACTIVE' || expMonth === null || expYear === null) return status
  const leftMs = Date.UTC(expYear, expMonth, 1, 12) - now.getTime()
  if (leftMs <= 0) return 'EXPIRED'
  return leftMs <= expiringMs ? 'EXPIRING' : 'ACTIVE'
}

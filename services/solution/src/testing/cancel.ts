import type { BillingSummary } from '../solution-context.ts'

/** What billing says of a plan that is paid until a moment. */
export const paidUntil = (periodEndsAt: string): BillingSummary => ({
  planCode: 'STARTER',
  status: 'ACTIVE',
  trialEndsAt: null,
  periodEndsAt: new Date(periodEndsAt),
  invoiceAddressId: null,
  paymentMethodId: null,
  usageAlertPercents: [],
  usage: { period: '2026-03', counted: 0, included: null },
})

/** Body of the call that cancels a solution with this label at the end of its period. */
export const atEnd = (confirmLabel: string) => ({ confirmLabel, reason: 'OTHER', effective: 'END_OF_PERIOD' }) as const

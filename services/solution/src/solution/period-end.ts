import type { BillingSummary } from '../solution-context.ts'

/** Until when a solution is paid for: of the trial its end, else of what billing says, else of the month. Without billing nothing is paid, and it ends now. */
export function periodEnd(billing: BillingSummary | undefined, now: Date): Date {
  if (billing === undefined) return now
  const end = billing.periodEndsAt ?? (billing.status === 'TRIALING' ? billing.trialEndsAt : null) ?? monthAfter(now)
  return end > now ? end : now
}

function monthAfter(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
}

import type { Organization } from '@bollard/contracts'

interface Scheme {
  /** Holds for referrals from this day on; an earlier one keeps what held then. */
  readonly from: string
  /** For how many months after the referral payments earn a commission. */
  readonly months: number
  /** By paying customers, the highest step that is reached counts. In percent of the net amount. */
  readonly steps: readonly { readonly customers: number; readonly percent: number }[]
}

/** Resellers buy at a margin and write invoices of their own; companies manage what is theirs. Neither earns commissions. */
const schemes: Readonly<Record<Organization['kind'], readonly Scheme[]>> = {
  AFFILIATE: [{ from: '2026-01-01', months: 12, steps: [{ customers: 0, percent: 15 }] }],
  AGENCY: [
    {
      from: '2026-01-01',
      months: 24,
      steps: [
        { customers: 0, percent: 15 },
        { customers: 5, percent: 20 },
      ],
    },
  ],
  RESELLER: [],
  COMPANY: [],
}

/** A commission can be taken back that long without being paid: refunds and chargebacks come in this time. */
export const holdingDays = 30

export interface RateFacts {
  readonly kind: Organization['kind']
  readonly since: Date
  readonly paidAt: Date
  /** With the one who paid now. */
  readonly payingCustomers: number
}

/** The percentage of a payment that is earned; null where it earns nothing. */
export function commissionRate({ kind, since, paidAt, payingCustomers }: RateFacts): number | null {
  const day = since.toISOString().slice(0, 10)
  const scheme = schemes[kind].findLast(({ from }) => from <= day)
  if (!scheme || paidAt < since || paidAt >= addMonths(since, scheme.months)) return null
  return scheme.steps.findLast(({ customers }) => customers <= payingCustomers)?.percent ?? null
}

/** A commission in minor units, rounded half up. */
export function commissionOn(baseMinor: number, percent: number): number {
  return Math.floor((baseMinor * percent + 50) / 100)
}

/** The same day so many months later, or the last of that month where it has no such day. */
function addMonths(at: Date, months: number): Date {
  const moved = new Date(at)
  moved.setUTCMonth(moved.getUTCMonth() + months, 1)
  const last = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  moved.setUTCDate(Math.min(at.getUTCDate(), last))
  return moved
}

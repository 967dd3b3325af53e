import type { organizationKinds } from './organization.ts'

type OrganizationKind = (typeof organizationKinds)[number]

export interface CommissionScheme {
  /** Holds for referrals from this day on; an earlier one keeps what held then. */
  readonly from: string
  /** For how many months after the referral payments earn a commission. */
  readonly months: number
  /** By paying customers, the highest step that is reached counts. In percent of the net amount. */
  readonly steps: readonly { readonly customers: number; readonly percent: number }[]
}

/** Resellers buy at a margin (`resellerMarginPercent`) and write invoices of their own; companies manage what is theirs. Neither earns commissions. */
export const commissionSchemes: Readonly<Record<OrganizationKind, readonly CommissionScheme[]>> = {
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

/** What a verified reseller pays less, in percent of the net price, for solutions that it manages and pays for itself. */
export const resellerMarginPercent = 25

/** A commission can be taken back that long without being paid: refunds and chargebacks come in this time. */
export const commissionHoldingDays = 30
/** The first day of a month on which payouts may be made, in UTC. */
export const payoutFirstDay = 10
/** Net; what is less is carried over. */
export const payoutMinimum = { amountMinor: 50_00, currency: 'EUR' } as const

/** How long nothing is paid out after a change of who is paid. */
export const payoutFreezeDays = 7
export const organizationVerificationMonths = 12

/** The rules that founders of an organization agree to, as the dashboard shows them. A change of a rule above is a new version. */
export const partnerTerms = { documentId: 'partner-programme-rules', version: '2026-01-01' } as const

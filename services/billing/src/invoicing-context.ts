import type { UsageCounts } from '@bollard/contracts'
import type { BillingDeps } from './billing-context.ts'

/** The company that runs this deployment, as it stands on its invoices. */
export interface InvoiceSeller {
  readonly legalName: string
  readonly address: {
    readonly street: string
    readonly line2?: string | undefined
    readonly postalCode: string
    readonly city: string
    readonly region?: string | undefined
    /** ISO 3166-1 alpha-2. */
    readonly countryCode: string
  }
  readonly email: string
  readonly contact: { readonly name: string; readonly phone: string; readonly email: string }
  readonly vatId?: string | undefined
  readonly taxNumber?: string | undefined
  readonly registerNumber?: string | undefined
  readonly bank: { readonly accountHolder: string; readonly iban: string; readonly bic?: string | undefined }
}

/** What a solution used on one day in UTC. */
export interface UsageOfDay extends UsageCounts {
  readonly solutionId: string
  /** `2026-11-30`. */
  readonly day: string
}

/** What invoices need from outside besides what billing needs anyway. */
export interface InvoicingPorts {
  /** Null where nobody has said who sells: then nothing is invoiced, and `runBilling` says so. */
  readonly invoiceSeller: InvoiceSeller | null
  /** Usage by solution and day, from `from` up to but not including `to` (whole days in UTC); days without any may be left out. */
  readonly readUsage: (
    solutionIds: readonly string[],
    period: { readonly from: Date; readonly to: Date },
  ) => Promise<readonly UsageOfDay[]>
  /** Where a person switches mails about usage off; null when they have. */
  readonly usageMailUrlOf: (userId: string) => Promise<string | null>
  /** Reduces a solution to proof of work because of an unpaid invoice. Doing it again, or for one that is gone, changes nothing; so it is with the others. */
  readonly lockForPayment: (solutionId: string, notifiedAt: Date) => Promise<void>
  readonly unlockForPayment: (solutionId: string) => Promise<void>
  /** The same for a solution that uses far more than its plan includes, where more has no price. */
  readonly lockForQuota: (solutionId: string, notifiedAt: Date) => Promise<void>
  readonly unlockForQuota: (solutionId: string) => Promise<void>
  /** The same for a solution that has no plan any more; the lock refuses new verifications two weeks later. */
  readonly lockForPlan: (solutionId: string, notifiedAt: Date) => Promise<void>
  readonly unlockForPlan: (solutionId: string) => Promise<void>
}

export interface InvoicingDeps extends BillingDeps, InvoicingPorts {}

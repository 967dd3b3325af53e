import type { CreditNoteInput, PayoutRun, Plan, PlanLimits, UsageCounts } from '@bollard/contracts'
import type { Invoice } from '@bollard/e-invoice'
import type { Language } from '@bollard/i18n'
import type { DayCounts } from './accounting/settle-month.ts'
import type { IssuedInvoice } from './invoice/invoice-row.ts'
import type { MethodKind } from './subscription/means-of-paying.ts'
import type { BillingStatus, Interval } from './subscription/subscription-row.ts'

/** Columns that hold more than the schema says. */
export interface ColumnTypes {
  'billing.accountings.counted': UsageCounts
  'billing.accountings.per_day': readonly DayCounts[]
  'billing.accountings.plan': Plan
  'billing.invoices.document': Invoice
  'billing.payout_documents.document': Invoice
  'billing.payout_runs.left_out': PayoutRun['leftOut']
  'billing.plan_history.billing_interval': Interval
  'billing.plan_history.plan': Plan
  'billing.plan_history.status': BillingStatus
  'billing.plan_overrides.limits': Partial<PlanLimits>
  'billing.refund_requests.input': RefundInput
  'billing.subscriptions.plan': Plan
}

/** Of a credit note, or of a correction its month and reason. */
type RefundInput = Pick<CreditNoteInput, 'reason' | 'lines'> & {
  readonly reissue?: boolean
  readonly period?: string
}

/** What every invoice has that is no draft; the statements leave out drafts, or read what they have just issued. */
interface Issued {
  number: IssuedInvoice['number']
  document: IssuedInvoice['document']
  issuedOn: IssuedInvoice['issuedOn']
  netMinor: IssuedInvoice['netMinor']
  taxMinor: IssuedInvoice['taxMinor']
  grossMinor: IssuedInvoice['grossMinor']
}

/** Likewise, of statements that read the number alone. */
interface Numbered {
  number: string
}

/** Columns of rows, and why they are more than the schema can say. */
export interface ResultTypes {
  'billing-apply-lock': Issued
  'billing-apply-paid': Issued
  'billing-collect-due': Numbered
  'billing-correct-charges': {
    /** A charge of an accounting is for overage, and a check gives that units. */
    units: number
    /** A count, which there always is. */
    line: number
  }
  'billing-credit-add': Issued
  'billing-credit-earlier': {
    /** `credited_lines` is written by `creditInvoice` alone. */
    line: number
    /** Likewise. */
    netMinor: number
  }
  'billing-credit-lock': Issued
  'billing-credit-take-off': Issued
  'billing-datev-invoices': {
    /** The statement leaves out drafts. */
    number: string
    document: Invoice
    issuedOn: string
  }
  'billing-credit-wanted': {
    /** An invoice has the language of the address it was made for. */
    language: Language
  }
  'billing-dun-due': Issued
  'billing-dun-late': Numbered
  'billing-dun-old': Numbered
  'billing-invoice-find': Issued
  'billing-invoice-latest': Issued
  'billing-invoice-list': Issued
  'billing-invoice-own': Issued
  'billing-lock-due': Issued
  'billing-paid-due': Issued
  'billing-parts-invoices': Issued
  'billing-parts-own-invoices': Issued
  'billing-pdf-of': Issued
  'billing-plan-unpaid': Issued
  'billing-provisional-due': {
    /** The statement leaves out drafts. */
    number: string
    /** An invoice has the language of the address it was made for. */
    language: Language
    /** The statement asks for those that were answered. */
    vatIdStatus: 'VALID' | 'INVALID'
  }
  'billing-record-invoice': Issued
  'billing-used-method': {
    /** The function answers `billing.payment_methods.kind`. */
    kind: MethodKind | null
  }
  'partner-commissions-earned': {
    /** The commission itself is among what is summed. */
    base: number
    /** Likewise. */
    amount: number
  }
}

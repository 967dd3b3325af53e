// Rows of the named statements, as the migrated schema has them. `npm run rows` writes this file; see decisions/0057.
import type { Narrowed } from '@bollard/database/statement-rows'
import type { ColumnTypes, ResultTypes } from '../column-types.ts'

declare module '@bollard/database/statement-rows' {
  interface StatementRows {
    'billing-accounting-due': {
      readonly solutionId: string
      readonly createdAt: Date
      readonly lastPeriod: string | null
      readonly endPeriod: string | null
    }
    'billing-accounting-insert': {
      readonly id: string
    }
    'billing-accounting-latest': {
      readonly id: string
      readonly solutionId: string
      readonly period: string
      readonly corrects: string | null
      readonly planCode: string
      readonly plan: Narrowed<unknown, ColumnTypes['billing.accountings.plan']>
      readonly included: number | null
      readonly counted: Narrowed<unknown, ColumnTypes['billing.accountings.counted']>
      readonly perDay: Narrowed<unknown, ColumnTypes['billing.accountings.per_day']>
      readonly overageUnits: number
      readonly overageMinor: number
      readonly planMinor: number
      readonly currency: string
      readonly closedAt: Date
      readonly corrected: boolean
      readonly invoiceId: string | null
    }
    'billing-accounting-list': {
      readonly id: string
      readonly solutionId: string
      readonly period: string
      readonly corrects: string | null
      readonly planCode: string
      readonly plan: Narrowed<unknown, ColumnTypes['billing.accountings.plan']>
      readonly included: number | null
      readonly counted: Narrowed<unknown, ColumnTypes['billing.accountings.counted']>
      readonly perDay: Narrowed<unknown, ColumnTypes['billing.accountings.per_day']>
      readonly overageUnits: number
      readonly overageMinor: number
      readonly planMinor: number
      readonly currency: string
      readonly closedAt: Date
      readonly corrected: boolean
      readonly invoiceId: string | null
    }
    'billing-accounting-solution': {
      readonly one: number
    }
    'billing-address-count': {
      readonly count: number
    }
    'billing-address-delete': {
      readonly id: string
    }
    'billing-address-get': {
      readonly id: string
      readonly userId: string
      readonly company: string
      readonly firstName: string
      readonly lastName: string
      readonly street: string
      readonly line2: string
      readonly postalCode: string
      readonly city: string
      readonly region: string
      readonly countryCode: string
      readonly email: string
      readonly ccEmails: string[]
      readonly vatId: string | null
      readonly vatIdStatus: 'NONE' | 'UNCHECKED' | 'VALID' | 'INVALID' | 'UNAVAILABLE'
      readonly vatIdCheckedAt: Date | null
      readonly vatIdRequestId: string | null
      readonly purchaseOrder: string
      readonly buyerReference: string
      readonly eInvoice: 'ZUGFERD_PDF' | 'XRECHNUNG_XML' | 'PEPPOL'
      readonly peppolId: string | null
      readonly unconfirmedEmails: string[]
      readonly version: number
      readonly createdAt: Date
      readonly updatedAt: Date
    }
    'billing-address-insert': {
      readonly id: string
      readonly userId: string
      readonly company: string
      readonly firstName: string
      readonly lastName: string
      readonly street: string
      readonly line2: string
      readonly postalCode: string
      readonly city: string
      readonly region: string
      readonly countryCode: string
      readonly email: string
      readonly ccEmails: string[]
      readonly vatId: string | null
      readonly vatIdStatus: 'NONE' | 'UNCHECKED' | 'VALID' | 'INVALID' | 'UNAVAILABLE'
      readonly vatIdCheckedAt: Date | null
      readonly vatIdRequestId: string | null
      readonly purchaseOrder: string
      readonly buyerReference: string
      readonly eInvoice: 'ZUGFERD_PDF' | 'XRECHNUNG_XML' | 'PEPPOL'
      readonly peppolId: string | null
      readonly unconfirmedEmails: string[]
      readonly version: number
      readonly createdAt: Date
      readonly updatedAt: Date
    }
    'billing-address-list': {
      readonly id: string
      readonly userId: string
      readonly company: string
      readonly firstName: string
      readonly lastName: string
      readonly street: string
      readonly line2: string
      readonly postalCode: string
      readonly city: string
      readonly region: string
      readonly countryCode: string
      readonly email: string
      readonly ccEmails: string[]
      readonly vatId: string | null
      readonly vatIdStatus: 'NONE' | 'UNCHECKED' | 'VALID' | 'INVALID' | 'UNAVAILABLE'
      readonly vatIdCheckedAt: Date | null
      readonly vatIdRequestId: string | null
      readonly purchaseOrder: string
      readonly buyerReference: string
      readonly eInvoice: 'ZUGFERD_PDF' | 'XRECHNUNG_XML' | 'PEPPOL'
      readonly peppolId: string | null
      readonly unconfirmedEmails: string[]
      readonly version: number
      readonly createdAt: Date
      readonly updatedAt: Date
    }
    'billing-address-own': {
      readonly one: number
    }
    'billing-address-solutions': {
      readonly solutionId: string
    }
    'billing-address-turn': {
      readonly pg_advisory_xact_lock: string
    }
    'billing-address-update': {
      readonly id: string
      readonly userId: string
      readonly company: string
      readonly firstName: string
      readonly lastName: string
      readonly street: string
      readonly line2: string
      readonly postalCode: string
      readonly city: string
      readonly region: string
      readonly countryCode: string
      readonly email: string
      readonly ccEmails: string[]
      readonly vatId: string | null
      readonly vatIdStatus: 'NONE' | 'UNCHECKED' | 'VALID' | 'INVALID' | 'UNAVAILABLE'
      readonly vatIdCheckedAt: Date | null
      readonly vatIdRequestId: string | null
      readonly purchaseOrder: string
      readonly buyerReference: string
      readonly eInvoice: 'ZUGFERD_PDF' | 'XRECHNUNG_XML' | 'PEPPOL'
      readonly peppolId: string | null
      readonly unconfirmedEmails: string[]
      readonly version: number
      readonly createdAt: Date
      readonly updatedAt: Date
    }
    'billing-alert-known': {
      readonly one: number
    }
    'billing-alert-mark': {
      readonly percent: number
    }
    'billing-apply-disputed': Record<string, never>
    'billing-apply-failed': Record<string, never>
    'billing-apply-lock': {
      readonly id: string
      readonly kind: 'INVOICE' | 'CREDIT_NOTE'
      readonly solutionId: string
      readonly userId: string
      readonly status: 'DRAFT' | 'ISSUED' | 'PAID' | 'OVERDUE' | 'UNCOLLECTIBLE' | 'VOID'
      readonly number: Narrowed<string | null, ResultTypes['billing-apply-lock']['number']>
      readonly corrects: string | null
      readonly document: Narrowed<
        Narrowed<unknown, ColumnTypes['billing.invoices.document']> | null,
        ResultTypes['billing-apply-lock']['document']
      >
      readonly issuedOn: Narrowed<string | null, ResultTypes['billing-apply-lock']['issuedOn']>
      readonly dueOn: string | null
      readonly currency: string
      readonly netMinor: Narrowed<number | null, ResultTypes['billing-apply-lock']['netMinor']>
      readonly taxMinor: Narrowed<number | null, ResultTypes['billing-apply-lock']['taxMinor']>
      readonly grossMinor: Narrowed<number | null, ResultTypes['billing-apply-lock']['grossMinor']>
      readonly paymentKind: 'CARD' | 'SEPA_DEBIT' | 'BANK_TRANSFER'
      readonly createdAt: Date
      readonly issuedAt: Date | null
      readonly paidMinor: number
      readonly creditedMinor: number
      readonly creditedNetMinor: number
      readonly paidAt: Date | null
      readonly voidWanted: string | null
      readonly tries: number
      readonly nextTryAt: Date | null
      readonly dunningSince: Date | null
      readonly dunningStep: number
      readonly noticedAt: Date | null
      readonly lockWantedAt: Date | null
    }
    'billing-apply-paid': {
      readonly id: string
      readonly kind: 'INVOICE' | 'CREDIT_NOTE'
      readonly solutionId: string
      readonly userId: string
      readonly status: 'DRAFT' | 'ISSUED' | 'PAID' | 'OVERDUE' | 'UNCOLLECTIBLE' | 'VOID'
      readonly number: Narrowed<string | null, ResultTypes['billing-apply-paid']['number']>
      readonly corrects: string | null
      readonly document: Narrowed<
        Narrowed<unknown, ColumnTypes['billing.invoices.document']> | null,
        ResultTypes['billing-apply-paid']['document']
      >
      readonly issuedOn: Narrowed<string | null, ResultTypes['billing-apply-paid']['issuedOn']>
      readonly dueOn: string | null
      readonly currency: string
      readonly netMinor: Narrowed<number | null, ResultTypes['billing-apply-paid']['netMinor']>
      readonly taxMinor: Narrowed<number | null, ResultTypes['billing-apply-paid']['taxMinor']>
      readonly grossMinor: Narrowed<number | null, ResultTypes['billing-apply-paid']['grossMinor']>
      readonly paymentKind: 'CARD' | 'SEPA_DEBIT' | 'BANK_TRANSFER'
      readonly createdAt: Date
      readonly issuedAt: Date | null
      readonly paidMinor: number
      readonly creditedMinor: number
      readonly creditedNetMinor: number
      readonly paidAt: Date | null
      readonly voidWanted: string | null
      readonly tries: number
      readonly nextTryAt: Date | null
      readonly dunningSince: Date | null
      readonly dunningStep: number
      readonly noticedAt: Date | null
      readonly lockWantedAt: Date | null
    }
    'billing-apply-settled': Record<string, never>
    'billing-apply-wait': Record<string, never>
    'billing-bookings-invoices': {
      readonly number: string | null
      readonly kind: 'INVOICE' | 'CREDIT_NOTE'
      readonly corrects: string | null
      readonly issuedOn: string
      readonly dueOn: string | null
      readonly buyer: string | null
      readonly country: string | null
      readonly vatId: string | null
      readonly netMinor: number | null
      readonly taxMinor: number | null
      readonly grossMinor: number | null
      readonly currency: string
      readonly status: 'DRAFT' | 'ISSUED' | 'PAID' | 'OVERDUE' | 'UNCOLLECTIBLE' | 'VOID'
      readonly taxes: string | null
    }
    'billing-bookings-payments': {
      readonly at: Date
      readonly kind: 'PAYMENT' | 'REFUND'
      readonly invoice: string | null
      readonly buyer: string | null
      readonly amountMinor: number
      readonly currency: string
      readonly reference: string
      readonly way: 'CARD' | 'SEPA_DEBIT' | 'BANK_TRANSFER'
    }
    'billing-charge-add': Record<string, never>
    'billing-charge-cancel': Record<string, never>
    'billing-charge-invoiced': {
      readonly one: number
    }
    'billing-collect-due': {
      readonly id: string
      readonly solutionId: string
      readonly number: Narrowed<string | null, ResultTypes['billing-collect-due']['number']>
      readonly attempt: number
      readonly amountMinor: number
      readonly currency: string
    }
    'billing-collect-method': {
      readonly id: string
      readonly kind: 'CARD' | 'SEPA_DEBIT' | 'BANK_TRANSFER'
      readonly token: string | null
      readonly customer: string | null
    }
    'billing-collect-none': Record<string, never>
    'billing-collect-tried': Record<string, never>
    'billing-confirm-find': {
      readonly userId: string
      readonly email: string
      readonly expiresAt: Date
    }
    'billing-confirm-keep': Record<string, never>
    'billing-confirm-newest': {
      readonly id: string
    }
    'billing-confirm-sweep': Record<string, never>
    'billing-confirm-use': {
      readonly one: number
    }
    'billing-correct-cancel': Record<string, never>
    'billing-correct-charges': {
      readonly id: string
      readonly units: Narrowed<number | null, ResultTypes['billing-correct-charges']['units']>
      readonly amountMinor: number
      readonly invoiceId: string | null
      readonly document: Narrowed<unknown, ColumnTypes['billing.invoices.document']> | null
      readonly line: Narrowed<number | null, ResultTypes['billing-correct-charges']['line']>
      readonly creditedMinor: number
    }
    'billing-credit-add': {
      readonly id: string
      readonly kind: 'INVOICE' | 'CREDIT_NOTE'
      readonly solutionId: string
      readonly userId: string
      readonly status: 'DRAFT' | 'ISSUED' | 'PAID' | 'OVERDUE' | 'UNCOLLECTIBLE' | 'VOID'
      readonly number: Narrowed<string | null, ResultTypes['billing-credit-add']['number']>
      readonly corrects: string | null
      readonly document: Narrowed<
        Narrowed<unknown, ColumnTypes['billing.invoices.document']> | null,
        ResultTypes['billing-credit-add']['document']
      >
      readonly issuedOn: Narrowed<string | null, ResultTypes['billing-credit-add']['issuedOn']>
      readonly dueOn: string | null
      readonly currency: string
      readonly netMinor: Narrowed<number | null, ResultTypes['billing-credit-add']['netMinor']>
      readonly taxMinor: Narrowed<number | null, ResultTypes['billing-credit-add']['taxMinor']>
      readonly grossMinor: Narrowed<number | null, ResultTypes['billing-credit-add']['grossMinor']>
      readonly paymentKind: 'CARD' | 'SEPA_DEBIT' | 'BANK_TRANSFER'
      readonly createdAt: Date
      readonly issuedAt: Date | null
      readonly paidMinor: number
      readonly creditedMinor: number
      readonly creditedNetMinor: number
      readonly paidAt: Date | null
      readonly voidWanted: string | null
      readonly tries: number
      readonly nextTryAt: Date | null
      readonly dunningSince: Date | null
      readonly dunningStep: number
      readonly noticedAt: Date | null
      readonly lockWantedAt: Date | null
    }
    'billing-credit-earlier': {
      readonly line: Narrowed<number | null, ResultTypes['billing-credit-earlier']['line']>
      readonly netMinor: Narrowed<number | null, ResultTypes['billing-credit-earlier']['netMinor']>
    }
    'billing-credit-lock': {
      readonly id: string
      readonly kind: 'INVOICE' | 'CREDIT_NOTE'
      readonly solutionId: string
      readonly userId: string
      readonly status: 'DRAFT' | 'ISSUED' | 'PAID' | 'OVERDUE' | 'UNCOLLECTIBLE' | 'VOID'
      readonly number: Narrowed<string | null, ResultTypes['billing-credit-lock']['number']>
      readonly corrects: string | null
      readonly document: Narrowed<
        Narrowed<unknown, ColumnTypes['billing.invoices.document']> | null,
        ResultTypes['billing-credit-lock']['document']
      >
      readonly issuedOn: Narrowed<string | null, ResultTypes['billing-credit-lock']['issuedOn']>
      readonly dueOn: string | null
      readonly currency: string
      readonly netMinor: Narrowed<number | null, ResultTypes['billing-credit-lock']['netMinor']>
      readonly taxMinor: Narrowed<number | null, ResultTypes['billing-credit-lock']['taxMinor']>
      readonly grossMinor: Narrowed<number | null, ResultTypes['billing-credit-lock']['grossMinor']>
      readonly paymentKind: 'CARD' | 'SEPA_DEBIT' | 'BANK_TRANSFER'
      readonly createdAt: Date
      readonly issuedAt: Date | null
      readonly paidMinor: number
      readonly creditedMinor: number
      readonly creditedNetMinor: number
      readonly paidAt: Date | null
      readonly voidWanted: string | null
      readonly tries: number
      readonly nextTryAt: Date | null
      readonly dunningSince: Date | null
      readonly dunningStep: number
      readonly noticedAt: Date | null
      readonly lockWantedAt: Date | null
    }
    'billing-credit-reopen': Record<string, never>
    'billing-credit-settled': Record<string, never>
    'billing-credit-take-off': {
      readonly id: string
      readonly kind: 'INVOICE' | 'CREDIT_NOTE'
      readonly solutionId: string
      readonly userId: string
      readonly status: 'DRAFT' | 'ISSUED' | 'PAID' | 'OVERDUE' | 'UNCOLLECTIBLE' | 'VOID'
      readonly number: Narrowed<string | null, ResultTypes['billing-credit-take-off']['number']>
      readonly corrects: string | null
      readonly document: Narrowed<
        Narrowed<unknown, ColumnTypes['billing.invoices.document']> | null,
        ResultTypes['billing-credit-take-off']['document']
      >
      readonly issuedOn: Narrowed<string | null, ResultTypes['billing-credit-take-off']['issuedOn']>
      readonly dueOn: string | null
      readonly currency: string
      readonly netMinor: Narrowed<number | null, ResultTypes['billing-credit-take-off']['netMinor']>
      readonly taxMinor: Narrowed<number | null, ResultTypes['billing-credit-take-off']['taxMinor']>
      readonly grossMinor: Narrowed<number | null, ResultTypes['billing-credit-take-off']['grossMinor']>
      readonly paymentKind: 'CARD' | 'SEPA_DEBIT' | 'BANK_TRANSFER'
      readonly createdAt: Date
      readonly issuedAt: Date | null
      readonly paidMinor: number
      readonly creditedMinor: number
      readonly creditedNetMinor: number
      readonly paidAt: Date | null
      readonly voidWanted: string | null
      readonly tries: number
      readonly nextTryAt: Date | null
      readonly dunningSince: Date | null
      readonly dunningStep: number
      readonly noticedAt: Date | null
      readonly lockWantedAt: Date | null
    }
    'billing-credit-void': Record<string, never>
    'billing-credit-wanted': {
      readonly id: string
      readonly solutionId: string
      readonly language: Narrowed<string | null, ResultTypes['billing-credit-wanted']['language']>
    }
    'billing-customer-find': {
      readonly token: string
    }
    'billing-customer-keep': Record<string, never>
    'billing-datev-invoices': {
      readonly number: Narrowed<string | null, ResultTypes['billing-datev-invoices']['number']>
      readonly kind: 'INVOICE' | 'CREDIT_NOTE'
      readonly corrects: string | null
      readonly issuedOn: Narrowed<string, ResultTypes['billing-datev-invoices']['issuedOn']>
      readonly currency: string
      readonly document: Narrowed<
        Narrowed<unknown, ColumnTypes['billing.invoices.document']> | null,
        ResultTypes['billing-datev-invoices']['document']
      >
    }
    'billing-departure-addresses': {
      readonly id: string
    }
    'billing-departure-answers': Record<string, never>
    'billing-departure-asked': Record<string, never>
    'billing-departure-begin': Record<string, never>
    'billing-departure-confirmed': Record<string, never>
    'billing-departure-customer-gone': Record<string, never>
    'billing-departure-customers': {
      readonly token: string
    }
    'billing-departure-end': Record<string, never>
    'billing-departure-methods': {
      readonly id: string
      readonly kind: 'CARD' | 'SEPA_DEBIT' | 'BANK_TRANSFER'
    }
    'billing-departure-owing': {
      readonly solutionId: string
    }
    'billing-departure-setups': Record<string, never>
    'billing-departure-with-addresses': {
      readonly id: string
    }
    'billing-departure-with-methods': {
      readonly id: string
    }
    'billing-departures': {
      readonly userId: string
    }
    'billing-describe': {
      readonly solutionId: string
      readonly solutionType: 'CAPTCHA' | 'MONITORING' | 'BUNDLE_SECURITY'
      readonly createdBy: string
      readonly planCode: string
      readonly plan: Narrowed<unknown, ColumnTypes['billing.subscriptions.plan']>
      readonly interval: 'MONTHLY' | 'YEARLY' | null
      readonly status: 'TRIALING' | 'ACTIVE' | 'INCOMPLETE' | 'PAST_DUE' | 'UNPAID' | 'PAUSED' | 'CANCELED'
      readonly trialEndsAt: Date | null
      readonly trialMailedDays: number | null
      readonly anchorAt: Date | null
      readonly periodStart: Date | null
      readonly periodEnd: Date | null
      readonly nextPlanCode: string | null
      readonly nextInterval: 'MONTHLY' | 'YEARLY' | null
      readonly renews: boolean
      readonly incompleteSince: Date | null
      readonly invoiceAddressId: string | null
      readonly paymentMethodId: string | null
      readonly usageAlertPercents: number[]
      readonly version: number
      readonly createdAt: Date
      readonly updatedAt: Date
    }
    'billing-draft-add': Record<string, never>
    'billing-draft-find': {
      readonly id: string
    }
    'billing-draft-means': {
      readonly userId: string
      readonly kind: 'CARD' | 'SEPA_DEBIT' | 'BANK_TRANSFER' | null
    }
    'billing-draft-owed': {
      readonly currency: string
    }
    'billing-draft-take': Record<string, never>
    'billing-drop-charges': Record<string, never>
    'billing-drop-drafts': Record<string, never>
    'billing-drop-want': Record<string, never>
    'billing-due': {
      readonly solutionId: string
    }
    'billing-due-lock': {
      readonly solutionId: string
      readonly solutionType: 'CAPTCHA' | 'MONITORING' | 'BUNDLE_SECURITY'
      readonly createdBy: string
      readonly planCode: string
      readonly plan: Narrowed<unknown, ColumnTypes['billing.subscriptions.plan']>
      readonly interval: 'MONTHLY' | 'YEARLY' | null
      readonly status: 'TRIALING' | 'ACTIVE' | 'INCOMPLETE' | 'PAST_DUE' | 'UNPAID' | 'PAUSED' | 'CANCELED'
      readonly trialEndsAt: Date | null
      readonly trialMailedDays: number | null
      readonly anchorAt: Date | null
      readonly periodStart: Date | null
      readonly periodEnd: Date | null
      readonly nextPlanCode: string | null
      readonly nextInterval: 'MONTHLY' | 'YEARLY' | null
      readonly renews: boolean
      readonly incompleteSince: Date | null
      readonly invoiceAddressId: string | null
      readonly paymentMethodId: string | null
      readonly usageAlertPercents: number[]
      readonly version: number
      readonly createdAt: Date
      readonly updatedAt: Date
    }
    'billing-dun-due': {
      readonly id: string
      readonly kind: 'INVOICE' | 'CREDIT_NOTE'
      readonly solutionId: string
      readonly userId: string
      readonly status: 'DRAFT' | 'ISSUED' | 'PAID' | 'OVERDUE' | 'UNCOLLECTIBLE' | 'VOID'
      readonly number: Narrowed<string | null, ResultTypes['billing-dun-due']['number']>
      readonly corrects: string | null
      readonly document: Narrowed<
        Narrowed<unknown, ColumnTypes['billing.invoices.document']> | null,
        ResultTypes['billing-dun-due']['document']
      >
      readonly issuedOn: Narrowed<string | null, ResultTypes['billing-dun-due']['issuedOn']>
      readonly dueOn: string | null
      readonly currency: string
      readonly netMinor: Narrowed<number | null, ResultTypes['billing-dun-due']['netMinor']>
      readonly taxMinor: Narrowed<number | null, ResultTypes['billing-dun-due']['taxMinor']>
      readonly grossMinor: Narrowed<number | null, ResultTypes['billing-dun-due']['grossMinor']>
      readonly paymentKind: 'CARD' | 'SEPA_DEBIT' | 'BANK_TRANSFER'
      readonly createdAt: Date
      readonly issuedAt: Date | null
      readonly paidMinor: number
      readonly creditedMinor: number
      readonly creditedNetMinor: number
      readonly paidAt: Date | null
      readonly voidWanted: string | null
      readonly tries: number
      readonly nextTryAt: Date | null
      readonly dunningSince: Date
      readonly dunningStep: number
      readonly noticedAt: Date | null
      readonly lockWantedAt: Date | null
    }
    'billing-dun-late': {
      readonly id: string
      readonly solutionId: string
      readonly number: Narrowed<string | null, ResultTypes['billing-dun-late']['number']>
      readonly status: 'DRAFT' | 'ISSUED' | 'PAID' | 'OVERDUE' | 'UNCOLLECTIBLE' | 'VOID'
    }
    'billing-dun-mark': {
      readonly id: string
    }
    'billing-dun-old': {
      readonly id: string
      readonly solutionId: string
      readonly number: Narrowed<string | null, ResultTypes['billing-dun-old']['number']>
      readonly status: 'DRAFT' | 'ISSUED' | 'PAID' | 'OVERDUE' | 'UNCOLLECTIBLE' | 'VOID'
    }
    'billing-dun-overdue': {
      readonly id: string
    }
    'billing-dun-write-off': {
      readonly id: string
    }
    'billing-email-ask': Record<string, never>
    'billing-email-own': Record<string, never>
    'billing-email-sent': {
      readonly toEmail: number
      readonly last: Date | null
      readonly byUser: number
    }
    'billing-email-turn': {
      readonly pg_advisory_xact_lock: string
    }
    'billing-event-hear': {
      readonly id: string
    }
    'billing-event-method': {
      readonly id: string
    }
    'billing-event-method-failed': {
      readonly id: string
    }
    'billing-event-method-owner': {
      readonly userId: string
    }
    'billing-event-payment': {
      readonly paymentId: string
      readonly solutionId: string
    }
    'billing-event-payment-id': {
      readonly paymentId: string
      readonly solutionId: string
    }
    'billing-events-forget': Record<string, never>
    'billing-invoice-file': {
      readonly content: Buffer
    }
    'billing-invoice-find': {
      readonly id: string
      readonly kind: 'INVOICE' | 'CREDIT_NOTE'
      readonly solutionId: string
      readonly userId: string
      readonly status: 'DRAFT' | 'ISSUED' | 'PAID' | 'OVERDUE' | 'UNCOLLECTIBLE' | 'VOID'
      readonly number: Narrowed<string | null, ResultTypes['billing-invoice-find']['number']>
      readonly corrects: string | null
      readonly document: Narrowed<
        Narrowed<unknown, ColumnTypes['billing.invoices.document']> | null,
        ResultTypes['billing-invoice-find']['document']
      >
      readonly issuedOn: Narrowed<string | null, ResultTypes['billing-invoice-find']['issuedOn']>
      readonly dueOn: string | null
      readonly currency: string
      readonly netMinor: Narrowed<number | null, ResultTypes['billing-invoice-find']['netMinor']>
      readonly taxMinor: Narrowed<number | null, ResultTypes['billing-invoice-find']['taxMinor']>
      readonly grossMinor: Narrowed<number | null, ResultTypes['billing-invoice-find']['grossMinor']>
      readonly paymentKind: 'CARD' | 'SEPA_DEBIT' | 'BANK_TRANSFER'
      readonly createdAt: Date
      readonly issuedAt: Date | null
      readonly paidMinor: number
      readonly creditedMinor: number
      readonly creditedNetMinor: number
      readonly paidAt: Date | null
      readonly voidWanted: string | null
      readonly tries: number
      readonly nextTryAt: Date | null
      readonly dunningSince: Date | null
      readonly dunningStep: number
      readonly noticedAt: Date | null
      readonly lockWantedAt: Date | null
    }
    'billing-invoice-latest': {
      readonly id: string
      readonly kind: 'INVOICE' | 'CREDIT_NOTE'
      readonly solutionId: string
      readonly userId: string
      readonly status: 'DRAFT' | 'ISSUED' | 'PAID' | 'OVERDUE' | 'UNCOLLECTIBLE' | 'VOID'
      readonly number: Narrowed<string | null, ResultTypes['billing-invoice-latest']['number']>
      readonly corrects: string | null
      readonly document: Narrowed<
        Narrowed<unknown, ColumnTypes['billing.invoices.document']> | null,
        ResultTypes['billing-invoice-latest']['document']
      >
      readonly issuedOn: Narrowed<string | null, ResultTypes['billing-invoice-latest']['issuedOn']>
      readonly dueOn: string | null
      readonly currency: string
      readonly netMinor: Narrowed<number | null, ResultTypes['billing-invoice-latest']['netMinor']>
      readonly taxMinor: Narrowed<number | null, ResultTypes['billing-invoice-latest']['taxMinor']>
      readonly grossMinor: Narrowed<number | null, ResultTypes['billing-invoice-latest']['grossMinor']>
      readonly paymentKind: 'CARD' | 'SEPA_DEBIT' | 'BANK_TRANSFER'
      readonly createdAt: Date
      readonly issuedAt: Date | null
      readonly paidMinor: number
      readonly creditedMinor: number
      readonly creditedNetMinor: number
      readonly paidAt: Date | null
      readonly voidWanted: string | null
      readonly tries: number
      readonly nextTryAt: Date | null
      readonly dunningSince: Date | null
      readonly dunningStep: number
      readonly noticedAt: Date | null
      readonly lockWantedAt: Date | null
      readonly vatRequestId: string | null
      readonly taxIsProvisional: boolean
    }
    'billing-invoice-list': {
      readonly id: string
      readonly kind: 'INVOICE' | 'CREDIT_NOTE'
      readonly solutionId: string
      readonly userId: string
      readonly status: 'DRAFT' | 'ISSUED' | 'PAID' | 'OVERDUE' | 'UNCOLLECTIBLE' | 'VOID'
      readonly number: Narrowed<string | null, ResultTypes['billing-invoice-list']['number']>
      readonly corrects: string | null
      readonly document: Narrowed<
        Narrowed<unknown, ColumnTypes['billing.invoices.document']> | null,
        ResultTypes['billing-invoice-list']['document']
      >
      readonly issuedOn: Narrowed<string | null, ResultTypes['billing-invoice-list']['issuedOn']>
      readonly dueOn: string | null
      readonly currency: string
      readonly netMinor: Narrowed<number | null, ResultTypes['billing-invoice-list']['netMinor']>
      readonly taxMinor: Narrowed<number | null, ResultTypes['billing-invoice-list']['taxMinor']>
      readonly grossMinor: Narrowed<number | null, ResultTypes['billing-invoice-list']['grossMinor']>
      readonly paymentKind: 'CARD' | 'SEPA_DEBIT' | 'BANK_TRANSFER'
      readonly createdAt: Date
      readonly issuedAt: Date | null
      readonly paidMinor: number
      readonly creditedMinor: number
      readonly creditedNetMinor: number
      readonly paidAt: Date | null
      readonly voidWanted: string | null
      readonly tries: number
      readonly nextTryAt: Date | null
      readonly dunningSince: Date | null
      readonly dunningStep: number
      readonly noticedAt: Date | null
      readonly lockWantedAt: Date | null
    }
    'billing-invoice-number': {
      readonly last: number
    }
    'billing-invoice-of-mail': {
      readonly solutionId: string
    }
    'billing-invoice-own': {
      readonly id: string
      readonly kind: 'INVOICE' | 'CREDIT_NOTE'
      readonly solutionId: string
      readonly userId: string
      readonly status: 'DRAFT' | 'ISSUED' | 'PAID' | 'OVERDUE' | 'UNCOLLECTIBLE' | 'VOID'
      readonly number: Narrowed<string | null, ResultTypes['billing-invoice-own']['number']>
      readonly corrects: string | null
      readonly document: Narrowed<
        Narrowed<unknown, ColumnTypes['billing.invoices.document']> | null,
        ResultTypes['billing-invoice-own']['document']
      >
      readonly issuedOn: Narrowed<string | null, ResultTypes['billing-invoice-own']['issuedOn']>
      readonly dueOn: string | null
      readonly currency: string
      readonly netMinor: Narrowed<number | null, ResultTypes['billing-invoice-own']['netMinor']>
      readonly taxMinor: Narrowed<number | null, ResultTypes['billing-invoice-own']['taxMinor']>
      readonly grossMinor: Narrowed<number | null, ResultTypes['billing-invoice-own']['grossMinor']>
      readonly paymentKind: 'CARD' | 'SEPA_DEBIT' | 'BANK_TRANSFER'
      readonly createdAt: Date
      readonly issuedAt: Date | null
      readonly paidMinor: number
      readonly creditedMinor: number
      readonly creditedNetMinor: number
      readonly paidAt: Date | null
      readonly voidWanted: string | null
      readonly tries: number
      readonly nextTryAt: Date | null
      readonly dunningSince: Date | null
      readonly dunningStep: number
      readonly noticedAt: Date | null
      readonly lockWantedAt: Date | null
    }
    'billing-invoice-solution': {
      readonly one: number
    }
    'billing-invoice-xml': Record<string, never>
    'billing-issue': Record<string, never>
    'billing-issue-charges': {
      readonly kind: 'PERIOD' | 'UPGRADE' | 'OVERAGE'
      readonly planCode: string
      readonly interval: 'MONTHLY' | 'YEARLY'
      readonly from: Date
      readonly to: Date
      readonly amountMinor: number
      readonly currency: string
      readonly units: number | null
      readonly priceMinor: number | null
    }
    'billing-issue-drop': Record<string, never>
    'billing-issue-due': {
      readonly solutionId: string
    }
    'billing-issue-lock': {
      readonly userId: string
    }
    'billing-issue-method': {
      readonly kind: 'CARD' | 'SEPA_DEBIT' | 'BANK_TRANSFER'
      readonly last4: string | null
    }
    'billing-lapse-due': {
      readonly solutionId: string
      readonly noticedAt: Date
      readonly remindedAt: Date | null
    }
    'billing-lapse-end': Record<string, never>
    'billing-lapse-late': {
      readonly solutionId: string
      readonly noticedAt: Date
      readonly remindedAt: Date | null
    }
    'billing-lapse-let-go': {
      readonly one: number
    }
    'billing-lapse-locked': Record<string, never>
    'billing-lapse-notice': {
      readonly solution_id: string
    }
    'billing-lapse-over': {
      readonly solutionId: string
    }
    'billing-lapse-remind': {
      readonly solution_id: string
    }
    'billing-lapse-untold': {
      readonly solutionId: string
    }
    'billing-lock-due': {
      readonly id: string
      readonly kind: 'INVOICE' | 'CREDIT_NOTE'
      readonly solutionId: string
      readonly userId: string
      readonly status: 'DRAFT' | 'ISSUED' | 'PAID' | 'OVERDUE' | 'UNCOLLECTIBLE' | 'VOID'
      readonly number: Narrowed<string | null, ResultTypes['billing-lock-due']['number']>
      readonly corrects: string | null
      readonly document: Narrowed<
        Narrowed<unknown, ColumnTypes['billing.invoices.document']> | null,
        ResultTypes['billing-lock-due']['document']
      >
      readonly issuedOn: Narrowed<string | null, ResultTypes['billing-lock-due']['issuedOn']>
      readonly dueOn: string | null
      readonly currency: string
      readonly netMinor: Narrowed<number | null, ResultTypes['billing-lock-due']['netMinor']>
      readonly taxMinor: Narrowed<number | null, ResultTypes['billing-lock-due']['taxMinor']>
      readonly grossMinor: Narrowed<number | null, ResultTypes['billing-lock-due']['grossMinor']>
      readonly paymentKind: 'CARD' | 'SEPA_DEBIT' | 'BANK_TRANSFER'
      readonly createdAt: Date
      readonly issuedAt: Date | null
      readonly paidMinor: number
      readonly creditedMinor: number
      readonly creditedNetMinor: number
      readonly paidAt: Date | null
      readonly voidWanted: string | null
      readonly tries: number
      readonly nextTryAt: Date | null
      readonly dunningSince: Date
      readonly dunningStep: number
      readonly noticedAt: Date
      readonly lockWantedAt: Date | null
    }
    'billing-lock-mark': {
      readonly id: string
    }
    'billing-lock-still': {
      readonly one: number
    }
    'billing-lock-want': {
      readonly id: string
    }
    'billing-method-add': {
      readonly id: string
      readonly kind: 'CARD' | 'SEPA_DEBIT' | 'BANK_TRANSFER'
      readonly brand: string | null
      readonly last4: string | null
      readonly expMonth: number | null
      readonly expYear: number | null
      readonly holder: string | null
      readonly mandateReference: string | null
      readonly status: 'ACTIVE' | 'FAILED' | 'REQUIRES_ACTION'
      readonly default: boolean
      readonly providerToken: string | null
      readonly version: number
      readonly createdAt: Date
      readonly updatedAt: Date
    }
    'billing-method-by-token': {
      readonly id: string
      readonly kind: 'CARD' | 'SEPA_DEBIT' | 'BANK_TRANSFER'
      readonly brand: string | null
      readonly last4: string | null
      readonly expMonth: number | null
      readonly expYear: number | null
      readonly holder: string | null
      readonly mandateReference: string | null
      readonly status: 'ACTIVE' | 'FAILED' | 'REQUIRES_ACTION'
      readonly default: boolean
      readonly providerToken: string
      readonly version: number
      readonly createdAt: Date
      readonly updatedAt: Date
    }
    'billing-method-count': {
      readonly count: number
    }
    'billing-method-default': {
      readonly id: string
      readonly kind: 'CARD' | 'SEPA_DEBIT' | 'BANK_TRANSFER'
      readonly brand: string | null
      readonly last4: string | null
      readonly expMonth: number | null
      readonly expYear: number | null
      readonly holder: string | null
      readonly mandateReference: string | null
      readonly status: 'ACTIVE' | 'FAILED' | 'REQUIRES_ACTION'
      readonly default: boolean
      readonly providerToken: string | null
      readonly version: number
      readonly createdAt: Date
      readonly updatedAt: Date
    }
    'billing-method-delete': {
      readonly token: string | null
      readonly kind: 'CARD' | 'SEPA_DEBIT' | 'BANK_TRANSFER'
    }
    'billing-method-list': {
      readonly id: string
      readonly kind: 'CARD' | 'SEPA_DEBIT' | 'BANK_TRANSFER'
      readonly brand: string | null
      readonly last4: string | null
      readonly expMonth: number | null
      readonly expYear: number | null
      readonly holder: string | null
      readonly mandateReference: string | null
      readonly status: 'ACTIVE' | 'FAILED' | 'REQUIRES_ACTION'
      readonly default: boolean
      readonly providerToken: string | null
      readonly version: number
      readonly createdAt: Date
      readonly updatedAt: Date
    }
    'billing-method-no-default': Record<string, never>
    'billing-method-own': {
      readonly one: number
    }
    'billing-method-solutions': {
      readonly solutionId: string
    }
    'billing-method-turn': {
      readonly pg_advisory_xact_lock: string
    }
    'billing-method-version': {
      readonly version: number
    }
    'billing-overage-charge': Record<string, never>
    'billing-overdue-count': {
      readonly n: number
    }
    'billing-override-add': Record<string, never>
    'billing-override-end': {
      readonly limits: Narrowed<unknown, ColumnTypes['billing.plan_overrides.limits']>
    }
    'billing-owes-overdue': {
      readonly one: number
    }
    'billing-own-address': {
      readonly one: number
    }
    'billing-own-method': {
      readonly kind: 'CARD' | 'SEPA_DEBIT' | 'BANK_TRANSFER'
    }
    'billing-paid': {
      readonly id: string
    }
    'billing-paid-by': {
      readonly solutionId: string
    }
    'billing-paid-due': {
      readonly id: string
      readonly kind: 'INVOICE' | 'CREDIT_NOTE'
      readonly solutionId: string
      readonly userId: string
      readonly status: 'DRAFT' | 'ISSUED' | 'PAID' | 'OVERDUE' | 'UNCOLLECTIBLE' | 'VOID'
      readonly number: Narrowed<string | null, ResultTypes['billing-paid-due']['number']>
      readonly corrects: string | null
      readonly document: Narrowed<
        Narrowed<unknown, ColumnTypes['billing.invoices.document']> | null,
        ResultTypes['billing-paid-due']['document']
      >
      readonly issuedOn: Narrowed<string | null, ResultTypes['billing-paid-due']['issuedOn']>
      readonly dueOn: string | null
      readonly currency: string
      readonly netMinor: Narrowed<number | null, ResultTypes['billing-paid-due']['netMinor']>
      readonly taxMinor: Narrowed<number | null, ResultTypes['billing-paid-due']['taxMinor']>
      readonly grossMinor: Narrowed<number, ResultTypes['billing-paid-due']['grossMinor']>
      readonly paymentKind: 'CARD' | 'SEPA_DEBIT' | 'BANK_TRANSFER'
      readonly createdAt: Date
      readonly issuedAt: Date | null
      readonly paidMinor: number
      readonly creditedMinor: number
      readonly creditedNetMinor: number
      readonly paidAt: Date | null
      readonly voidWanted: string | null
      readonly tries: number
      readonly nextTryAt: Date | null
      readonly dunningSince: Date | null
      readonly dunningStep: number
      readonly noticedAt: Date | null
      readonly lockWantedAt: Date | null
    }
    'billing-paid-told': {
      readonly id: string
    }
    'billing-parts-addresses': {
      readonly id: string
      readonly userId: string
      readonly company: string
      readonly firstName: string
      readonly lastName: string
      readonly street: string
      readonly line2: string
      readonly postalCode: string
      readonly city: string
      readonly region: string
      readonly countryCode: string
      readonly email: string
      readonly ccEmails: string[]
      readonly vatId: string | null
      readonly vatIdStatus: 'NONE' | 'UNCHECKED' | 'VALID' | 'INVALID' | 'UNAVAILABLE'
      readonly vatIdCheckedAt: Date | null
      readonly vatIdRequestId: string | null
      readonly purchaseOrder: string
      readonly buyerReference: string
      readonly eInvoice: 'ZUGFERD_PDF' | 'XRECHNUNG_XML' | 'PEPPOL'
      readonly peppolId: string | null
      readonly unconfirmedEmails: string[]
      readonly version: number
      readonly createdAt: Date
      readonly updatedAt: Date
    }
    'billing-parts-confirmed': {
      readonly email: string
      readonly state: 'CONFIRMED' | 'ASKED'
      readonly at: Date
    }
    'billing-parts-files': {
      readonly format: 'PDF' | 'XML'
      readonly content: Buffer
    }
    'billing-parts-invoices': {
      readonly id: string
      readonly kind: 'INVOICE' | 'CREDIT_NOTE'
      readonly solutionId: string
      readonly userId: string
      readonly status: 'DRAFT' | 'ISSUED' | 'PAID' | 'OVERDUE' | 'UNCOLLECTIBLE' | 'VOID'
      readonly number: Narrowed<string | null, ResultTypes['billing-parts-invoices']['number']>
      readonly corrects: string | null
      readonly document: Narrowed<
        Narrowed<unknown, ColumnTypes['billing.invoices.document']> | null,
        ResultTypes['billing-parts-invoices']['document']
      >
      readonly issuedOn: Narrowed<string | null, ResultTypes['billing-parts-invoices']['issuedOn']>
      readonly dueOn: string | null
      readonly currency: string
      readonly netMinor: Narrowed<number | null, ResultTypes['billing-parts-invoices']['netMinor']>
      readonly taxMinor: Narrowed<number | null, ResultTypes['billing-parts-invoices']['taxMinor']>
      readonly grossMinor: Narrowed<number | null, ResultTypes['billing-parts-invoices']['grossMinor']>
      readonly paymentKind: 'CARD' | 'SEPA_DEBIT' | 'BANK_TRANSFER'
      readonly createdAt: Date
      readonly issuedAt: Date | null
      readonly paidMinor: number
      readonly creditedMinor: number
      readonly creditedNetMinor: number
      readonly paidAt: Date | null
      readonly voidWanted: string | null
      readonly tries: number
      readonly nextTryAt: Date | null
      readonly dunningSince: Date | null
      readonly dunningStep: number
      readonly noticedAt: Date | null
      readonly lockWantedAt: Date | null
    }
    'billing-parts-methods': {
      readonly id: string
      readonly kind: 'CARD' | 'SEPA_DEBIT' | 'BANK_TRANSFER'
      readonly brand: string | null
      readonly last4: string | null
      readonly expMonth: number | null
      readonly expYear: number | null
      readonly holder: string | null
      readonly mandateReference: string | null
      readonly status: 'ACTIVE' | 'FAILED' | 'REQUIRES_ACTION'
      readonly default: boolean
      readonly providerToken: string | null
      readonly version: number
      readonly createdAt: Date
      readonly updatedAt: Date
    }
    'billing-parts-months': {
      readonly id: string
      readonly solutionId: string
      readonly period: string
      readonly corrects: string | null
      readonly planCode: string
      readonly plan: Narrowed<unknown, ColumnTypes['billing.accountings.plan']>
      readonly included: number | null
      readonly counted: Narrowed<unknown, ColumnTypes['billing.accountings.counted']>
      readonly perDay: Narrowed<unknown, ColumnTypes['billing.accountings.per_day']>
      readonly overageUnits: number
      readonly overageMinor: number
      readonly planMinor: number
      readonly currency: string
      readonly closedAt: Date
      readonly corrected: boolean
      readonly invoiceId: string | null
    }
    'billing-parts-own-invoices': {
      readonly id: string
      readonly kind: 'INVOICE' | 'CREDIT_NOTE'
      readonly solutionId: string
      readonly userId: string
      readonly status: 'DRAFT' | 'ISSUED' | 'PAID' | 'OVERDUE' | 'UNCOLLECTIBLE' | 'VOID'
      readonly number: Narrowed<string | null, ResultTypes['billing-parts-own-invoices']['number']>
      readonly corrects: string | null
      readonly document: Narrowed<
        Narrowed<unknown, ColumnTypes['billing.invoices.document']> | null,
        ResultTypes['billing-parts-own-invoices']['document']
      >
      readonly issuedOn: Narrowed<string | null, ResultTypes['billing-parts-own-invoices']['issuedOn']>
      readonly dueOn: string | null
      readonly currency: string
      readonly netMinor: Narrowed<number | null, ResultTypes['billing-parts-own-invoices']['netMinor']>
      readonly taxMinor: Narrowed<number | null, ResultTypes['billing-parts-own-invoices']['taxMinor']>
      readonly grossMinor: Narrowed<number | null, ResultTypes['billing-parts-own-invoices']['grossMinor']>
      readonly paymentKind: 'CARD' | 'SEPA_DEBIT' | 'BANK_TRANSFER'
      readonly createdAt: Date
      readonly issuedAt: Date | null
      readonly paidMinor: number
      readonly creditedMinor: number
      readonly creditedNetMinor: number
      readonly paidAt: Date | null
      readonly voidWanted: string | null
      readonly tries: number
      readonly nextTryAt: Date | null
      readonly dunningSince: Date | null
      readonly dunningStep: number
      readonly noticedAt: Date | null
      readonly lockWantedAt: Date | null
    }
    'billing-parts-plan': {
      readonly solutionId: string
      readonly solutionType: 'CAPTCHA' | 'MONITORING' | 'BUNDLE_SECURITY'
      readonly createdBy: string
      readonly planCode: string
      readonly plan: Narrowed<unknown, ColumnTypes['billing.subscriptions.plan']>
      readonly interval: 'MONTHLY' | 'YEARLY' | null
      readonly status: 'TRIALING' | 'ACTIVE' | 'INCOMPLETE' | 'PAST_DUE' | 'UNPAID' | 'PAUSED' | 'CANCELED'
      readonly trialEndsAt: Date | null
      readonly trialMailedDays: number | null
      readonly anchorAt: Date | null
      readonly periodStart: Date | null
      readonly periodEnd: Date | null
      readonly nextPlanCode: string | null
      readonly nextInterval: 'MONTHLY' | 'YEARLY' | null
      readonly renews: boolean
      readonly incompleteSince: Date | null
      readonly invoiceAddressId: string | null
      readonly paymentMethodId: string | null
      readonly usageAlertPercents: number[]
      readonly version: number
      readonly createdAt: Date
      readonly updatedAt: Date
    }
    'billing-parts-vat-checks': {
      readonly id: string
      readonly at: Date
      readonly vatId: string
      readonly result: 'VALID' | 'INVALID' | 'UNAVAILABLE'
      readonly requestId: string | null
      readonly requesterVatId: string | null
      readonly holderKind: 'ACCOUNT' | 'ORGANIZATION'
      readonly holderId: string
      readonly company: string | null
    }
    'billing-payers-paid': {
      readonly userId: string
      readonly invoiceId: string
      readonly at: Date
      readonly netMinor: number
      readonly currency: string
    }
    'billing-payers-plan': {
      readonly userId: string
      readonly at: Date
      readonly netMinor: number
      readonly currency: string
    }
    'billing-payment-begin': Record<string, never>
    'billing-payment-find': {
      readonly id: string
      readonly solutionId: string
      readonly invoiceId: string
      readonly attempt: number
      readonly kind: 'CARD' | 'SEPA_DEBIT' | 'BANK_TRANSFER'
      readonly paymentMethodId: string | null
      readonly amountMinor: number
      readonly currency: string
      readonly status: 'PENDING' | 'PROCESSING' | 'REQUIRES_ACTION' | 'SUCCEEDED' | 'FAILED' | 'DISPUTED' | 'REFUNDED'
      readonly providerToken: string | null
      readonly providerAt: Date | null
      readonly failureCode: string | null
      readonly refundedMinor: number
      readonly createdAt: Date
    }
    'billing-payment-lock': {
      readonly id: string
      readonly solutionId: string
      readonly invoiceId: string
      readonly attempt: number
      readonly kind: 'CARD' | 'SEPA_DEBIT' | 'BANK_TRANSFER'
      readonly paymentMethodId: string | null
      readonly amountMinor: number
      readonly currency: string
      readonly status: 'PENDING' | 'PROCESSING' | 'REQUIRES_ACTION' | 'SUCCEEDED' | 'FAILED' | 'DISPUTED' | 'REFUNDED'
      readonly providerToken: string | null
      readonly providerAt: Date | null
      readonly failureCode: string | null
      readonly refundedMinor: number
      readonly createdAt: Date
    }
    'billing-payment-of-attempt': {
      readonly id: string
      readonly solutionId: string
      readonly invoiceId: string
      readonly attempt: number
      readonly kind: 'CARD' | 'SEPA_DEBIT' | 'BANK_TRANSFER'
      readonly paymentMethodId: string | null
      readonly amountMinor: number
      readonly currency: string
      readonly status: 'PENDING' | 'PROCESSING' | 'REQUIRES_ACTION' | 'SUCCEEDED' | 'FAILED' | 'DISPUTED' | 'REFUNDED'
      readonly providerToken: string | null
      readonly providerAt: Date | null
      readonly failureCode: string | null
      readonly refundedMinor: number
      readonly createdAt: Date
    }
    'billing-payment-settle': {
      readonly id: string
      readonly solutionId: string
      readonly invoiceId: string
      readonly attempt: number
      readonly kind: 'CARD' | 'SEPA_DEBIT' | 'BANK_TRANSFER'
      readonly paymentMethodId: string | null
      readonly amountMinor: number
      readonly currency: string
      readonly status: 'PENDING' | 'PROCESSING' | 'REQUIRES_ACTION' | 'SUCCEEDED' | 'FAILED' | 'DISPUTED' | 'REFUNDED'
      readonly providerToken: string | null
      readonly providerAt: Date | null
      readonly failureCode: string | null
      readonly refundedMinor: number
      readonly createdAt: Date
    }
    'billing-pdf-keep': Record<string, never>
    'billing-pdf-missing': {
      readonly id: string
      readonly solutionId: string
    }
    'billing-pdf-of': {
      readonly id: string
      readonly kind: 'INVOICE' | 'CREDIT_NOTE'
      readonly solutionId: string
      readonly userId: string
      readonly status: 'DRAFT' | 'ISSUED' | 'PAID' | 'OVERDUE' | 'UNCOLLECTIBLE' | 'VOID'
      readonly number: Narrowed<string | null, ResultTypes['billing-pdf-of']['number']>
      readonly corrects: string | null
      readonly document: Narrowed<
        Narrowed<unknown, ColumnTypes['billing.invoices.document']> | null,
        ResultTypes['billing-pdf-of']['document']
      >
      readonly issuedOn: Narrowed<string | null, ResultTypes['billing-pdf-of']['issuedOn']>
      readonly dueOn: string | null
      readonly currency: string
      readonly netMinor: Narrowed<number | null, ResultTypes['billing-pdf-of']['netMinor']>
      readonly taxMinor: Narrowed<number | null, ResultTypes['billing-pdf-of']['taxMinor']>
      readonly grossMinor: Narrowed<number | null, ResultTypes['billing-pdf-of']['grossMinor']>
      readonly paymentKind: 'CARD' | 'SEPA_DEBIT' | 'BANK_TRANSFER'
      readonly createdAt: Date
      readonly issuedAt: Date | null
      readonly paidMinor: number
      readonly creditedMinor: number
      readonly creditedNetMinor: number
      readonly paidAt: Date | null
      readonly voidWanted: string | null
      readonly tries: number
      readonly nextTryAt: Date | null
      readonly dunningSince: Date | null
      readonly dunningStep: number
      readonly noticedAt: Date | null
      readonly lockWantedAt: Date | null
    }
    'billing-plan-address': {
      readonly company: string
      readonly city: string
      readonly countryCode: string
      readonly postalCode: string
      readonly vatIdStatus: 'NONE' | 'UNCHECKED' | 'VALID' | 'INVALID' | 'UNAVAILABLE'
      readonly userId: string
    }
    'billing-plan-charges': {
      readonly amount: number
    }
    'billing-plan-method': {
      readonly id: string
      readonly kind: 'CARD' | 'SEPA_DEBIT' | 'BANK_TRANSFER'
      readonly brand: string | null
      readonly last4: string | null
      readonly expMonth: number | null
      readonly expYear: number | null
      readonly holder: string | null
      readonly mandateReference: string | null
      readonly status: 'ACTIVE' | 'FAILED' | 'REQUIRES_ACTION'
      readonly default: boolean
      readonly providerToken: string | null
      readonly version: number
      readonly createdAt: Date
      readonly updatedAt: Date
      readonly userId: string
    }
    'billing-plan-overrides': {
      readonly solutionId: string
      readonly limits: Narrowed<unknown, ColumnTypes['billing.plan_overrides.limits']>
      readonly reason: string
      readonly fromAt: Date
      readonly until: Date
    }
    'billing-plan-payer': {
      readonly id: string
      readonly userId: string
    }
    'billing-plan-unpaid': {
      readonly id: string
      readonly kind: 'INVOICE' | 'CREDIT_NOTE'
      readonly solutionId: string
      readonly userId: string
      readonly status: 'DRAFT' | 'ISSUED' | 'PAID' | 'OVERDUE' | 'UNCOLLECTIBLE' | 'VOID'
      readonly number: Narrowed<string | null, ResultTypes['billing-plan-unpaid']['number']>
      readonly corrects: string | null
      readonly document: Narrowed<
        Narrowed<unknown, ColumnTypes['billing.invoices.document']> | null,
        ResultTypes['billing-plan-unpaid']['document']
      >
      readonly issuedOn: Narrowed<string | null, ResultTypes['billing-plan-unpaid']['issuedOn']>
      readonly dueOn: string | null
      readonly currency: string
      readonly netMinor: Narrowed<number | null, ResultTypes['billing-plan-unpaid']['netMinor']>
      readonly taxMinor: Narrowed<number | null, ResultTypes['billing-plan-unpaid']['taxMinor']>
      readonly grossMinor: Narrowed<number, ResultTypes['billing-plan-unpaid']['grossMinor']>
      readonly paymentKind: 'CARD' | 'SEPA_DEBIT' | 'BANK_TRANSFER'
      readonly createdAt: Date
      readonly issuedAt: Date | null
      readonly paidMinor: number
      readonly creditedMinor: number
      readonly creditedNetMinor: number
      readonly paidAt: Date | null
      readonly voidWanted: string | null
      readonly tries: number
      readonly nextTryAt: Date | null
      readonly dunningSince: Date | null
      readonly dunningStep: number
      readonly noticedAt: Date | null
      readonly lockWantedAt: Date | null
    }
    'billing-plans-changed': {
      readonly solutionId: string
    }
    'billing-plans-of': {
      readonly solutionId: string
      readonly solutionType: 'CAPTCHA' | 'MONITORING' | 'BUNDLE_SECURITY'
      readonly createdBy: string
      readonly planCode: string
      readonly plan: Narrowed<unknown, ColumnTypes['billing.subscriptions.plan']>
      readonly interval: 'MONTHLY' | 'YEARLY' | null
      readonly status: 'TRIALING' | 'ACTIVE' | 'INCOMPLETE' | 'PAST_DUE' | 'UNPAID' | 'PAUSED' | 'CANCELED'
      readonly trialEndsAt: Date | null
      readonly trialMailedDays: number | null
      readonly anchorAt: Date | null
      readonly periodStart: Date | null
      readonly periodEnd: Date | null
      readonly nextPlanCode: string | null
      readonly nextInterval: 'MONTHLY' | 'YEARLY' | null
      readonly renews: boolean
      readonly incompleteSince: Date | null
      readonly invoiceAddressId: string | null
      readonly paymentMethodId: string | null
      readonly usageAlertPercents: number[]
      readonly version: number
      readonly createdAt: Date
      readonly updatedAt: Date
    }
    'billing-provisional-due': {
      readonly id: string
      readonly solutionId: string
      readonly number: Narrowed<string | null, ResultTypes['billing-provisional-due']['number']>
      readonly language: Narrowed<string | null, ResultTypes['billing-provisional-due']['language']>
      readonly vatIdStatus: Narrowed<
        'NONE' | 'UNCHECKED' | 'VALID' | 'INVALID' | 'UNAVAILABLE',
        ResultTypes['billing-provisional-due']['vatIdStatus']
      >
    }
    'billing-provisional-settle': {
      readonly id: string
    }
    'billing-quota-end': Record<string, never>
    'billing-quota-find': {
      readonly noticedAt: Date
      readonly lockedAt: Date | null
    }
    'billing-quota-locked': Record<string, never>
    'billing-quota-notice': {
      readonly solution_id: string
    }
    'billing-recipients': {
      readonly id: string
      readonly userId: string
      readonly company: string
      readonly firstName: string
      readonly lastName: string
      readonly street: string
      readonly line2: string
      readonly postalCode: string
      readonly city: string
      readonly region: string
      readonly countryCode: string
      readonly email: string
      readonly ccEmails: string[]
      readonly vatId: string | null
      readonly vatIdStatus: 'NONE' | 'UNCHECKED' | 'VALID' | 'INVALID' | 'UNAVAILABLE'
      readonly vatIdCheckedAt: Date | null
      readonly vatIdRequestId: string | null
      readonly purchaseOrder: string
      readonly buyerReference: string
      readonly eInvoice: 'ZUGFERD_PDF' | 'XRECHNUNG_XML' | 'PEPPOL'
      readonly peppolId: string | null
      readonly unconfirmedEmails: string[]
      readonly version: number
      readonly createdAt: Date
      readonly updatedAt: Date
    }
    'billing-record-add': Record<string, never>
    'billing-record-invoice': {
      readonly id: string
      readonly kind: 'INVOICE' | 'CREDIT_NOTE'
      readonly solutionId: string
      readonly userId: string
      readonly status: 'DRAFT' | 'ISSUED' | 'PAID' | 'OVERDUE' | 'UNCOLLECTIBLE' | 'VOID'
      readonly number: Narrowed<string | null, ResultTypes['billing-record-invoice']['number']>
      readonly corrects: string | null
      readonly document: Narrowed<
        Narrowed<unknown, ColumnTypes['billing.invoices.document']> | null,
        ResultTypes['billing-record-invoice']['document']
      >
      readonly issuedOn: Narrowed<string | null, ResultTypes['billing-record-invoice']['issuedOn']>
      readonly dueOn: string | null
      readonly currency: string
      readonly netMinor: Narrowed<number | null, ResultTypes['billing-record-invoice']['netMinor']>
      readonly taxMinor: Narrowed<number | null, ResultTypes['billing-record-invoice']['taxMinor']>
      readonly grossMinor: Narrowed<number | null, ResultTypes['billing-record-invoice']['grossMinor']>
      readonly paymentKind: 'CARD' | 'SEPA_DEBIT' | 'BANK_TRANSFER'
      readonly createdAt: Date
      readonly issuedAt: Date | null
      readonly paidMinor: number
      readonly creditedMinor: number
      readonly creditedNetMinor: number
      readonly paidAt: Date | null
      readonly voidWanted: string | null
      readonly tries: number
      readonly nextTryAt: Date | null
      readonly dunningSince: Date | null
      readonly dunningStep: number
      readonly noticedAt: Date | null
      readonly lockWantedAt: Date | null
    }
    'billing-record-known': {
      readonly amount: number
    }
    'billing-refund-add': Record<string, never>
    'billing-refund-asked': Record<string, never>
    'billing-refund-due': {
      readonly id: string
      readonly paymentId: string
      readonly solutionId: string
      readonly amountMinor: number
    }
    'billing-refund-excess': {
      readonly excess: number
    }
    'billing-refund-owing': {
      readonly id: string
      readonly solutionId: string
    }
    'billing-refund-paid': {
      readonly paid: number
    }
    'billing-refund-payments': {
      readonly id: string
      readonly left: number
    }
    'billing-refund-request': {
      readonly id: string
      readonly kind: 'CREDIT_NOTE' | 'CORRECTION'
      readonly solutionId: string
      readonly invoiceId: string | null
      readonly invoiceNumber: string | null
      readonly input: Narrowed<unknown, ColumnTypes['billing.refund_requests.input']>
      readonly amountMinor: number | null
      readonly currency: string | null
      readonly askedBy: string
      readonly askedAt: Date
      readonly expiresAt: Date
      readonly decision: 'CONFIRMED' | 'REFUSED' | null
      readonly decidedBy: string | null
      readonly decidedAt: Date | null
      readonly refusal: string | null
    }
    'billing-refund-request-add': Record<string, never>
    'billing-refund-request-confirm': Record<string, never>
    'billing-refund-request-prolong': {
      readonly id: string
    }
    'billing-refund-request-refuse': {
      readonly id: string
    }
    'billing-refund-request-take': {
      readonly id: string
      readonly askedBy: string
      readonly decision: 'CONFIRMED' | 'REFUSED' | null
      readonly expiresAt: Date
    }
    'billing-refund-requests': {
      readonly id: string
      readonly kind: 'CREDIT_NOTE' | 'CORRECTION'
      readonly solutionId: string
      readonly invoiceId: string | null
      readonly invoiceNumber: string | null
      readonly input: Narrowed<unknown, ColumnTypes['billing.refund_requests.input']>
      readonly amountMinor: number | null
      readonly currency: string | null
      readonly askedBy: string
      readonly askedAt: Date
      readonly expiresAt: Date
      readonly decision: 'CONFIRMED' | 'REFUSED' | null
      readonly decidedBy: string | null
      readonly decidedAt: Date | null
      readonly refusal: string | null
    }
    'billing-setup-begin': Record<string, never>
    'billing-setup-count': {
      readonly count: number
    }
    'billing-setup-done': Record<string, never>
    'billing-setup-find': {
      readonly providerToken: string
      readonly providerCustomer: string
    }
    'billing-setup-keep': Record<string, never>
    'billing-setups-forget': Record<string, never>
    'billing-standing': {
      readonly one: number
    }
    'billing-subscription-find': {
      readonly solutionId: string
      readonly solutionType: 'CAPTCHA' | 'MONITORING' | 'BUNDLE_SECURITY'
      readonly createdBy: string
      readonly planCode: string
      readonly plan: Narrowed<unknown, ColumnTypes['billing.subscriptions.plan']>
      readonly interval: 'MONTHLY' | 'YEARLY' | null
      readonly status: 'TRIALING' | 'ACTIVE' | 'INCOMPLETE' | 'PAST_DUE' | 'UNPAID' | 'PAUSED' | 'CANCELED'
      readonly trialEndsAt: Date | null
      readonly trialMailedDays: number | null
      readonly anchorAt: Date | null
      readonly periodStart: Date | null
      readonly periodEnd: Date | null
      readonly nextPlanCode: string | null
      readonly nextInterval: 'MONTHLY' | 'YEARLY' | null
      readonly renews: boolean
      readonly incompleteSince: Date | null
      readonly invoiceAddressId: string | null
      readonly paymentMethodId: string | null
      readonly usageAlertPercents: number[]
      readonly version: number
      readonly createdAt: Date
      readonly updatedAt: Date
    }
    'billing-subscription-lock': {
      readonly solutionId: string
      readonly solutionType: 'CAPTCHA' | 'MONITORING' | 'BUNDLE_SECURITY'
      readonly createdBy: string
      readonly planCode: string
      readonly plan: Narrowed<unknown, ColumnTypes['billing.subscriptions.plan']>
      readonly interval: 'MONTHLY' | 'YEARLY' | null
      readonly status: 'TRIALING' | 'ACTIVE' | 'INCOMPLETE' | 'PAST_DUE' | 'UNPAID' | 'PAUSED' | 'CANCELED'
      readonly trialEndsAt: Date | null
      readonly trialMailedDays: number | null
      readonly anchorAt: Date | null
      readonly periodStart: Date | null
      readonly periodEnd: Date | null
      readonly nextPlanCode: string | null
      readonly nextInterval: 'MONTHLY' | 'YEARLY' | null
      readonly renews: boolean
      readonly incompleteSince: Date | null
      readonly invoiceAddressId: string | null
      readonly paymentMethodId: string | null
      readonly usageAlertPercents: number[]
      readonly version: number
      readonly createdAt: Date
      readonly updatedAt: Date
    }
    'billing-subscription-open': {
      readonly solution_id: string
    }
    'billing-subscription-save': {
      readonly solutionId: string
      readonly solutionType: 'CAPTCHA' | 'MONITORING' | 'BUNDLE_SECURITY'
      readonly createdBy: string
      readonly planCode: string
      readonly plan: Narrowed<unknown, ColumnTypes['billing.subscriptions.plan']>
      readonly interval: 'MONTHLY' | 'YEARLY' | null
      readonly status: 'TRIALING' | 'ACTIVE' | 'INCOMPLETE' | 'PAST_DUE' | 'UNPAID' | 'PAUSED' | 'CANCELED'
      readonly trialEndsAt: Date | null
      readonly trialMailedDays: number | null
      readonly anchorAt: Date | null
      readonly periodStart: Date | null
      readonly periodEnd: Date | null
      readonly nextPlanCode: string | null
      readonly nextInterval: 'MONTHLY' | 'YEARLY' | null
      readonly renews: boolean
      readonly incompleteSince: Date | null
      readonly invoiceAddressId: string | null
      readonly paymentMethodId: string | null
      readonly usageAlertPercents: number[]
      readonly version: number
      readonly createdAt: Date
      readonly updatedAt: Date
    }
    'billing-subscription-uncharge': Record<string, never>
    'billing-subscription-withdraw': Record<string, never>
    'billing-tax-address': {
      readonly countryCode: string
      readonly postalCode: string
      readonly vatIdStatus: 'NONE' | 'UNCHECKED' | 'VALID' | 'INVALID' | 'UNAVAILABLE'
      readonly payerId: string
    }
    'billing-terms': {
      readonly solutionId: string
      readonly at: Date
      readonly planCode: string
      readonly plan: Narrowed<unknown, ColumnTypes['billing.plan_history.plan']>
      readonly interval: Narrowed<string, ColumnTypes['billing.plan_history.billing_interval']> | null
      readonly status: Narrowed<string, ColumnTypes['billing.plan_history.status']>
      readonly solutionType: 'CAPTCHA' | 'MONITORING' | 'BUNDLE_SECURITY'
    }
    'billing-trial-notice-due': {
      readonly solutionId: string
      readonly solutionType: 'CAPTCHA' | 'MONITORING' | 'BUNDLE_SECURITY'
      readonly trialEndsAt: Date
    }
    'billing-trial-notice-mark': {
      readonly solution_id: string
    }
    'billing-unlock-due': {
      readonly solutionId: string
    }
    'billing-unlock-mark': Record<string, never>
    'billing-usage-page': {
      readonly solutionId: string
      readonly solutionType: 'CAPTCHA' | 'MONITORING' | 'BUNDLE_SECURITY'
      readonly createdBy: string
      readonly planCode: string
      readonly plan: Narrowed<unknown, ColumnTypes['billing.subscriptions.plan']>
      readonly interval: 'MONTHLY' | 'YEARLY' | null
      readonly status: 'TRIALING' | 'ACTIVE' | 'INCOMPLETE' | 'PAST_DUE' | 'UNPAID' | 'PAUSED' | 'CANCELED'
      readonly trialEndsAt: Date | null
      readonly trialMailedDays: number | null
      readonly anchorAt: Date | null
      readonly periodStart: Date | null
      readonly periodEnd: Date | null
      readonly nextPlanCode: string | null
      readonly nextInterval: 'MONTHLY' | 'YEARLY' | null
      readonly renews: boolean
      readonly incompleteSince: Date | null
      readonly invoiceAddressId: string | null
      readonly paymentMethodId: string | null
      readonly usageAlertPercents: number[]
      readonly version: number
      readonly createdAt: Date
      readonly updatedAt: Date
    }
    'billing-used-method': {
      readonly kind: Narrowed<string | null, ResultTypes['billing-used-method']['kind']>
    }
    'billing-vat-check-add': Record<string, never>
    'billing-vat-check-sweep': Record<string, never>
    'billing-vat-checks': {
      readonly id: string
      readonly at: Date
      readonly vatId: string
      readonly result: 'VALID' | 'INVALID' | 'UNAVAILABLE'
      readonly requestId: string | null
      readonly requesterVatId: string | null
      readonly holderKind: 'ACCOUNT' | 'ORGANIZATION'
      readonly holderId: string
      readonly company: string | null
    }
    'billing-vat-due': {
      readonly id: string
      readonly userId: string
      readonly countryCode: string
      readonly vatId: string | null
      readonly status: 'NONE' | 'UNCHECKED' | 'VALID' | 'INVALID' | 'UNAVAILABLE'
      readonly checkedAt: Date
      readonly requestId: string | null
    }
    'billing-vat-keep': Record<string, never>
    'billing-vat-known': {
      readonly id: string
      readonly userId: string
      readonly countryCode: string
      readonly vatId: string | null
      readonly status: 'NONE' | 'UNCHECKED' | 'VALID' | 'INVALID' | 'UNAVAILABLE'
      readonly checkedAt: Date | null
      readonly requestId: string | null
    }
    'partner-amount-paid': Record<string, never>
    'partner-amounts-handled': Record<string, never>
    'partner-amounts-of-invoice': {
      readonly position: number
      readonly netMinor: number
      readonly currency: string
      readonly at: Date
      readonly reason: 'PAYMENT' | 'REFUND' | 'CREDIT_NOTE' | 'CHARGEBACK'
    }
    'partner-amounts-waiting': {
      readonly invoiceId: string
      readonly solutionId: string
      readonly payerId: string
    }
    'partner-balances': {
      readonly id: string
      readonly pending: number
      readonly available: number
    }
    'partner-base-of-invoice': {
      readonly base: number
    }
    'partner-candidates': {
      readonly organizationId: string
      readonly amountMinor: number
    }
    'partner-commission-earn': Record<string, never>
    'partner-commission-group': {
      readonly id: string
      readonly organizationId: string
      readonly solutionId: string
      readonly customerMask: string
      readonly reverses: string | null
      readonly period: string
      readonly baseMinor: number
      readonly ratePercent: number
      readonly amountMinor: number
      readonly currency: string
      readonly availableAt: Date
      readonly createdAt: Date
      readonly status: 'PENDING' | 'APPROVED' | 'HELD' | 'IN_PAYOUT' | 'PAID' | 'REVERSED' | 'FRAUD' | 'CANCELED'
      readonly reason: string | null
      readonly payoutId: string | null
      readonly reversedBy: string | null
    }
    'partner-commission-owner': {
      readonly organizationId: string
    }
    'partner-commission-reverse': Record<string, never>
    'partner-commission-reversed-by': Record<string, never>
    'partner-commission-state': Record<string, never>
    'partner-commission-void': Record<string, never>
    'partner-commissions-approve': {
      readonly id: string
    }
    'partner-commissions-due': {
      readonly organizationId: string
    }
    'partner-commissions-earned': {
      readonly id: string
      readonly organizationId: string
      readonly status: 'PENDING' | 'APPROVED' | 'HELD' | 'IN_PAYOUT' | 'PAID' | 'REVERSED' | 'FRAUD' | 'CANCELED'
      readonly ratePercent: number
      readonly availableAt: Date
      readonly base: Narrowed<number | null, ResultTypes['partner-commissions-earned']['base']>
      readonly amount: Narrowed<number | null, ResultTypes['partner-commissions-earned']['amount']>
    }
    'partner-commissions-list': {
      readonly id: string
      readonly organizationId: string
      readonly solutionId: string
      readonly customerMask: string
      readonly reverses: string | null
      readonly period: string
      readonly baseMinor: number
      readonly ratePercent: number
      readonly amountMinor: number
      readonly currency: string
      readonly availableAt: Date
      readonly createdAt: Date
      readonly status: 'PENDING' | 'APPROVED' | 'HELD' | 'IN_PAYOUT' | 'PAID' | 'REVERSED' | 'FRAUD' | 'CANCELED'
      readonly reason: string | null
      readonly payoutId: string | null
      readonly reversedBy: string | null
    }
    'partner-commissions-lock': {
      readonly id: string
    }
    'partner-customers': {
      readonly count: number
    }
    'partner-discount-add': Record<string, never>
    'partner-discount-settle': {
      readonly one: number
    }
    'partner-document-find': {
      readonly id: string
      readonly document: Narrowed<unknown, ColumnTypes['billing.payout_documents.document']>
      readonly content: Buffer | null
    }
    'partner-document-insert': Record<string, never>
    'partner-document-number': {
      readonly last: number
    }
    'partner-document-of-mail': {
      readonly id: string
      readonly organizationId: string
      readonly document: Narrowed<unknown, ColumnTypes['billing.payout_documents.document']>
      readonly content: Buffer | null
    }
    'partner-document-of-payout': {
      readonly id: string
      readonly document: Narrowed<unknown, ColumnTypes['billing.payout_documents.document']>
    }
    'partner-earned-due': {
      readonly organizationId: string
      readonly amountMinor: number
    }
    'partner-earned-mark': {
      readonly one: number
    }
    'partner-earners-of-invoice': {
      readonly organizationId: string
    }
    'partner-earnings-months': {
      readonly month: string
      readonly pending: number
      readonly available: number
      readonly paid: number
      readonly takenBack: number
    }
    'partner-earnings-totals': {
      readonly pending: number
      readonly available: number
      readonly inPayout: number
      readonly paid: number
    }
    'partner-file-keep': Record<string, never>
    'partner-file-read': {
      readonly content: Buffer
    }
    'partner-invoice-turn': {
      readonly pg_advisory_xact_lock: string
    }
    'partner-other-currencies': {
      readonly organizationId: string
      readonly amountMinor: number
      readonly currency: string
    }
    'partner-parts-commissions': {
      readonly id: string
      readonly organizationId: string
      readonly solutionId: string
      readonly customerMask: string
      readonly reverses: string | null
      readonly period: string
      readonly baseMinor: number
      readonly ratePercent: number
      readonly amountMinor: number
      readonly currency: string
      readonly availableAt: Date
      readonly createdAt: Date
      readonly status: 'PENDING' | 'APPROVED' | 'HELD' | 'IN_PAYOUT' | 'PAID' | 'REVERSED' | 'FRAUD' | 'CANCELED'
      readonly reason: string | null
      readonly payoutId: string | null
      readonly reversedBy: string | null
    }
    'partner-parts-documents': {
      readonly id: string
      readonly document: Narrowed<unknown, ColumnTypes['billing.payout_documents.document']>
    }
    'partner-parts-payouts': {
      readonly id: string
      readonly runId: string
      readonly organizationId: string
      readonly number: string | null
      readonly status: 'DRAFT' | 'APPROVED' | 'PROCESSING' | 'SENT' | 'COMPLETED' | 'FAILED' | 'CANCELED'
      readonly reason: string | null
      readonly periodFrom: string
      readonly periodTo: string
      readonly netMinor: number
      readonly taxMinor: number
      readonly currency: string
      readonly accountMask: string
      readonly inFile: boolean
      readonly createdAt: Date
      readonly sentAt: Date | null
      readonly completedAt: Date | null
    }
    'partner-payable-lock': {
      readonly id: string
      readonly period: string
      readonly amount: number
    }
    'partner-payout-find': {
      readonly id: string
      readonly runId: string
      readonly organizationId: string
      readonly number: string | null
      readonly status: 'DRAFT' | 'APPROVED' | 'PROCESSING' | 'SENT' | 'COMPLETED' | 'FAILED' | 'CANCELED'
      readonly reason: string | null
      readonly periodFrom: string
      readonly periodTo: string
      readonly netMinor: number
      readonly taxMinor: number
      readonly currency: string
      readonly accountMask: string
      readonly inFile: boolean
      readonly createdAt: Date
      readonly sentAt: Date | null
      readonly completedAt: Date | null
    }
    'partner-payout-insert': Record<string, never>
    'partner-payout-lock': {
      readonly id: string
      readonly runId: string
      readonly organizationId: string
      readonly number: string | null
      readonly status: 'DRAFT' | 'APPROVED' | 'PROCESSING' | 'SENT' | 'COMPLETED' | 'FAILED' | 'CANCELED'
      readonly reason: string | null
      readonly periodFrom: string
      readonly periodTo: string
      readonly netMinor: number
      readonly taxMinor: number
      readonly currency: string
      readonly accountMask: string
      readonly inFile: boolean
      readonly createdAt: Date
      readonly sentAt: Date | null
      readonly completedAt: Date | null
    }
    'partner-payout-move': Record<string, never>
    'partner-payout-paid': Record<string, never>
    'partner-payout-release': Record<string, never>
    'partner-payout-rows': {
      readonly period: string
      readonly amount: number
    }
    'partner-payout-take': Record<string, never>
    'partner-payouts-list': {
      readonly id: string
      readonly runId: string
      readonly organizationId: string
      readonly number: string | null
      readonly status: 'DRAFT' | 'APPROVED' | 'PROCESSING' | 'SENT' | 'COMPLETED' | 'FAILED' | 'CANCELED'
      readonly reason: string | null
      readonly periodFrom: string
      readonly periodTo: string
      readonly netMinor: number
      readonly taxMinor: number
      readonly currency: string
      readonly accountMask: string
      readonly inFile: boolean
      readonly createdAt: Date
      readonly sentAt: Date | null
      readonly completedAt: Date | null
    }
    'partner-payouts-lock': {
      readonly id: string
    }
    'partner-payouts-of-runs': {
      readonly id: string
      readonly runId: string
      readonly organizationId: string
      readonly number: string | null
      readonly status: 'DRAFT' | 'APPROVED' | 'PROCESSING' | 'SENT' | 'COMPLETED' | 'FAILED' | 'CANCELED'
      readonly reason: string | null
      readonly periodFrom: string
      readonly periodTo: string
      readonly netMinor: number
      readonly taxMinor: number
      readonly currency: string
      readonly accountMask: string
      readonly inFile: boolean
      readonly createdAt: Date
      readonly sentAt: Date | null
      readonly completedAt: Date | null
    }
    'partner-run-approve': {
      readonly id: string
      readonly month: string
      readonly status: 'DRAFT' | 'APPROVED'
      readonly createdBy: string | null
      readonly createdAt: Date
      readonly checkedBy: string | null
      readonly approvedBy: string | null
      readonly approvedAt: Date | null
      readonly fileAt: Date | null
      readonly leftOut: Narrowed<unknown, ColumnTypes['billing.payout_runs.left_out']>
    }
    'partner-run-check': {
      readonly id: string
      readonly month: string
      readonly status: 'DRAFT' | 'APPROVED'
      readonly createdBy: string | null
      readonly createdAt: Date
      readonly checkedBy: string | null
      readonly approvedBy: string | null
      readonly approvedAt: Date | null
      readonly fileAt: Date | null
      readonly leftOut: Narrowed<unknown, ColumnTypes['billing.payout_runs.left_out']>
    }
    'partner-run-file': Record<string, never>
    'partner-run-insert': {
      readonly one: number
    }
    'partner-run-left-out': {
      readonly id: string
      readonly month: string
      readonly status: 'DRAFT' | 'APPROVED'
      readonly createdBy: string | null
      readonly createdAt: Date
      readonly checkedBy: string | null
      readonly approvedBy: string | null
      readonly approvedAt: Date | null
      readonly fileAt: Date | null
      readonly leftOut: Narrowed<unknown, ColumnTypes['billing.payout_runs.left_out']>
    }
    'partner-run-lock': {
      readonly id: string
      readonly month: string
      readonly status: 'DRAFT' | 'APPROVED'
      readonly createdBy: string | null
      readonly createdAt: Date
      readonly checkedBy: string | null
      readonly approvedBy: string | null
      readonly approvedAt: Date | null
      readonly fileAt: Date | null
      readonly leftOut: Narrowed<unknown, ColumnTypes['billing.payout_runs.left_out']>
    }
    'partner-run-of-file': {
      readonly id: string
      readonly month: string
      readonly status: 'DRAFT' | 'APPROVED'
      readonly createdBy: string | null
      readonly createdAt: Date
      readonly checkedBy: string | null
      readonly approvedBy: string | null
      readonly approvedAt: Date | null
      readonly fileAt: Date | null
      readonly leftOut: Narrowed<unknown, ColumnTypes['billing.payout_runs.left_out']>
    }
    'partner-run-of-month': {
      readonly one: number
    }
    'partner-runs-list': {
      readonly id: string
      readonly month: string
      readonly status: 'DRAFT' | 'APPROVED'
      readonly createdBy: string | null
      readonly createdAt: Date
      readonly checkedBy: string | null
      readonly approvedBy: string | null
      readonly approvedAt: Date | null
      readonly fileAt: Date | null
      readonly leftOut: Narrowed<unknown, ColumnTypes['billing.payout_runs.left_out']>
    }
  }
}

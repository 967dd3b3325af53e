/** An invoice that is to be paid by a day. */
interface NewInvoice {
  readonly link: string
  readonly number: string
  readonly amount: string
  readonly due: string
}

interface Invited {
  readonly link: string
  readonly inviter: string
  readonly name: string
  readonly role: string
  readonly expires: string
  readonly message: string
}

/**
 * Every mail that has a name of its own, with the values that its texts use as `{{name}}`. A `link` becomes the button.
 * Values are shown as given: the caller formats dates and amounts for the language, and hands over no secret.
 */
export interface MailKinds {
  // Account
  'verify-email-code': { readonly link: string; readonly code: string }
  welcome: { readonly link: string }
  'password-reset': { readonly link: string }
  'password-changed': { readonly link: string; readonly when: string }
  'email-change-confirm': { readonly link: string; readonly account: string }
  'email-changed': { readonly link: string; readonly newEmail: string }
  'address-works': { readonly link: string }
  'new-device': { readonly link: string; readonly browser: string; readonly network: string; readonly when: string }
  'two-factor-on': { readonly link: string; readonly when: string }
  'two-factor-off': { readonly link: string; readonly when: string }
  'passkey-added': { readonly link: string; readonly name: string; readonly when: string }
  'passkey-removed': { readonly link: string; readonly name: string; readonly when: string }
  'recovery-code-used': { readonly link: string; readonly left: string }
  'recovery-codes-renewed': { readonly link: string; readonly when: string }
  'new-factor-undone': { readonly link: string; readonly when: string }
  'factor-removal-confirm': { readonly link: string }
  'factor-removal-started': { readonly link: string; readonly when: string }
  'factor-removal-waiting': { readonly link: string; readonly when: string }
  'factor-removal-tomorrow': { readonly link: string; readonly when: string }
  'factor-removal-stopped': { readonly link: string; readonly when: string }
  'factors-removed': { readonly link: string; readonly when: string }
  'second-factor-due': { readonly link: string; readonly name: string; readonly date: string }
  'factors-removed-by-operator': { readonly link: string; readonly when: string }
  'account-deletion-planned': { readonly link: string; readonly date: string }
  'account-deleted': { readonly date: string; readonly certificate: string }
  'account-export-ready': { readonly link: string }
  // What operators did with an account
  'address-confirmed-by-operator': { readonly link: string }
  'password-reset-by-operator': { readonly link: string; readonly reason: string }
  'sessions-ended-by-operator': { readonly link: string; readonly when: string }
  'account-suspended': { readonly reason: string }
  'account-suspension-lifted': { readonly link: string }
  'export-downloaded-by-operator': { readonly reason: string; readonly when: string }
  'administrator-added': { readonly link: string; readonly when: string }
  'administrator-removed': { readonly link: string; readonly when: string }
  'account-viewed': { readonly link: string; readonly reason: string; readonly when: string; readonly until: string }
  // Members
  'invitation-solution': Invited
  'invitation-organization': Invited
  'role-changed': { readonly link: string; readonly name: string; readonly role: string; readonly by: string }
  'member-removed': { readonly name: string; readonly by: string }
  // Solutions
  'key-created': { readonly link: string; readonly solution: string; readonly key: string; readonly by: string }
  'key-expiring': { readonly link: string; readonly solution: string; readonly key: string; readonly date: string }
  'key-unused': { readonly link: string; readonly solution: string; readonly key: string; readonly date: string }
  'key-unused-kept': { readonly link: string; readonly solution: string; readonly key: string }
  'key-unused-revoked': { readonly link: string; readonly solution: string; readonly key: string }
  'key-revoked-by-operator': {
    readonly link: string
    readonly solution: string
    readonly key: string
    readonly reason: string
  }
  'solution-locked': {
    readonly link: string
    readonly solution: string
    readonly reason: string
    readonly effect: string
    readonly remedy: string
  }
  'solution-unlocked': { readonly link: string; readonly solution: string }
  'solution-cancelled': { readonly link: string; readonly solution: string; readonly date: string }
  'solution-deletion-planned': { readonly link: string; readonly solution: string; readonly date: string }
  'solution-export-ready': { readonly link: string; readonly solution: string; readonly date: string }
  'solution-deleted': { readonly solution: string; readonly date: string; readonly certificate: string }
  'alert-address-confirm': { readonly link: string; readonly solution: string }
  'usage-alert': {
    readonly link: string
    readonly solution: string
    readonly percent: string
    readonly counted: string
    readonly included: string
  }
  'quota-notice': {
    readonly link: string
    readonly solution: string
    readonly counted: string
    readonly included: string
    readonly lockDate: string
  }
  'weekly-report': { readonly link: string; readonly period: string; readonly summary: string }
  'change-rolled-back': {
    readonly link: string
    readonly solution: string
    readonly limiter: string
    readonly when: string
  }
  'monthly-report': { readonly link: string; readonly solution: string; readonly month: string }
  // Billing
  'trial-ending': { readonly link: string; readonly solution: string; readonly days: string; readonly date: string }
  // Without a free plan: before the end, and after it
  'trial-expiring': { readonly link: string; readonly solution: string; readonly days: string; readonly date: string }
  'trial-expired': {
    readonly link: string
    readonly solution: string
    readonly lockDate: string
    readonly refuseDate: string
  }
  'trial-ended': { readonly link: string; readonly solution: string }
  'invoice-address-confirm': { readonly link: string; readonly account: string }
  // One for each way in which an invoice is paid
  'invoice-issued-card': NewInvoice
  'invoice-issued-debit': NewInvoice
  'invoice-issued-transfer': NewInvoice & {
    readonly payee: string
    /** The IBAN to which the amount is to be transferred, shown whole. */
    readonly accountNumber: string
    /** Empty where the seller names none. */
    readonly bic: string
    readonly reference: string
  }
  'invoice-issued-free': { readonly link: string; readonly number: string; readonly amount: string }
  'invoice-corrected': {
    readonly link: string
    readonly number: string
    readonly creditNote: string
    readonly amount: string
  }
  'credit-note-issued': {
    readonly link: string
    readonly number: string
    readonly corrected: string
    readonly amount: string
  }
  'payment-received': { readonly link: string; readonly number: string; readonly amount: string }
  'payment-failed': { readonly link: string; readonly number: string; readonly amount: string; readonly date: string }
  'payment-reminder': {
    readonly link: string
    readonly number: string
    readonly amount: string
    readonly daysOverdue: string
    readonly lockDate: string
  }
  'payment-last-reminder': {
    readonly link: string
    readonly number: string
    readonly amount: string
    readonly lockDate: string
  }
  'payment-overdue-locked': {
    readonly link: string
    readonly solution: string
    readonly number: string
    readonly amount: string
  }
  // Partner programme
  'payout-sent': { readonly link: string; readonly number: string; readonly amount: string }
  'payout-failed': { readonly link: string; readonly number: string; readonly amount: string }
  'payout-run-prepared': {
    readonly month: string
    readonly amount: string
    readonly payouts: string
    readonly leftOut: string
    readonly run: string
  }
  'commission-earned': { readonly link: string; readonly organization: string; readonly amount: string }
  'organization-verified': { readonly link: string; readonly organization: string }
  'organization-expired': { readonly link: string; readonly organization: string }
  'organization-rejected': { readonly link: string; readonly organization: string; readonly reason: string }
  // Monitoring and contact
  'incident-opened': { readonly link: string; readonly service: string; readonly when: string; readonly cause: string }
  'incident-resolved': {
    readonly link: string
    readonly service: string
    readonly when: string
    readonly duration: string
  }
  'monitoring-address-confirm': { readonly link: string; readonly solution: string }
  /** To somebody who is no member, and has confirmed the address. */
  'monitoring-alert-address': {
    readonly title: string
    readonly message: string
    readonly solution: string
    /** Where the person ends the alerts. */
    readonly link: string
  }
  'monitoring-alert': { readonly link: string; readonly title: string; readonly message: string }
  'status-subscription': { readonly link: string; readonly page: string }
  'status-update': {
    readonly link: string
    readonly page: string
    readonly report: string
    readonly stage: string
    readonly message: string
    /** The page where the subscription is changed and ended, shown whole. */
    readonly manage: string
  }
  'status-maintenance': {
    readonly link: string
    readonly page: string
    /** What happens: it is announced, begins, is over. */
    readonly event: string
    /** The title of the maintenance. */
    readonly work: string
    readonly when: string
    readonly components: string
    /** The calendar of the page and the page of the subscription, shown whole. */
    readonly calendar: string
    readonly manage: string
  }
  'status-host-ending': { readonly link: string; readonly page: string; readonly host: string; readonly date: string }
  'status-host-lost': { readonly link: string; readonly page: string; readonly host: string }
  'demo-booked': { readonly link: string; readonly when: string }
  'demo-moved': { readonly link: string; readonly when: string; readonly former: string }
  'demo-cancelled': { readonly link: string; readonly when: string }
  'demo-reminder': { readonly link: string; readonly when: string }
  'demo-booking': {
    readonly state: string
    readonly when: string
    readonly former: string
    readonly zone: string
    readonly account: string
    readonly reference: string
    readonly message: string
  }
  'contact-received': { readonly topic: string }
  'enquiry-new': {
    readonly topic: string
    readonly account: string
    readonly solution: string
    readonly reference: string
    readonly message: string
  }
  'visitor-answered': { readonly link: string; readonly topic: string; readonly message: string }
  'enquiry-answered': { readonly link: string; readonly topic: string; readonly message: string }
}

export type MailKind = keyof MailKinds

/** Mails that people may switch off, by the category of their preferences; all others always come. */
export const optionalMails: Partial<Record<MailKind, 'WEEKLY_REPORT' | 'USAGE_ALERTS' | 'BILLING' | 'ALERTS'>> = {
  'weekly-report': 'WEEKLY_REPORT',
  'usage-alert': 'USAGE_ALERTS',
  'trial-ending': 'BILLING',
  'trial-expiring': 'BILLING',
  'payment-received': 'BILLING',
  'commission-earned': 'BILLING',
  'incident-opened': 'ALERTS',
  'incident-resolved': 'ALERTS',
  'monitoring-alert': 'ALERTS',
  'monthly-report': 'ALERTS',
}

import type { Invoice } from '@bollard/e-invoice'
import { type Mail, writeMail } from '@bollard/mail'
import type { BillingDeps, Person } from '../billing-context.ts'
import { attachInvoice } from '../wording/attach.ts'
import { keyOf, type Recipient } from './recipients.ts'

export interface Letter {
  readonly mail: Mail
  readonly key: string
}

/** An invoice as mails tell of it. */
export interface ToldInvoice {
  readonly id: string
  readonly solutionId: string
  readonly document: Invoice
  readonly grossMinor: number
}

const locales = { en: 'en-GB', de: 'de-DE' } as const

/** Mails to everybody who is told of a solution's bills. */
export function writeInvoiceMails(
  deps: Pick<BillingDeps, 'dashboardUrl'>,
  recipients: readonly Recipient[],
  invoice: ToldInvoice,
): Letter[] {
  return recipients.map((recipient) => {
    const { userId, email: to, givenName, language } = recipient
    const { number, dueOn, issuedOn } = invoice.document
    const values = {
      link: invoiceLink(deps, language, invoice),
      number,
      amount: amountInWords(language, invoice.grossMinor, invoice.document.currency),
      // A day that stands on the invoice is the same one everywhere.
      due: dateInWords(language, new Date(`${dueOn ?? issuedOn}T00:00:00Z`), 'UTC'),
    }
    const attachments = attachInvoice(language, invoice)
    const mail = writeMail('invoice-issued', {
      language,
      to,
      givenName,
      values,
      attachments,
      hasAccount: userId !== null,
    })
    return { mail, key: `invoice-issued:${invoice.id}:${keyOf(recipient)}` }
  })
}

/** Mails about a credit note, to the same. */
export function writeCreditMails(
  deps: Pick<BillingDeps, 'dashboardUrl'>,
  recipients: readonly Recipient[],
  note: ToldInvoice & { readonly corrected: string },
): Letter[] {
  return recipients.map((recipient) => {
    const { userId, email: to, givenName, language } = recipient
    const amount = amountInWords(language, note.grossMinor, note.document.currency)
    const values = {
      link: invoiceLink(deps, language, note),
      number: note.document.number,
      corrected: note.corrected,
      amount,
    }
    const attachments = attachInvoice(language, note)
    const mail = writeMail('credit-note-issued', {
      language,
      to,
      givenName,
      values,
      attachments,
      hasAccount: userId !== null,
    })
    return { mail, key: `credit-note-issued:${note.id}:${keyOf(recipient)}` }
  })
}

/** The page on which a solution's plan is chosen, and what it is paid with. */
export function billingLink(
  { dashboardUrl }: Pick<BillingDeps, 'dashboardUrl'>,
  language: Person['language'],
  solutionId: string,
): string {
  return `${dashboardUrl}/${language}/solutions/${solutionId}/settings/billing`
}

/** The page of the invoice. */
export function invoiceLink(
  deps: Pick<BillingDeps, 'dashboardUrl'>,
  language: Person['language'],
  { id, solutionId }: Pick<ToldInvoice, 'id' | 'solutionId'>,
): string {
  return `${billingLink(deps, language, solutionId)}/invoices/${id}`
}

export function amountInWords(language: Person['language'], minor: number, currency: string): string {
  return new Intl.NumberFormat(locales[language], { style: 'currency', currency }).format(minor / 100)
}

/** The day of a moment as people write it, in the time zone of the solution that a mail is about. */
export function dateInWords(language: Person['language'], at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone }).format(at)
}

import type { Invoice } from '@bollard/e-invoice'
import { type Mail, writeMail } from '@bollard/mail'
import type { BillingDeps, Person } from '../billing-context.ts'

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
export function writeInvoiceMails({ dashboardUrl }: Pick<BillingDeps, 'dashboardUrl'>, people: readonly Person[], invoice: ToldInvoice): Letter[] {
  return people.map(({ userId, email: to, givenName, language }) => {
    const { number, dueOn, issuedOn } = invoice.document
    const values = {
      link: invoiceLink(dashboardUrl, language, invoice),
      number,
      amount: amountInWords(language, invoice.grossMinor, invoice.document.currency),
      due: dateInWords(language, new Date(`${dueOn ?? issuedOn}T00:00:00Z`)),
    }
    return { mail: writeMail('invoice-issued', { language, to, givenName, values }), key: `invoice-issued:${invoice.id}:${userId}` }
  })
}

/** The page of the invoice. */
export function invoiceLink(dashboardUrl: string, language: Person['language'], { id, solutionId }: Pick<ToldInvoice, 'id' | 'solutionId'>): string {
  return `${dashboardUrl}/${language}/solutions/${solutionId}/settings/billing/invoices/${id}`
}

export function amountInWords(language: Person['language'], minor: number, currency: string): string {
  return new Intl.NumberFormat(locales[language], { style: 'currency', currency }).format(minor / 100)
}

export function dateInWords(language: Person['language'], at: Date): string {
  return new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: 'UTC' }).format(at)
}

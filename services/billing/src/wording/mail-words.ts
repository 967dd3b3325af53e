import type { Person } from '@bollard/access'
import type { Invoice } from '@bollard/e-invoice'
import { locales } from '@bollard/i18n'
import type { Attachment } from '@bollard/mail'
import type { BillingContext } from '../billing-context.ts'
import { titleInWords } from './invoice-words.ts'

/** The page on which a solution's plan and payment method are chosen. */
export function billingLink(
  { dashboardUrl }: Pick<BillingContext, 'dashboardUrl'>,
  language: Person['language'],
  solutionId: string,
): string {
  return `${dashboardUrl}/${language}/solutions/${solutionId}/settings/billing`
}

/** The page of the invoice. */
export function invoiceLink(
  context: Pick<BillingContext, 'dashboardUrl'>,
  language: Person['language'],
  { id, solutionId }: { readonly id: string; readonly solutionId: string },
): string {
  return `${billingLink(context, language, solutionId)}/invoices/${id}`
}

export function amountInWords(language: Person['language'], minor: number, currency: string): string {
  return new Intl.NumberFormat(locales[language], { style: 'currency', currency }).format(minor / 100)
}

/** A moment as a written-out date, in the time zone of the solution that a mail is about. */
export function dateInWords(language: Person['language'], at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone }).format(at)
}

/** The time zone in which mails about a solution name days. */
export async function zoneOf({ solution }: Pick<BillingContext, 'solution'>, solutionId: string): Promise<string> {
  return (await solution.findTimeZone(solutionId)) ?? 'UTC'
}

/** What mails about a solution to its admins need. */
export interface MailFacts {
  readonly people: readonly Person[]
  /** What its owner calls the solution. */
  readonly label: string
  readonly zone: string
}

/** Null for a solution that is gone. Asks another service, so call it outside a transaction. */
export async function readMailFacts(
  context: Pick<BillingContext, 'solution'>,
  solutionId: string,
): Promise<MailFacts | null> {
  const [people, label, zone] = await Promise.all([
    context.solution.findAdmins(solutionId),
    context.solution.findLabel(solutionId),
    zoneOf(context, solutionId),
  ])
  return label === null ? null : { people, label, zone }
}

/** The page on which a person switches mails of a category off; null when they have. */
export async function unsubscribeUrlOf(
  { identity }: Pick<BillingContext, 'identity'>,
  userId: string,
  category: Parameters<BillingContext['identity']['mailAllowed']>[1],
): Promise<string | null> {
  return (await identity.mailAllowed(userId, category)) ? identity.unsubscribeUrl(userId, category) : null
}

/** The PDF of an invoice or a credit note with its XML inside, and the XML as a file of its own for an XRechnung, since some authorities accept only that. */
export function attachInvoice(
  language: Person['language'],
  { id, document }: { readonly id: string; readonly document: Invoice },
): Attachment[] {
  const pdf = { kind: 'invoice', id, name: fileName(language, document, 'pdf'), mediaType: 'application/pdf' } as const
  if (document.profile !== 'XRECHNUNG') return [pdf]
  return [pdf, { ...pdf, name: fileName(language, document, 'xml'), mediaType: 'application/xml' }]
}

/** The self-billed document of a payout. */
export function attachPayout(
  language: Person['language'],
  { id, number }: { readonly id: string; readonly number: string },
): Attachment {
  return {
    kind: 'payout',
    id,
    name: fileName(language, { kind: 'SELF_BILLED', number }, 'pdf'),
    mediaType: 'application/pdf',
  }
}

/** `Invoice-2026-000001.pdf`, in the language of the mail. */
function fileName(
  language: Person['language'],
  { kind, number }: Pick<Invoice, 'kind' | 'number'>,
  ending: 'pdf' | 'xml',
): string {
  return `${titleInWords(language, kind).replaceAll(' ', '-')}-${number}.${ending}`
}

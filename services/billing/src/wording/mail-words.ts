import type { BillingContext, Person } from '../billing-context.ts'

const locales = { en: 'en-GB', de: 'de-DE' } as const

/** The page on which a solution's plan is chosen, and what it is paid with. */
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

/** The day of a moment as people write it, in the time zone of the solution that a mail is about. */
export function dateInWords(language: Person['language'], at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone }).format(at)
}

/** The time zone in which mails about a solution name days. */
export async function zoneOf({ solution }: Pick<BillingContext, 'solution'>, solutionId: string): Promise<string> {
  return (await solution.findTimeZone(solutionId)) ?? 'UTC'
}

/** The page on which a person switches mails of a category off; null when they have. */
export async function unsubscribeUrlOf(
  { identity }: Pick<BillingContext, 'identity'>,
  userId: string,
  category: Parameters<BillingContext['identity']['mailAllowed']>[1],
): Promise<string | null> {
  return (await identity.mailAllowed(userId, category)) ? identity.unsubscribeUrl(userId, category) : null
}

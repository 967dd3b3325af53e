import { type MailKind, type MailKinds, writeMail } from '@bollard/mail'
import type { Person } from '../billing-context.ts'
import type { InvoicingDeps } from '../invoicing-context.ts'
import { amountInWords, invoiceLink, type Letter } from '../invoice/invoice-mails.ts'
import { type IssuedInvoice, openMinor } from '../invoice/invoice-row.ts'

type DunningMail = Extract<MailKind, 'payment-failed' | 'payment-reminder' | 'payment-last-reminder' | 'payment-overdue-locked' | 'payment-received'>

/**
 * Mails about one invoice to everybody who is told of a solution's bills. `step` tells mails of one kind apart, since each is sent
 * once. Asks other services, so it is called outside of a transaction.
 */
export async function writeDunningMails<K extends DunningMail>(
  deps: Pick<InvoicingDeps, 'findAdmins' | 'dashboardUrl' | 'unsubscribeUrlOf'>,
  kind: K,
  invoice: IssuedInvoice,
  step: string,
  valuesFor: (person: Person) => Omit<MailKinds[K], 'link' | 'number' | 'amount'>,
): Promise<Letter[]> {
  const people = await deps.findAdmins(invoice.solutionId)
  const letters = await Promise.all(
    people.map(async (person): Promise<Letter | null> => {
      const { userId, email: to, givenName, language } = person
      const amount = amountInWords(language, kind === 'payment-received' ? invoice.grossMinor : openMinor(invoice), invoice.currency)
      const common = { link: invoiceLink(deps.dashboardUrl, language, invoice), number: invoice.number, amount }
      const values = { ...valuesFor(person), ...common } as MailKinds[K]
      const key = `${kind}:${invoice.id}:${step}:${userId}`
      if (kind !== 'payment-received') return { mail: writeMail(kind, { language, to, givenName, values }), key }
      const url = await deps.unsubscribeUrlOf(userId, 'BILLING')
      return url === null ? null : { mail: writeMail(kind, { language, to, givenName, values, unsubscribe: { url } }), key }
    }),
  )
  return letters.filter((letter) => letter !== null)
}

import { amountInWords, invoiceLink, unsubscribeUrlOf } from '../wording/mail-words.ts'
import { type MailKind, type MailKinds, writeMail } from '@bollard/mail'
import type { BillingContext } from '../billing-context.ts'
import { attachInvoice } from '../wording/attach.ts'
import { type Letter } from '../invoice/invoice-mails.ts'
import { type IssuedInvoice, openMinor } from '../invoice/invoice-row.ts'
import { findRecipients, keyOf, type Recipient } from '../invoice/recipients.ts'

type DunningMail = Extract<
  MailKind,
  'payment-failed' | 'payment-reminder' | 'payment-last-reminder' | 'payment-overdue-locked' | 'payment-received'
>

/**
 * Mails about one invoice to everybody who is told of a solution's bills, with the invoice as long as it is to be paid. `step` tells mails of one kind apart, since each is sent
 * once. That money has arrived is told to admins alone, who can switch that off. Asks other services, so it is called outside of a
 * transaction.
 */
export async function writeDunningMails<K extends DunningMail>(
  context: Pick<BillingContext, 'db' | 'solution' | 'identity' | 'dashboardUrl'>,
  kind: K,
  invoice: IssuedInvoice,
  step: string,
  valuesFor: (recipient: Recipient) => Omit<MailKinds[K], 'link' | 'number' | 'amount'>,
): Promise<Letter[]> {
  const recipients = await findRecipients(context, invoice.solutionId)
  const letters = await Promise.all(
    recipients.map(async (recipient): Promise<Letter | null> => {
      const { userId, email: to, givenName, language } = recipient
      const amount = amountInWords(
        language,
        kind === 'payment-received' ? invoice.grossMinor - invoice.creditedMinor : openMinor(invoice),
        invoice.currency,
      )
      const common = { link: invoiceLink(context, language, invoice), number: invoice.number, amount }
      const values = { ...valuesFor(recipient), ...common } as MailKinds[K]
      const key = `${kind}:${invoice.id}:${step}:${keyOf(recipient)}`
      if (kind !== 'payment-received') {
        const attachments = attachInvoice(language, invoice)
        return {
          mail: writeMail(kind, { language, to, givenName, values, attachments, hasAccount: userId !== null }),
          key,
        }
      }
      if (userId === null) return null
      const url = await unsubscribeUrlOf(context, userId, 'BILLING')
      return url === null
        ? null
        : { mail: writeMail(kind, { language, to, givenName, values, unsubscribe: { url } }), key }
    }),
  )
  return letters.filter((letter) => letter !== null)
}

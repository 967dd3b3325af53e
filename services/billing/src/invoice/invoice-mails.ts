import type { Invoice } from '@bollard/e-invoice'
import { type Mail, writeMail } from '@bollard/mail'
import type { BillingContext } from '../billing-context.ts'
import { amountInWords, dateInWords, invoiceLink } from '../wording/mail-words.ts'
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

/** Mails to everybody who is told of a solution's bills. */
export function writeInvoiceMails(
  context: Pick<BillingContext, 'dashboardUrl'>,
  recipients: readonly Recipient[],
  invoice: ToldInvoice,
): Letter[] {
  return recipients.map((recipient) => {
    const { userId, email: to, givenName, language } = recipient
    const { number, dueOn, issuedOn } = invoice.document
    const values = {
      link: invoiceLink(context, language, invoice),
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
  context: Pick<BillingContext, 'dashboardUrl'>,
  recipients: readonly Recipient[],
  note: ToldInvoice & { readonly corrected: string },
): Letter[] {
  return recipients.map((recipient) => {
    const { userId, email: to, givenName, language } = recipient
    const amount = amountInWords(language, note.grossMinor, note.document.currency)
    const values = {
      link: invoiceLink(context, language, note),
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

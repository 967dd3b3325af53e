import { type MailKind, type MailKinds, writeMail } from '@bollard/mail'
import type { BillingContext } from '../billing-context.ts'
import { findRecipients, keyOf, type Letter, type Recipient } from '../invoice/invoice-mails.ts'
import { invoiceColumns, type IssuedInvoice, openMinor } from '../invoice/invoice-row.ts'
import { asSystem } from '../store/as-actor.ts'
import { amountInWords, attachInvoice, invoiceLink, unsubscribeUrlOf } from '../wording/mail-words.ts'

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

const atOnce = 100

/** Mails a receipt for each invoice that was paid, once; for one solution, or for all. An invoice over nothing gets none. */
export async function tellPaid(context: BillingContext, solutionId: string | null = null): Promise<void> {
  const due = await context.db.query('billing-paid-due', dueSql, [solutionId, atOnce])
  for (const invoice of due) {
    try {
      const letters = await writeDunningMails(
        context,
        'payment-received',
        invoice,
        invoice.paidAt?.toISOString() ?? '',
        () => ({}),
      )
      await asSystem(context.db, [invoice.solutionId], async (tx) => {
        const marked = await tx.query('billing-paid-told', toldSql, [invoice.id])
        if (marked.length > 0) for (const { mail, key } of letters) await context.enqueueMail(tx, mail, key)
      })
    } catch (error) {
      context.onError(error)
    }
  }
}

const dueSql = `select ${invoiceColumns} from billing.invoices
  where status = 'PAID' and not paid_told and gross_minor > 0 and ($1::uuid is null or solution_id = $1) order by paid_at limit $2`
const toldSql = `update billing.invoices set paid_told = true where id = $1 and status = 'PAID' and not paid_told returning id`

import type { Invoice } from '@bollard/e-invoice'
import { ProblemError } from '@bollard/http'
import { writeMail } from '@bollard/mail'
import type { BillingContext } from '../billing-context.ts'
import { asSystem } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'
import { invoiceWords } from '../wording/invoice-words.ts'
import { amountInWords, attachInvoice, invoiceLink } from '../wording/mail-words.ts'
import { creditInvoice } from './credit.ts'
import { keepPdf } from './finish.ts'
import { findRecipients, keyOf } from './invoice-mails.ts'

const atOnce = 50

interface Provisional {
  readonly id: string
  readonly solutionId: string
  readonly number: string
  readonly language: Invoice['language']
  readonly vatIdStatus: 'VALID' | 'INVALID'
}

/**
 * Settles the tax of invoices that were issued while VIES had no answer. Where it confirms the VAT id, a credit note takes the
 * invoice back and what it named is owed anew, so that the next step invoices it under reverse charge; where it does not, the tax
 * stays. The first answer after the invoice counts, and each invoice is settled once over all processes.
 */
export async function settleProvisional(context: BillingContext): Promise<void> {
  const answered = await context.db.query('billing-provisional-due', dueSql, [atOnce])
  for (const invoice of answered) {
    try {
      await (invoice.vatIdStatus === 'VALID' ? correct(context, invoice) : keep(context, invoice))
    } catch (error) {
      // Another process was first.
      if (!(error instanceof ProblemError && error.code === 'state-conflict')) context.onError(error)
    }
  }
}

async function correct(context: BillingContext, { id, solutionId, number, language }: Provisional): Promise<void> {
  const recipients = await findRecipients(context, solutionId)
  const input = { reason: invoiceWords(language).vatIdConfirmed, reissue: true }
  const note = await asSystem(context.db, [solutionId], async (tx) => {
    const credited = await creditInvoice(tx, context, { solutionId, invoiceId: id, input, by: null })
    await tx.query('billing-provisional-settle', settleSql, [id, context.now()])
    for (const recipient of recipients) {
      const { userId, email: to, givenName, language: own } = recipient
      const amount = amountInWords(own, credited.grossMinor, credited.currency)
      const values = { link: invoiceLink(context, own, credited), number, creditNote: credited.number, amount }
      const attachments = attachInvoice(own, credited)
      const mail = writeMail('invoice-corrected', {
        language: own,
        to,
        givenName,
        values,
        attachments,
        hasAccount: userId !== null,
      })
      await context.enqueueMail(tx, mail, `invoice-corrected:${id}:${keyOf(recipient)}`)
    }
    return credited
  })
  await keepPdf(context, solutionId, note.id)
}

async function keep(context: BillingContext, { id, solutionId, number }: Provisional): Promise<void> {
  const now = context.now()
  await asSystem(context.db, [solutionId], async (tx) => {
    const settled = await tx.query('billing-provisional-settle', settleSql, [id, now])
    if (settled.length === 0) return
    const event = {
      scope: 'SOLUTION',
      scopeId: solutionId,
      action: 'invoice.tax-settled',
      target: { kind: 'invoice', id },
    } as const
    await recordAudit(tx, null, null, now, { ...event, after: { number, vatIdStatus: 'INVALID' } })
  })
}

/**
 * Those whose solution still has the address with that VAT id. Money on its way from a bank is waited for, and what was taken back
 * in parts is left to people, since the rest cannot be billed anew.
 */
const dueSql = `select i.id, i.solution_id as "solutionId", i.number, i.document->>'language' as language, a.vat_id_status as "vatIdStatus"
  from billing.invoices i
  join billing.subscriptions s on s.solution_id = i.solution_id
  join billing.invoice_addresses a on a.id = s.invoice_address_id and a.user_id = i.user_id and a.vat_id = i.document->'buyer'->>'vatId'
  where i.provisional_tax and i.tax_settled_at is null and i.kind = 'INVOICE' and i.status not in ('DRAFT', 'VOID') and i.credited_minor = 0 and i.void_wanted is null
    and a.vat_id_status in ('VALID', 'INVALID') and a.vat_id_checked_at >= i.issued_at
    and not exists (select from billing.payments p where p.invoice_id = i.id and p.status in ('PENDING', 'PROCESSING'))
  order by i.id limit $1`
const settleSql =
  'update billing.invoices set tax_settled_at = $2 where id = $1 and tax_settled_at is null returning id'

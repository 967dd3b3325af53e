import type { BillingContext } from '../billing-context.ts'
import { invoiceColumns, type IssuedInvoice } from '../invoice/invoice-row.ts'
import { asSystem } from '../store/as-actor.ts'
import { writeDunningMails } from './letters.ts'

const atOnce = 100

/** Tells of invoices that were paid, each once; of one solution, or of all. What cost nothing is not told of. */
export async function tellPaid(context: BillingContext, solutionId: string | null = null): Promise<void> {
  const due = await context.db.query<IssuedInvoice>('billing-paid-due', dueSql, [solutionId, atOnce])
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

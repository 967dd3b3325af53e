import { toPdf } from '@bollard/e-invoice'
import type { BillingContext } from '../billing-context.ts'
import { asSystem } from '../store/as-actor.ts'
import { type IssuedInvoice, invoiceColumns } from './invoice-row.ts'

const atOnce = 50

/** Draws the PDF of an issued invoice and keeps it, unless that was done before. */
export async function keepPdf(
  { db, now }: Pick<BillingContext, 'db' | 'now'>,
  solutionId: string,
  invoiceId: string,
): Promise<void> {
  const [row] = await asSystem(db, [solutionId], (tx) => tx.query<IssuedInvoice>('billing-pdf-of', ofSql, [invoiceId]))
  if (!row) return
  // Outside of a transaction: drawing takes longer than anything else.
  const pdf = await toPdf(row.document)
  await asSystem(db, [solutionId], (tx) =>
    tx.query(
      'billing-pdf-keep',
      `insert into billing.invoice_files values ($1, 'PDF', $2, $3) on conflict do nothing`,
      [invoiceId, pdf, now()],
    ),
  )
}

/** Draws what a process that ended in between has left out. */
export async function keepMissingPdfs(context: Pick<BillingContext, 'db' | 'now' | 'onError'>): Promise<void> {
  const missing = await context.db.query<{ id: string; solutionId: string }>('billing-pdf-missing', missingSql, [
    atOnce,
  ])
  for (const { id, solutionId } of missing) await keepPdf(context, solutionId, id).catch(context.onError)
}

const ofSql = `select ${invoiceColumns} from billing.invoices i
  where id = $1 and status <> 'DRAFT' and not exists (select from billing.invoice_files f where f.invoice_id = i.id and f.format = 'PDF')`
const missingSql = `select id, solution_id as "solutionId" from billing.invoices i
  where status <> 'DRAFT' and not exists (select from billing.invoice_files f where f.invoice_id = i.id and f.format = 'PDF') order by id desc limit $1`

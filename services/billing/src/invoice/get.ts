import type { InvoiceView } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { Actor, BillingContext } from '../billing-context.ts'
import { asSystem } from '../store/as-actor.ts'
import { findInvoice } from './find.ts'
import { toInvoiceView } from './invoice-row.ts'
import { keepPdf } from './keep-pdf.ts'

/** An invoice or a credit note. */
export async function getInvoice(
  context: Pick<BillingContext, 'db' | 'solution'>,
  actor: Actor,
  id: string,
): Promise<InvoiceView> {
  return toInvoiceView(await findInvoice(context, actor, id, 'invoice.read'))
}

export interface InvoiceFile {
  readonly name: string
  readonly content: Buffer
}

/** The file as it was sent; a PDF that is not drawn yet is drawn now. */
export async function readInvoiceFile(
  context: Pick<BillingContext, 'db' | 'solution' | 'now'>,
  actor: Actor,
  id: string,
  format: 'PDF' | 'XML',
): Promise<InvoiceFile> {
  const { number, solutionId } = await findInvoice(context, actor, id, 'invoice.read')
  return { name: `${number}.${format.toLowerCase()}`, content: await readFile(context, { id, solutionId, format }) }
}

/** The same for a mail that carries it, whoever that goes to. Throws where there is no such invoice. */
export async function readStoredFile(
  context: Pick<BillingContext, 'db' | 'now'>,
  id: string,
  format: 'PDF' | 'XML',
): Promise<Buffer> {
  const sql = `select solution_id as "solutionId" from billing.invoices where id = $1 and status <> 'DRAFT'`
  const [row] = await context.db.query<{ solutionId: string }>('billing-invoice-of-mail', sql, [id])
  if (!row) throw new Error('There is no invoice for the mail')
  return readFile(context, { id, solutionId: row.solutionId, format })
}

async function readFile(
  context: Pick<BillingContext, 'db' | 'now'>,
  { id, solutionId, format }: { readonly id: string; readonly solutionId: string; readonly format: 'PDF' | 'XML' },
): Promise<Buffer> {
  if (format === 'PDF') await keepPdf(context, solutionId, id)
  const sql = 'select content from billing.invoice_files where invoice_id = $1 and format = $2'
  const [file] = await asSystem(context.db, [solutionId], (tx) =>
    tx.query<{ content: Buffer }>('billing-invoice-file', sql, [id, format]),
  )
  if (!file) throw new ProblemError('internal')
  return file.content
}

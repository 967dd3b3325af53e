import type { InvoiceView } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { Actor } from '../billing-context.ts'
import type { InvoicingDeps } from '../invoicing-context.ts'
import { asSystem } from '../store/as-actor.ts'
import { findInvoice } from './find.ts'
import { toInvoiceView } from './invoice-row.ts'
import { keepPdf } from './keep-pdf.ts'

/** An invoice or a credit note. */
export async function getInvoice(deps: Pick<InvoicingDeps, 'db' | 'findRole'>, actor: Actor, id: string): Promise<InvoiceView> {
  return toInvoiceView(await findInvoice(deps, actor, id, 'invoice.read'))
}

export interface InvoiceFile {
  readonly name: string
  readonly content: Buffer
}

/** The file as it was sent; a PDF that is not drawn yet is drawn now. */
export async function readInvoiceFile(
  deps: Pick<InvoicingDeps, 'db' | 'findRole' | 'now'>,
  actor: Actor,
  id: string,
  format: 'PDF' | 'XML',
): Promise<InvoiceFile> {
  const { number, solutionId } = await findInvoice(deps, actor, id, 'invoice.read')
  if (format === 'PDF') await keepPdf(deps, solutionId, id)
  const sql = 'select content from billing.invoice_files where invoice_id = $1 and format = $2'
  const [file] = await asSystem(deps.db, [solutionId], (tx) => tx.query<{ content: Buffer }>('billing-invoice-file', sql, [id, format]))
  if (!file) throw new ProblemError('internal')
  return { name: `${number}.${format.toLowerCase()}`, content: file.content }
}

import type { Actor } from '@bollard/access'
import type { InvoiceView } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { ReadAttachment } from '@bollard/mail'
import type { BillingContext } from '../billing-context.ts'
import { readSentDocument } from '../payout/read-document.ts'
import { type Action, assertAllowed } from '../policy.ts'
import { asSystem } from '../store/as-actor.ts'
import { keepPdf } from './finish.ts'
import { invoiceColumns, type IssuedInvoice, toInvoiceView } from './invoice-row.ts'

/** An invoice or a credit note. */
export async function getInvoice(
  context: Pick<BillingContext, 'db' | 'solution' | 'now'>,
  actor: Actor,
  id: string,
): Promise<InvoiceView> {
  return toInvoiceView(await findInvoice(context, actor, id, 'invoice.read'))
}

export interface InvoiceFile {
  readonly name: string
  readonly content: Buffer
}

/** The file as it was sent; a PDF that does not exist yet is drawn now. */
export async function readInvoiceFile(
  context: Pick<BillingContext, 'db' | 'solution' | 'now'>,
  actor: Actor,
  { invoiceId: id, format }: { readonly invoiceId: string; readonly format: 'PDF' | 'XML' },
): Promise<InvoiceFile> {
  const { number, solutionId } = await findInvoice(context, actor, id, 'invoice.read')
  return { name: `${number}.${format.toLowerCase()}`, content: await readFile(context, { id, solutionId, format }) }
}

/** The same for a mail that carries it; access was checked when the mail was written. Throws where there is no such invoice. */
export async function readStoredFile(
  context: Pick<BillingContext, 'db' | 'now'>,
  id: string,
  format: 'PDF' | 'XML',
): Promise<Buffer> {
  const sql = `select solution_id as "solutionId" from billing.invoices where id = $1 and status <> 'DRAFT'`
  const [row] = await context.db.query('billing-invoice-of-mail', sql, [id])
  if (!row) throw new Error('There is no invoice for the mail')
  return readFile(context, { id, solutionId: row.solutionId, format })
}

async function readFile(
  context: Pick<BillingContext, 'db' | 'now'>,
  { id, solutionId, format }: { readonly id: string; readonly solutionId: string; readonly format: 'PDF' | 'XML' },
): Promise<Buffer> {
  if (format === 'PDF') await keepPdf(context, solutionId, id)
  const sql = 'select content from billing.invoice_files where invoice_id = $1 and format = $2'
  const [file] = await asSystem(context.db, [solutionId], (tx) => tx.query('billing-invoice-file', sql, [id, format]))
  if (!file) throw new ProblemError('internal')
  return file.content
}

/**
 * An issued invoice, once the policy has let the actor through: as a member of its solution or, to read, as the one it goes to.
 * Throws `not-found` for drafts and for strangers. It is read by its owner's right, since whose it is shows only then.
 */
export async function findInvoice(
  { db, solution, now }: Pick<BillingContext, 'db' | 'solution' | 'now'>,
  actor: Actor,
  id: string,
  action: Action,
): Promise<IssuedInvoice> {
  const [row] = await db.query(
    'billing-invoice-find',
    `select ${invoiceColumns} from billing.invoices where id = $1 and status <> 'DRAFT'`,
    [id],
  )
  if (!row) throw new ProblemError('not-found')
  const own = action === 'invoice.read' && row.userId === actor.userId
  const standing = own ? null : { role: await solution.findRole(actor, row.solutionId) }
  assertAllowed(actor, own ? 'invoice.read-own' : action, standing, now())
  return row
}

/**
 * The files of mails of this service, the same bytes that people download: mails name them by `invoice` and its id, or `payout` and
 * its id. Nobody is asked whether they may: who gets a mail was decided when it was written. Throws for what there is not.
 */
export function readAttachment(
  context: Pick<BillingContext, 'db' | 'now'>,
  { kind, id, mediaType }: Parameters<ReadAttachment>[0],
): Promise<Buffer> {
  const format = mediaType === 'application/pdf' ? 'PDF' : 'XML'
  if (kind === 'invoice') return readStoredFile(context, id, format)
  if (kind === 'payout') return readSentDocument(context, id, format)
  throw new TypeError(`Mails of billing carry no "${kind}"`)
}

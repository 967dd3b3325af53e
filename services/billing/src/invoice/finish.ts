import type { Queries } from '@bollard/database'
import { checkRules, type Invoice, toCii, toPdf, totalInvoice } from '@bollard/e-invoice'
import type { BillingContext } from '../billing-context.ts'
import { asSystem } from '../store/as-actor.ts'
import { invoiceColumns } from './invoice-row.ts'

/** The invoice breaks rules of EN 16931 and therefore got no number. */
export class InvoiceRuleError extends Error {
  readonly rules: readonly string[]
  constructor(rules: readonly string[]) {
    super(`The invoice breaks ${rules.join(', ')} of EN 16931`)
    this.name = 'InvoiceRuleError'
    this.rules = rules
  }
}

export interface FinishedInvoice {
  readonly invoice: Invoice
  readonly xml: string
  readonly net: number
  readonly tax: number
  readonly gross: number
}

/**
 * Gives an invoice the next number of its year and writes its XML. The number is taken in the transaction of the caller, which
 * makes all others of the year wait until it ends, so that none is left out or given twice. Throws an `InvoiceRuleError` before
 * any number is taken.
 */
export async function finishInvoice(tx: Queries, compose: (number: string) => Invoice): Promise<FinishedInvoice> {
  const trial = compose('2000-000001')
  const broken = checkRules(toCii(trial))
  if (broken.length > 0) throw new InvoiceRuleError(broken)
  const series = trial.issuedOn.slice(0, 4)
  const [row] = await tx.query('billing-invoice-number', numberSql, [series])
  if (!row) throw new Error('There is no number for the invoice')
  const invoice = compose(`${series}-${String(row.last).padStart(6, '0')}`)
  const { net, tax, gross } = totalInvoice(invoice)
  return { invoice, xml: toCii(invoice), net, tax, gross }
}

/** Stores the XML as it was issued. */
export async function keepXml(tx: Queries, invoiceId: string, xml: string, at: Date): Promise<void> {
  await tx.query('billing-invoice-xml', `insert into billing.invoice_files values ($1, 'XML', $2, $3)`, [
    invoiceId,
    Buffer.from(xml, 'utf8'),
    at,
  ])
}

const numberSql = `insert into billing.invoice_counters as c (series, last) values ($1, 1)
  on conflict (series) do update set last = c.last + 1 returning last`

const atOnce = 50

/** Draws the PDF of an issued invoice and stores it, unless it exists. */
export async function keepPdf(
  { db, now }: Pick<BillingContext, 'db' | 'now'>,
  solutionId: string,
  invoiceId: string,
): Promise<void> {
  const [row] = await asSystem(db, [solutionId], (tx) => tx.query('billing-pdf-of', ofSql, [invoiceId]))
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

/** Draws PDFs that are missing because a process stopped in between. */
export async function keepMissingPdfs(context: Pick<BillingContext, 'db' | 'now' | 'onError'>): Promise<void> {
  const missing = await context.db.query('billing-pdf-missing', missingSql, [atOnce])
  for (const { id, solutionId } of missing) await keepPdf(context, solutionId, id).catch(context.onError)
}

const ofSql = `select ${invoiceColumns} from billing.invoices i
  where id = $1 and status <> 'DRAFT' and not exists (select from billing.invoice_files f where f.invoice_id = i.id and f.format = 'PDF')`
const missingSql = `select id, solution_id as "solutionId" from billing.invoices i
  where status <> 'DRAFT' and not exists (select from billing.invoice_files f where f.invoice_id = i.id and f.format = 'PDF') order by id desc limit $1`

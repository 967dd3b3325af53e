import type { Queries } from '@bollard/database'
import { checkRules, type Invoice, toCii, totalInvoice } from '@bollard/e-invoice'

/** An invoice that breaks rules of EN 16931 and therefore got no number. */
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
  const [row] = await tx.query<{ last: number }>('billing-invoice-number', numberSql, [series])
  if (!row) throw new Error('There is no number for the invoice')
  const invoice = compose(`${series}-${String(row.last).padStart(6, '0')}`)
  const { net, tax, gross } = totalInvoice(invoice)
  return { invoice, xml: toCii(invoice), net, tax, gross }
}

/** Keeps the XML as it was made. */
export async function keepXml(tx: Queries, invoiceId: string, xml: string, at: Date): Promise<void> {
  await tx.query('billing-invoice-xml', `insert into billing.invoice_files values ($1, 'XML', $2, $3)`, [
    invoiceId,
    Buffer.from(xml, 'utf8'),
    at,
  ])
}

const numberSql = `insert into billing.invoice_counters as c (series, last) values ($1, 1)
  on conflict (series) do update set last = c.last + 1 returning last`

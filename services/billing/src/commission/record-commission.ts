import type { Money } from '@bollard/contracts'
import type { Queries } from '@bollard/database'

interface OfInvoice {
  readonly invoiceId: string
  readonly solutionId: string
  /** The recipient of the invoice. */
  readonly payerId: string
}

/**
 * Writes down that an invoice is paid, in the transaction that marks it so; who earns by it is found out afterwards. `netPaid` is
 * what is paid of the invoice in all, without VAT and credits; the same word twice changes nothing.
 */
export async function recordCommission(
  tx: Queries,
  paid: OfInvoice & { readonly netPaid: Money; readonly paidAt: Date },
): Promise<void> {
  const { invoiceId, solutionId, payerId, netPaid, paidAt } = paid
  await tx.query('partner-amount-paid', insertSql, [
    invoiceId,
    solutionId,
    payerId,
    netPaid.amountMinor,
    netPaid.currency,
    paidAt,
    'PAYMENT',
  ])
}

/**
 * Writes down that money of an invoice was given back, in the transaction that learns of it. `netKept` is what stays paid of the
 * invoice, zero after a whole refund. Where a chargeback is won, `recordCommission` says so again.
 */
export async function reverseCommission(
  tx: Queries,
  reversed: OfInvoice & {
    readonly netKept: Money
    readonly at: Date
    readonly reason: 'REFUND' | 'CREDIT_NOTE' | 'CHARGEBACK'
  },
): Promise<void> {
  const { invoiceId, solutionId, payerId, netKept, at, reason } = reversed
  await tx.query('partner-amount-paid', insertSql, [
    invoiceId,
    solutionId,
    payerId,
    netKept.amountMinor,
    netKept.currency,
    at,
    reason,
  ])
}

const insertSql = `insert into billing.paid_amounts (invoice_id, solution_id, payer_id, net_minor, currency, at, reason) values ($1, $2, $3, $4, $5, $6, $7)`

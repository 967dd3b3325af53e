import type { Queries } from '@bollard/database'
import { recordCommission, reverseCommission } from '../commission/record-commission.ts'
import type { IssuedInvoice } from './invoice-row.ts'

/**
 * Tells the partner programme what is paid of an invoice now, without VAT and what credit notes took back, in the transaction that
 * learns it. After a refund of a part the same share of the net amount stays; after a chargeback nothing does.
 */
export async function tellProgramme(
  tx: Queries,
  invoice: IssuedInvoice,
  at: Date,
  what: 'PAYMENT' | 'REFUND' | 'CHARGEBACK' | 'CREDIT_NOTE',
): Promise<void> {
  if (invoice.netMinor <= 0) return
  const of = { invoiceId: invoice.id, solutionId: invoice.solutionId, payerId: invoice.userId }
  const net = (amountMinor: number) => ({ amountMinor, currency: invoice.currency })
  const netMinor = invoice.netMinor - invoice.creditedNetMinor
  const grossMinor = invoice.grossMinor - invoice.creditedMinor
  if (what === 'PAYMENT') return recordCommission(tx, { ...of, netPaid: net(netMinor), paidAt: at })
  const paid = grossMinor === 0 ? 0 : Math.round((netMinor * Math.min(invoice.paidMinor, grossMinor)) / grossMinor)
  await reverseCommission(tx, {
    ...of,
    netKept: net({ REFUND: paid, CREDIT_NOTE: netMinor, CHARGEBACK: 0 }[what]),
    at,
    reason: what,
  })
}

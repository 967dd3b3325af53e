import type { Queries } from '@bollard/database'
import { recordCommission, reverseCommission } from '../partner/commission/record-commission.ts'
import type { IssuedInvoice } from './invoice-row.ts'

/**
 * Tells the partner programme what is paid of an invoice now, without VAT, in the transaction that learns it. After a refund
 * of a part the same share of the net amount stays; after a chargeback or a credit note nothing does.
 */
export async function tellProgramme(tx: Queries, invoice: IssuedInvoice, at: Date, what: 'PAYMENT' | 'REFUND' | 'CHARGEBACK' | 'CREDIT_NOTE'): Promise<void> {
  if (invoice.netMinor <= 0) return
  const of = { invoiceId: invoice.id, solutionId: invoice.solutionId, payerId: invoice.userId }
  const net = (amountMinor: number) => ({ amountMinor, currency: invoice.currency })
  if (what === 'PAYMENT') return recordCommission(tx, { ...of, netPaid: net(invoice.netMinor), paidAt: at })
  const share = what === 'REFUND' ? Math.round((invoice.netMinor * Math.min(invoice.paidMinor, invoice.grossMinor)) / invoice.grossMinor) : 0
  await reverseCommission(tx, { ...of, netKept: net(share), at, reason: what })
}

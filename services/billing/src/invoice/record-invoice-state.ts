import type { Queries } from '@bollard/database'
import { recordAudit } from '../store/record-audit.ts'
import type { InvoiceStatus, IssuedInvoice } from './invoice-row.ts'

/** Writes down that an invoice has another state by itself: what was paid, or left unpaid for too long, and not what somebody did. */
export async function recordInvoiceState(
  tx: Queries,
  { id, solutionId, number, status: before }: Pick<IssuedInvoice, 'id' | 'solutionId' | 'number' | 'status'>,
  status: Extract<InvoiceStatus, 'PAID' | 'OVERDUE' | 'UNCOLLECTIBLE'>,
  at: Date,
): Promise<void> {
  await recordAudit(tx, null, null, at, {
    scope: 'SOLUTION',
    scopeId: solutionId,
    action: `invoice.${status.toLowerCase()}`,
    target: { kind: 'invoice', id },
    before: { status: before },
    after: { status, number },
  })
}

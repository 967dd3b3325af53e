import type { Payout } from '@bollard/contracts'

/** A payout as the statements of this service select it. */
export interface PayoutRow {
  readonly id: string
  readonly runId: string
  readonly organizationId: string
  readonly number: string | null
  readonly status: Payout['status']
  readonly reason: string | null
  readonly periodFrom: string
  readonly periodTo: string
  readonly netMinor: number
  readonly taxMinor: number
  readonly currency: string
  readonly accountMask: string
  readonly inFile: boolean
  readonly createdAt: Date
  readonly sentAt: Date | null
  readonly completedAt: Date | null
}

/** Columns of `PayoutRow`, from `billing.payouts p`. */
export const payoutColumns = `p.id, p.run_id as "runId", p.organization_id as "organizationId",
  (select d.number from billing.payout_documents d where d.payout_id = p.id and d.corrects is null) as number, p.status, p.reason,
  to_char(p.period_from, 'YYYY-MM-DD') as "periodFrom", to_char(p.period_to, 'YYYY-MM-DD') as "periodTo", p.net_minor::float8 as "netMinor",
  p.tax_minor::float8 as "taxMinor", p.currency, p.account_mask as "accountMask", p.in_file as "inFile", p.created_at as "createdAt",
  p.sent_at as "sentAt", p.completed_at as "completedAt"`

/** What is transferred, in minor units. */
export function grossOf({ netMinor, taxMinor }: Pick<PayoutRow, 'netMinor' | 'taxMinor'>): number {
  return netMinor + taxMinor
}

export function toPayout(row: PayoutRow): Payout {
  const { id, organizationId, number, periodFrom, periodTo, currency, status } = row
  return {
    id,
    organizationId,
    number,
    periodFrom,
    periodTo,
    amount: { amountMinor: grossOf(row), currency },
    vat: { amountMinor: row.taxMinor, currency },
    status,
    documentUrl: number === null ? null : `/solution/v1/organizations/${organizationId}/payouts/${id}/document`,
    initiatedAt: row.createdAt.toISOString(),
    paidAt: (row.completedAt ?? row.sentAt)?.toISOString() ?? null,
    failureReason: status === 'FAILED' || status === 'CANCELED' ? row.reason : null,
  }
}

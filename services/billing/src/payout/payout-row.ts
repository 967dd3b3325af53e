import type { Payout, PayoutRun } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { payoutCurrency } from '../commission/describe-earnings.ts'

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

/** A payout run as the statements of this service select it. */
export interface RunRow {
  readonly id: string
  readonly month: string
  readonly status: PayoutRun['status']
  /** Null where the job made it. */
  readonly createdBy: string | null
  readonly createdAt: Date
  readonly checkedBy: string | null
  readonly approvedBy: string | null
  readonly approvedAt: Date | null
  readonly fileAt: Date | null
  readonly leftOut: PayoutRun['leftOut']
}

export const runColumns = `id, month, status, created_by as "createdBy", created_at as "createdAt", checked_by as "checkedBy", approved_by as "approvedBy",
  approved_at as "approvedAt", file_at as "fileAt", left_out as "leftOut"`

/** The payouts of runs, in the order in which they were made. */
export function readPayouts(tx: Queries, runIds: readonly string[]): Promise<PayoutRow[]> {
  return tx.query('partner-payouts-of-runs', payoutsSql, [runIds])
}

/** The same, and nobody else says what becomes of them until the end of the transaction. */
export async function lockPayouts(tx: Queries, runId: string): Promise<PayoutRow[]> {
  await tx.query('partner-payouts-lock', 'select id from billing.payouts where run_id = $1 order by id for update', [
    runId,
  ])
  return readPayouts(tx, [runId])
}

/** What of a run is or was to be transferred, in minor units: canceled payouts are not. */
export function totalOf(payouts: readonly PayoutRow[]): number {
  return payouts.filter(({ status }) => status !== 'CANCELED').reduce((sum, payout) => sum + grossOf(payout), 0)
}

export function toRun(row: RunRow, payouts: readonly PayoutRow[]): PayoutRun {
  const { id, month, status, leftOut, createdBy, checkedBy, approvedBy } = row
  return {
    id,
    month,
    status,
    total: { amountMinor: totalOf(payouts), currency: payoutCurrency },
    payouts: payouts.map(toPayout),
    leftOut,
    createdBy,
    createdAt: row.createdAt.toISOString(),
    checkedBy,
    approvedBy,
    approvedAt: row.approvedAt?.toISOString() ?? null,
    transferredAt: row.fileAt?.toISOString() ?? null,
  }
}

const payoutsSql = `select ${payoutColumns} from billing.payouts p where p.run_id = any($1::uuid[]) order by p.id`

/** The country and the last four digits, in as many characters as the IBAN has. */
export function maskAccount(iban: string): string {
  return `${iban.slice(0, 2)}${'X'.repeat(Math.max(0, iban.length - 6))}${iban.slice(-4)}`
}

import type { PayoutRun } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { payoutCurrency } from '../commission/describe-balances.ts'
import { grossOf, payoutColumns, type PayoutRow, toPayout } from './payout-row.ts'

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
  return tx.query<PayoutRow>('partner-payouts-of-runs', payoutsSql, [runIds])
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

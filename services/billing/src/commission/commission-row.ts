import type { Commission } from '@bollard/contracts'

/** A commission as the statements of this service select it. */
export interface CommissionRow {
  readonly id: string
  readonly organizationId: string
  readonly solutionId: string
  readonly customerMask: string
  readonly reverses: string | null
  readonly period: string
  readonly baseMinor: number
  readonly ratePercent: number
  readonly amountMinor: number
  readonly currency: string
  readonly availableAt: Date
  readonly createdAt: Date
  readonly status: Commission['status']
  readonly reason: string | null
  readonly payoutId: string | null
  readonly reversedBy: string | null
}

// Amounts fit into a double by far.
export const commissionColumns = `id, organization_id as "organizationId", solution_id as "solutionId", customer_mask as "customerMask", reverses, period,
  base_minor::float8 as "baseMinor", rate_percent::float8 as "ratePercent", amount_minor::float8 as "amountMinor", currency,
  available_at as "availableAt", created_at as "createdAt", status, reason, payout_id as "payoutId", reversed_by as "reversedBy"`

export function toCommission(row: CommissionRow, solutionLabel: string | null): Commission {
  const { id, solutionId, customerMask, period, currency, status, reason, payoutId, reversedBy } = row
  return {
    id,
    solutionId,
    solutionLabel,
    customerMask,
    period,
    base: { amountMinor: row.baseMinor, currency },
    rate: row.ratePercent,
    amount: { amountMinor: row.amountMinor, currency },
    status,
    reason,
    availableAt: row.availableAt.toISOString(),
    payoutId,
    reversedBy,
    createdAt: row.createdAt.toISOString(),
  }
}

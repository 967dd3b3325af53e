import type { Accounting } from '@bollard/contracts'
import type { Settlement } from './settle-month.ts'

/** An accounting as the statements of this service select it; what became of it is read from charges and corrections. */
export interface AccountingRow extends Pick<
  Settlement,
  'planCode' | 'plan' | 'included' | 'counted' | 'perDay' | 'overageUnits'
> {
  readonly id: string
  readonly solutionId: string
  readonly period: string
  readonly corrects: string | null
  readonly overageMinor: number
  readonly planMinor: number
  readonly currency: string
  readonly closedAt: Date
  readonly invoiceId: string | null
  readonly corrected: boolean
}

export const accountingColumns = `a.id, a.solution_id as "solutionId", a.period, a.corrects, a.plan_code as "planCode", a.plan, a.included::float8 as included, a.counted,
  a.per_day as "perDay", a.overage_units::float8 as "overageUnits", a.overage_minor::float8 as "overageMinor", a.plan_minor::float8 as "planMinor", a.currency,
  a.closed_at as "closedAt", exists (select from billing.accountings c where c.corrects = a.id) as corrected,
  (select i.id from billing.charges c join billing.invoices i on i.id = c.invoice_id and i.status <> 'DRAFT' where c.accounting_id = a.id) as "invoiceId"`

export function toAccounting(row: AccountingRow): Accounting {
  const money = (amountMinor: number) => ({ amountMinor, currency: row.currency })
  return {
    id: row.id,
    solutionId: row.solutionId,
    period: row.period,
    status: row.corrected ? 'CORRECTED' : row.invoiceId === null ? 'CLOSED' : 'INVOICED',
    planCode: row.planCode,
    planSnapshot: row.plan,
    included: row.included,
    counted: row.counted,
    overageUnits: row.overageUnits,
    overageAmount: money(row.overageMinor),
    net: money(row.overageMinor + row.planMinor),
    currency: row.currency,
    invoiceId: row.invoiceId,
    corrects: row.corrects,
    closedAt: row.closedAt.toISOString(),
    perDay: [...row.perDay],
  }
}

/** The running month, which has no row yet. */
export function toOpenAccounting(
  solutionId: string,
  period: string,
  settled: Settlement,
  planMinor: number,
): Accounting {
  const { currency, amountMinor } = settled.overage
  return {
    id: null,
    solutionId,
    period,
    status: 'OPEN',
    planCode: settled.planCode,
    planSnapshot: settled.plan,
    included: settled.included,
    counted: settled.counted,
    overageUnits: settled.overageUnits,
    overageAmount: settled.overage,
    net: { amountMinor: amountMinor + planMinor, currency },
    currency,
    invoiceId: null,
    corrects: null,
    closedAt: null,
    perDay: [...settled.perDay],
  }
}

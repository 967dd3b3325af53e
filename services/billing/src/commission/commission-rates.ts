import { commissionSchemes, dayMs, type Organization } from '@bollard/contracts'
import type { Queries } from '@bollard/database'

export interface RateFacts {
  readonly kind: Organization['kind']
  readonly since: Date
  readonly paidAt: Date
  /** Including the customer who paid now. */
  readonly payingCustomers: number
}

/** The commission rate of a payment in percent; null if it earns nothing. */
export function commissionRate({ kind, since, paidAt, payingCustomers }: RateFacts): number | null {
  const scheme = schemeOf(kind, since)
  if (!scheme || paidAt < since || paidAt >= addMonths(since, scheme.months)) return null
  return scheme.steps.findLast(({ customers }) => customers <= payingCustomers)?.percent ?? null
}

/** When payments stop earning a commission; null if they never do. */
export function commissionEnd({ kind, since }: Pick<RateFacts, 'kind' | 'since'>): Date | null {
  const scheme = schemeOf(kind, since)
  return scheme ? addMonths(since, scheme.months) : null
}

/** A commission in minor units, rounded half up. */
export function commissionOn(baseMinor: number, percent: number): number {
  return Math.floor((baseMinor * percent + 50) / 100)
}

function schemeOf(
  kind: RateFacts['kind'],
  since: Date,
): (typeof commissionSchemes)[RateFacts['kind']][number] | undefined {
  const day = since.toISOString().slice(0, 10)
  return commissionSchemes[kind].findLast(({ from }) => from <= day)
}

/** The same day so many months later, or the last of that month where it has no such day. */
function addMonths(at: Date, months: number): Date {
  const moved = new Date(at)
  moved.setUTCMonth(moved.getUTCMonth() + months, 1)
  const last = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  moved.setUTCDate(Math.min(at.getUTCDate(), last))
  return moved
}

/** How long somebody counts as a paying customer after a payment: a year, for yearly plans, and a month for late payment. */
const customerDays = 396
/** The number of other paying customers that an organization has referred, with or without a discount in place of the commission. */
export async function countPayingCustomers(
  tx: Queries,
  { organizationId, besides, at }: { readonly organizationId: string; readonly besides: string; readonly at: Date },
): Promise<number> {
  const since = new Date(at.getTime() - customerDays * dayMs)
  const [row] = await tx.query('partner-customers', customersSql, [organizationId, besides, since])
  return row?.count ?? 0
}

const customersSql = `select count(distinct customer_id)::int as count from (
    select customer_id from billing.commissions
      where organization_id = $1 and earned_at >= $3 and reverses is null and status not in ('REVERSED', 'FRAUD', 'CANCELED')
    union all select customer_id from billing.customer_discounts where organization_id = $1 and paid_at >= $3 and not is_resale
  ) paying where customer_id <> $2`

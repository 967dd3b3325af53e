import type { Money } from '@bollard/contracts'
import { asProgramme } from '../store/as-partner.ts'
import type { BillingContext } from '../billing-context.ts'

/** Payouts are made in it; commissions in another currency wait. */
export const payoutCurrency = 'EUR'

export interface Balance {
  /** Not yet payable, or held by an operator. */
  readonly pending: Money
  /** What the next payout pays; negative where more was taken back than has been earned since. */
  readonly available: Money
}

/** Commissions of organizations that are neither paid nor on their way; those that never earned any are left out. */
export async function describeBalances(
  { db }: Pick<BillingContext, 'db'>,
  organizationIds: readonly string[],
): Promise<ReadonlyMap<string, Balance>> {
  if (organizationIds.length === 0) return new Map()
  const rows = await asProgramme(db, { organizationIds }, (tx) =>
    tx.query<{ id: string; pending: number; available: number }>('partner-balances', balancesSql, [
      organizationIds,
      payoutCurrency,
    ]),
  )
  return new Map(
    rows.map(({ id, pending, available }) => [id, { pending: money(pending), available: money(available) }]),
  )
}

function money(amountMinor: number): Money {
  return { amountMinor, currency: payoutCurrency }
}

const balancesSql = `select organization_id as id,
    coalesce(sum(amount_minor) filter (where status in ('PENDING', 'HELD')), 0)::float8 as pending,
    coalesce(sum(amount_minor) filter (where status = 'APPROVED'), 0)::float8 as available
  from billing.commissions where organization_id = any($1::uuid[]) and currency = $2 group by organization_id`

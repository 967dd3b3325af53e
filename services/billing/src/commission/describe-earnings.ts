import type { Actor } from '@bollard/access'
import type { Earnings, Money } from '@bollard/contracts'
import type { BillingContext } from '../billing-context.ts'
import { asPartner, asProgramme } from '../store/as-actor.ts'

const monthsShown = 12

/** What an organization has earned in total and by month; commissions in other currencies than that of payouts are left out. */
export async function describeEarnings(
  context: Pick<BillingContext, 'db' | 'now' | 'solution'>,
  actor: Actor,
  organizationId: string,
): Promise<Earnings> {
  const shown = lastMonths(context.now())
  const [totals, months] = await asPartner(
    context.db,
    actor.userId,
    { organizationIds: [organizationId] },
    async (tx) => [
      await tx.query('partner-earnings-totals', totalsSql, [organizationId, payoutCurrency]),
      await tx.query('partner-earnings-months', monthsSql, [organizationId, payoutCurrency, shown[0]]),
    ],
  )
  const byMonth = new Map(months.map((one) => [one.month, one]))
  return {
    currency: payoutCurrency,
    ...(totals[0] ?? { pending: 0, available: 0, inPayout: 0, paid: 0 }),
    months: shown.map((month) => byMonth.get(month) ?? { month, pending: 0, available: 0, paid: 0, takenBack: 0 }),
  }
}

/** Months such as `2026-03`, oldest first. */
function lastMonths(now: Date): string[] {
  return Array.from({ length: monthsShown }, (_none, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsShown + 1 + index)).toISOString().slice(0, 7),
  )
}

const totalsSql = `select coalesce(sum(amount_minor) filter (where status in ('PENDING', 'HELD')), 0)::float8 as pending,
    coalesce(sum(amount_minor) filter (where status = 'APPROVED'), 0)::float8 as available,
    coalesce(sum(amount_minor) filter (where status = 'IN_PAYOUT'), 0)::float8 as "inPayout",
    coalesce(sum(amount_minor) filter (where status = 'PAID'), 0)::float8 as paid
  from billing.commissions where organization_id = $1 and currency = $2`

// What was taken back of a commission belongs to the month of its payment, not to the one in which it was taken back.
const monthsSql = `select period as month,
    coalesce(sum(kept) filter (where status in ('PENDING', 'HELD')), 0)::float8 as pending,
    coalesce(sum(kept) filter (where status in ('APPROVED', 'IN_PAYOUT')), 0)::float8 as available,
    coalesce(sum(kept) filter (where status = 'PAID'), 0)::float8 as paid,
    coalesce(sum(case when status in ('REVERSED', 'FRAUD', 'CANCELED') then earned else earned - kept end), 0)::float8 as "takenBack"
  from (
    select c.period, c.status, c.amount_minor as earned,
      c.amount_minor + (select coalesce(sum(r.amount_minor), 0) from billing.commissions r where r.reverses = c.id) as kept
    from billing.commissions c where c.organization_id = $1 and c.currency = $2 and c.reverses is null and c.period >= $3
  ) one group by period`

/** The currency of payouts; commissions in other currencies wait. */
export const payoutCurrency = 'EUR'

export interface Balance {
  /** Not yet payable, or held by an operator. */
  readonly pending: Money
  /** What the next payout pays; negative if more was reversed than has been earned since. */
  readonly available: Money
}

/** Unpaid commissions of organizations; those that never earned any are left out. */
export async function describeBalances(
  { db }: Pick<BillingContext, 'db'>,
  organizationIds: readonly string[],
): Promise<ReadonlyMap<string, Balance>> {
  if (organizationIds.length === 0) return new Map()
  const rows = await asProgramme(db, { organizationIds }, (tx) =>
    tx.query('partner-balances', balancesSql, [organizationIds, payoutCurrency]),
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

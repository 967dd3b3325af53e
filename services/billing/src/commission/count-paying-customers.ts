import type { Queries } from '@bollard/database'

/** Somebody is a paying customer for so long after a payment: a year, for those who pay yearly, and a month for being late. */
const customerDays = 396
const dayMs = 86_400_000

/** How many people besides one pay at a time by an organization's word, with or without a discount in place of the commission. */
export async function countPayingCustomers(
  tx: Queries,
  { organizationId, besides, at }: { readonly organizationId: string; readonly besides: string; readonly at: Date },
): Promise<number> {
  const since = new Date(at.getTime() - customerDays * dayMs)
  const [row] = await tx.query<{ count: number }>('partner-customers', customersSql, [organizationId, besides, since])
  return row?.count ?? 0
}

const customersSql = `select count(distinct customer_id)::int as count from (
    select customer_id from billing.commissions
      where organization_id = $1 and earned_at >= $3 and reverses is null and status not in ('REVERSED', 'FRAUD', 'CANCELED')
    union all select customer_id from billing.customer_discounts where organization_id = $1 and paid_at >= $3 and not is_resale
  ) paying where customer_id <> $2`

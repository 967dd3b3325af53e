import type { Money } from '@bollard/contracts'
import type { Queries } from '@bollard/database'

/** What somebody has paid, or begun to pay. */
export interface Payer {
  /** Invoices that are paid, net. */
  readonly paid: readonly { readonly invoiceId: string; readonly at: Date; readonly net: Money }[]
  /** The first paid plan that was not dropped for lack of payment: since when, and its first price, net. */
  readonly firstPlan: { readonly at: Date; readonly net: Money } | null
}

/** What these people pay through invoices to their addresses; those who pay nothing are left out. */
export async function findPayers(db: Queries, userIds: readonly string[]): Promise<ReadonlyMap<string, Payer>> {
  if (userIds.length === 0) return new Map()
  const [paid, plans] = await Promise.all([
    db.query('billing-payers-paid', paidSql, [userIds]),
    db.query('billing-payers-plan', planSql, [userIds]),
  ])
  const first = new Map(
    plans.map(({ userId, at, netMinor: amountMinor, currency }) => [userId, { at, net: { amountMinor, currency } }]),
  )
  const found = userIds.map((userId) => {
    const own = paid.filter((row) => row.userId === userId)
    const invoices = own.map(({ invoiceId, at, netMinor: amountMinor, currency }) => ({
      invoiceId,
      at,
      net: { amountMinor, currency },
    }))
    return [userId, { paid: invoices, firstPlan: first.get(userId) ?? null }] as const
  })
  return new Map(found.filter(([, payer]) => payer.paid.length > 0 || payer.firstPlan !== null))
}

const paidSql = `select user_id as "userId", id as "invoiceId", paid_at as at, net_minor::float8 as "netMinor", currency from billing.invoices
  where user_id = any($1::text[]) and kind = 'INVOICE' and status = 'PAID' and paid_at is not null and net_minor > 0 order by id`
/** A first period is charged before it is paid, and counts once the subscription no longer waits for that. */
const planSql = `select distinct on (i.user_id) i.user_id as "userId", c.created_at as at, c.amount_minor::float8 as "netMinor", c.currency
  from billing.invoices i join billing.charges c on c.invoice_id = i.id join billing.subscriptions s on s.solution_id = i.solution_id
  where i.user_id = any($1::text[]) and i.kind = 'INVOICE' and i.status not in ('DRAFT', 'VOID')
    and c.kind <> 'OVERAGE' and c.amount_minor > 0 and s.incomplete_since is null
  order by i.user_id, c.created_at, c.id`

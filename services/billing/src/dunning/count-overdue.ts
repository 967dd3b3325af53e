import type { Queries } from '@bollard/database'

/** Invoices that should have been paid by now: all, or so many at most. */
export async function countOverdue(db: Queries, max: number | null = null): Promise<number> {
  const [row] = await db.query(
    'billing-overdue-count',
    `select count(*)::int as n from (select from billing.invoices where kind = 'INVOICE' and status = 'OVERDUE' limit $1) i`,
    [max],
  )
  return row?.n ?? 0
}

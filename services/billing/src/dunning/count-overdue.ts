import type { Queries } from '@bollard/database'

/** Invoices that should have been paid by now. */
export async function countOverdue(db: Queries): Promise<number> {
  const [row] = await db.query(
    'billing-overdue-count',
    `select count(*)::int as n from billing.invoices where kind = 'INVOICE' and status = 'OVERDUE'`,
  )
  return row?.n ?? 0
}

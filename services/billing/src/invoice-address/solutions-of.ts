import type { BillingContext } from '../billing-context.ts'
import { asActor } from '../store/as-actor.ts'

/** The solutions whose invoices go to an address of a person; null when it is not theirs. Whoever calls this leaves out those that they may not see. */
export function solutionsOfInvoiceAddress(
  { db }: Pick<BillingContext, 'db'>,
  userId: string,
  id: string,
): Promise<string[] | null> {
  return asActor(db, { userId }, async (tx) => {
    const own = await tx.query('billing-address-own', 'select 1 as one from billing.invoice_addresses where id = $1', [
      id,
    ])
    if (own.length === 0) return null
    // Whom a solution belongs to is not known here, so the owner of the address is told its number and nothing else of it.
    const rows = await tx.query<{ solutionId: string }>(
      'billing-address-solutions',
      'select billing.solutions_of_address($1) as "solutionId"',
      [id],
    )
    return rows.map(({ solutionId }) => solutionId)
  })
}

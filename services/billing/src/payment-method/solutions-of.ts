import type { BillingContext } from '../billing-context.ts'
import { asActor } from '../store/as-actor.ts'

/** The solutions that are paid with a method of a person; null when it is not theirs. Whoever calls this leaves out those that they may not see. */
export function solutionsOfPaymentMethod(
  { db }: Pick<BillingContext, 'db'>,
  userId: string,
  id: string,
): Promise<string[] | null> {
  return asActor(db, { userId }, async (tx) => {
    const own = await tx.query('billing-method-own', 'select 1 as one from billing.payment_methods where id = $1', [id])
    if (own.length === 0) return null
    const rows = await tx.query<{ solutionId: string }>(
      'billing-method-solutions',
      'select billing.solutions_of_method($1) as "solutionId"',
      [id],
    )
    return rows.map(({ solutionId }) => solutionId)
  })
}

import { ProblemError } from '@bollard/http'
import type { Actor, BillingContext } from '../billing-context.ts'
import { type Action, assertAllowed } from '../policy.ts'
import { invoiceColumns, type IssuedInvoice } from './invoice-row.ts'

/**
 * An issued invoice, once the policy has let the actor through: as a member of its solution or, to read, as the one it goes to.
 * Throws `not-found` for drafts and for strangers. It is read by its owner's right, since whose it is shows only then.
 */
export async function findInvoice(
  { db, solution }: Pick<BillingContext, 'db' | 'solution'>,
  actor: Actor,
  id: string,
  action: Action,
): Promise<IssuedInvoice> {
  const [row] = await db.query<IssuedInvoice>(
    'billing-invoice-find',
    `select ${invoiceColumns} from billing.invoices where id = $1 and status <> 'DRAFT'`,
    [id],
  )
  if (!row) throw new ProblemError('not-found')
  const own = action === 'invoice.read' && row.userId === actor.userId
  assertAllowed(actor, own ? 'invoice.read-own' : action, own ? null : await solution.findRole(actor, row.solutionId))
  return row
}

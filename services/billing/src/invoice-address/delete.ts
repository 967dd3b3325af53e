import type { Actor, Call } from '@bollard/access'
import { ProblemError } from '@bollard/http'
import type { BillingContext } from '../billing-context.ts'
import { asActor, isStillReferenced } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'

/** Deletes an address of the actor. Throws `in-use` while a solution uses it. */
export async function deleteInvoiceAddress(
  { db, now }: Pick<BillingContext, 'db' | 'now'>,
  actor: Actor,
  id: string,
  call: Call,
): Promise<void> {
  try {
    await asActor(db, actor, async (tx) => {
      const gone = await tx.query(
        'billing-address-delete',
        'delete from billing.invoice_addresses where id = $1 returning id',
        [id],
      )
      if (gone.length === 0) throw new ProblemError('not-found')
      const target = { kind: 'invoice-address', id }
      await recordAudit(tx, actor, call, now(), {
        scope: 'ACCOUNT',
        scopeId: actor.userId,
        action: 'invoice-address.deleted',
        target,
      })
    })
  } catch (error) {
    if (isStillReferenced(error))
      throw new ProblemError(
        'in-use',
        `Solutions use this address; see GET /solution/v1/solutions/invoiceAddresses/${id}.`,
      )
    throw error
  }
}

import { ProblemError } from '@bollard/http'
import type { Actor, BillingDeps, Call } from '../billing-context.ts'
import { assertAllowed } from '../policy.ts'
import { asActor } from '../store/as-actor.ts'
import { isStillReferenced } from '../store/is-still-referenced.ts'
import { recordAudit } from '../store/record-audit.ts'
import { lockMethods } from './add-method.ts'

/** Deletes a payment method of the actor, with us and with the provider. Throws `in-use` while a solution is paid with it. */
export async function deletePaymentMethod(
  { db, provider, now }: Pick<BillingDeps, 'db' | 'provider' | 'now'>,
  actor: Actor,
  id: string,
  call: Call,
): Promise<void> {
  assertAllowed(actor, 'payment-method.delete', null, now())
  try {
    await asActor(db, actor, async (tx) => {
      await lockMethods(tx, actor.userId)
      const [gone] = await tx.query<{ token: string | null; kind: string }>('billing-method-delete', deleteSql, [id])
      if (!gone) throw new ProblemError('not-found')
      const target = { kind: 'payment-method', id }
      await recordAudit(tx, actor, call, now(), {
        scope: 'ACCOUNT',
        scopeId: actor.userId,
        action: 'payment-method.deleted',
        target,
        before: { kind: gone.kind },
      })
      // Before the commit: a provider that keeps the card would keep it for good, while a row that stays can be deleted again.
      if (gone.token !== null) await provider?.detach(gone.token)
    })
  } catch (error) {
    if (isStillReferenced(error)) throw new ProblemError('in-use', `Solutions are paid with it; see GET /solution/v1/solutions/payment-methods/${id}.`)
    throw error
  }
}

const deleteSql = 'delete from billing.payment_methods where id = $1 returning provider_token as token, kind'

import type { Actor, Call } from '@bollard/access'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import type { BillingContext } from '../billing-context.ts'
import { asActor, isStillReferenced } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'
import { lockSubscription, saveSubscription } from '../subscription/subscription-row.ts'
import { lockMethods, solutionsOfPaymentMethod } from './method-row.ts'

/**
 * Deletes a payment method of the actor, with us and with the provider. Throws `in-use` while a solution of theirs is paid with it;
 * from those that they belong to no more it is taken away, since nobody else can.
 */
export async function deletePaymentMethod(
  { db, provider, now, solution }: Pick<BillingContext, 'db' | 'provider' | 'now' | 'solution'>,
  actor: Actor,
  id: string,
  call: Call,
): Promise<void> {
  const former = await formerSolutions({ db, solution }, actor, id)
  try {
    await asActor(db, { userId: actor.userId, solutionIds: former }, async (tx) => {
      await lockMethods(tx, actor.userId)
      for (const solutionId of former) await takeAway(tx, actor, call, { solutionId, id, at: now() })
      const [gone] = await tx.query('billing-method-delete', deleteSql, [id])
      if (!gone) throw new ProblemError('not-found')
      const target = { kind: 'payment-method', id }
      await recordAudit(tx, actor, call, now(), {
        scope: 'ACCOUNT',
        scopeId: actor.userId,
        action: 'payment-method.deleted',
        target,
        before: { kind: gone.kind },
      })
      // Before the commit: a card that stays at the provider could never be removed, while a row that stays can be deleted again.
      if (gone.token !== null) await provider?.detach(gone.token)
    })
  } catch (error) {
    if (isStillReferenced(error))
      throw new ProblemError('in-use', `Solutions use it; see GET /solution/v1/solutions/payment-methods/${id}.`)
    throw error
  }
}

/** The solutions that are paid with the method although its owner is no longer a member, ordered by id. */
async function formerSolutions(
  { db, solution }: Pick<BillingContext, 'db' | 'solution'>,
  actor: Actor,
  id: string,
): Promise<string[]> {
  const used = (await solutionsOfPaymentMethod({ db }, actor.userId, id)) ?? []
  const roles = await Promise.all(used.map((solutionId) => solution.findRole(actor, solutionId)))
  return used.filter((_solutionId, index) => roles[index] === null).toSorted()
}

/** From now on the solution is billed by bank transfer, until an admin chooses another method. */
async function takeAway(
  tx: Queries,
  actor: Actor,
  call: Call,
  { solutionId, id, at }: { solutionId: string; id: string; at: Date },
): Promise<void> {
  const subscription = await lockSubscription(tx, solutionId)
  if (subscription?.paymentMethodId !== id) return
  await saveSubscription(tx, { ...subscription, paymentMethodId: null }, at)
  const [before, after] = [{ paymentMethodId: id }, { paymentMethodId: null }]
  await recordAudit(tx, actor, call, at, {
    scope: 'SOLUTION',
    scopeId: solutionId,
    action: 'billing.changed',
    before,
    after,
  })
}

const deleteSql = 'delete from billing.payment_methods where id = $1 returning provider_token as token, kind'

import type { Actor, Call } from '@bollard/access'
import type { PaymentMethod } from '@bollard/contracts'
import type { BillingContext } from '../billing-context.ts'
import { asActor } from '../store/as-actor.ts'
import { addMethod, toPaymentMethod, recordCreated } from './method-row.ts'

/** Lets the actor pay by bank transfer, which needs no setup. */
export async function createPaymentMethod(
  { db, now, newId }: Pick<BillingContext, 'db' | 'now' | 'newId'>,
  actor: Actor,
  call: Call,
): Promise<PaymentMethod> {
  const at = now()
  return asActor(db, actor, async (tx) => {
    const { row } = await addMethod(tx, { id: newId(), userId: actor.userId, details: null, customer: null, at })
    await recordCreated(tx, actor, call, row, at)
    return call.keepAnswer(tx, toPaymentMethod(row, at))
  })
}

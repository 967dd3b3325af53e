import type { PaymentMethod } from '@bollard/contracts'
import { createAnswerOnce } from '@bollard/http'
import type { Actor, BillingContext, Call } from '../billing-context.ts'
import { assertAllowed } from '../policy.ts'
import { asActor } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'
import { addMethod, toPaymentMethod } from './method-row.ts'

const answerOnce = createAnswerOnce('billing')

/** Lets the actor pay by bank transfer; nothing has to be set up for it. */
export async function createPaymentMethod(
  { db, now, newId }: Pick<BillingContext, 'db' | 'now' | 'newId'>,
  actor: Actor,
  call: Call,
): Promise<{ method: PaymentMethod; repeated: boolean }> {
  const at = now()
  assertAllowed(actor, 'payment-method.create', null, at)
  return asActor(db, actor, async (tx) => {
    const create = async (): Promise<PaymentMethod> => {
      const { row } = await addMethod(tx, { id: newId(), userId: actor.userId, details: null, customer: null, at })
      const target = { kind: 'payment-method', id: row.id }
      await recordAudit(tx, actor, call, at, {
        scope: 'ACCOUNT',
        scopeId: actor.userId,
        action: 'payment-method.created',
        target,
        after: { kind: row.kind },
      })
      return toPaymentMethod(row, at)
    }
    const { answer, repeated } = await answerOnce(tx, actor, { repeatable: call.repeatable, at }, create)
    return { method: answer, repeated }
  })
}

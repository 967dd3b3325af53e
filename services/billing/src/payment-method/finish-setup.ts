import type { Actor, Call } from '@bollard/access'
import type { PaymentMethod } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { BillingContext } from '../billing-context.ts'
import { asActor } from '../store/as-actor.ts'
import { addMethod, toPaymentMethod, recordCreated } from './method-row.ts'

/**
 * Takes over what the provider has set up. Throws `state-conflict` while the person or the bank has still to do something,
 * `payment-method-failed` once it was refused. Repeating it gives the same method.
 */
export async function finishPaymentMethodSetup(
  { db, provider, now, newId }: Pick<BillingContext, 'db' | 'provider' | 'now' | 'newId'>,
  actor: Actor,
  setupId: string,
  call: Call,
): Promise<PaymentMethod> {
  if (provider === null) throw new ProblemError('not-configured')
  const [setup] = await asActor(db, actor, (tx) => tx.query('billing-setup-find', findSql, [setupId]))
  if (!setup) throw new ProblemError('not-found')
  const state = await provider.readSetup(setup.providerToken)
  if (state.status === 'FAILED') throw new ProblemError('payment-method-failed')
  if (state.status === 'OPEN')
    throw new ProblemError('state-conflict', 'The payment provider has not finished the setup.')
  const at = now()
  return asActor(db, actor, async (tx) => {
    const { row, isNew } = await addMethod(tx, {
      id: newId(),
      userId: actor.userId,
      details: state.method,
      customer: setup.providerCustomer,
      at,
    })
    await tx.query('billing-setup-done', 'update billing.payment_setups set payment_method_id = $2 where id = $1', [
      setupId,
      row.id,
    ])
    if (isNew) await recordCreated(tx, actor, call, row, at)
    return toPaymentMethod(row, at)
  })
}

const findSql = `select provider_token as "providerToken", provider_customer as "providerCustomer" from billing.payment_setups where id = $1 and provider_customer <> ''`

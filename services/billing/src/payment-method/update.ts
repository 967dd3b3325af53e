import type { Actor, Call } from '@bollard/access'
import type { PaymentMethod } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { BillingContext } from '../billing-context.ts'
import { asActor } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'
import { lockMethods, methodColumns, toPaymentMethod } from './method-row.ts'

/** Makes a payment method of the actor the default. Throws `version-conflict` if it was changed since it was read. */
export async function makeDefaultMethod(
  { db, now }: Pick<BillingContext, 'db' | 'now'>,
  actor: Actor,
  { paymentMethodId: id, version }: { readonly paymentMethodId: string; readonly version: number },
  call: Call,
): Promise<PaymentMethod> {
  const at = now()
  return asActor(db, actor, async (tx) => {
    await lockMethods(tx, actor.userId)
    const [known] = await tx.query(
      'billing-method-version',
      'select version from billing.payment_methods where id = $1',
      [id],
    )
    if (!known) throw new ProblemError('not-found')
    if (known.version !== version) throw new ProblemError('version-conflict')
    await tx.query('billing-method-no-default', noDefaultSql, [actor.userId, id, at])
    const [row] = await tx.query('billing-method-default', defaultSql, [id, at])
    if (!row) throw new ProblemError('not-found')
    const target = { kind: 'payment-method', id }
    await recordAudit(tx, actor, call, at, {
      scope: 'ACCOUNT',
      scopeId: actor.userId,
      action: 'payment-method.made-default',
      target,
    })
    return toPaymentMethod(row, at)
  })
}

const noDefaultSql = `update billing.payment_methods set is_default = false, updated_at = $3, version = version + 1 where user_id = $1 and is_default and id <> $2`
const defaultSql = `update billing.payment_methods set is_default = true, updated_at = $2, version = version + 1 where id = $1 returning ${methodColumns}`

import type { Actor } from '@bollard/access'
import { hourMs } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { BillingContext } from '../billing-context.ts'
import { asActor } from '../store/as-actor.ts'
import { assertRoomForMethod, lockMethods } from './method-row.ts'

const setupsPerHourMax = 10

/**
 * Begins to set up a card or a direct debit. The number goes from the page to the provider and never comes here. Throws
 * `not-configured` without a provider and `quota-exceeded` for somebody who tries one card after the other.
 */
export async function startPaymentMethodSetup(
  { db, provider, now, newId }: Pick<BillingContext, 'db' | 'provider' | 'now' | 'newId'>,
  actor: Actor,
  { kind }: { readonly kind: 'CARD' | 'SEPA_DEBIT' },
): Promise<{ id: string; clientSecret: string; publishableKey: string | null }> {
  const at = now()
  if (provider === null) throw new ProblemError('not-configured')
  const { userId, email } = actor
  const id = newId()
  const known = await asActor(db, actor, async (tx) => {
    await lockMethods(tx, userId)
    await assertRoomForMethod(tx, userId)
    const [row] = await tx.query('billing-setup-count', countSql, [userId, new Date(at.getTime() - hourMs)])
    if (row && row.count >= setupsPerHourMax)
      throw new ProblemError('quota-exceeded', 'Too many payment methods were started within an hour.')
    // Counted before the provider is asked: of many at once all would else find room, and each could try a card.
    await tx.query('billing-setup-begin', beginSetupSql, [id, userId, kind, `begun ${id}`, at])
    const customers = await tx.query('billing-customer-find', findCustomerSql, [userId, provider.name])
    return customers[0]?.token
  })
  // The provider answers two at once with the same customer, as the key is the person.
  const customer = known ?? (await provider.createCustomer({ userId, email }))
  const { token, clientSecret } = await provider.startSetup({ setupId: id, customer, kind })
  await asActor(db, actor, async (tx) => {
    await tx.query('billing-customer-keep', keepCustomerSql, [userId, provider.name, customer])
    await tx.query('billing-setup-keep', keepSetupSql, [id, token, customer])
  })
  return { id, clientSecret, publishableKey: provider.publishableKey }
}

const countSql = 'select count(*)::int as count from billing.payment_setups where user_id = $1 and created_at > $2'
const findCustomerSql = 'select token from billing.provider_customers where user_id = $1 and provider = $2'
const keepCustomerSql =
  'insert into billing.provider_customers (user_id, provider, token) values ($1, $2, $3) on conflict do nothing'
/** A setup without a customer has not reached the provider yet. */
const beginSetupSql = `insert into billing.payment_setups (id, user_id, kind, provider_token, provider_customer, created_at)
  values ($1, $2, $3, $4, '', $5)`
const keepSetupSql = 'update billing.payment_setups set provider_token = $2, provider_customer = $3 where id = $1'

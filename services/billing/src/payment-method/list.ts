import type { Actor } from '@bollard/access'
import type { PaymentMethod } from '@bollard/contracts'
import { decodeCursor, encodeCursor } from '@bollard/http'
import type { BillingContext, PageQuery } from '../billing-context.ts'
import { asActor } from '../store/as-actor.ts'
import { methodColumns, toPaymentMethod } from './method-row.ts'

/** A page of the actor's payment methods, newest first. */
export async function listPaymentMethods(
  { db, now }: Pick<BillingContext, 'db' | 'now'>,
  actor: Actor,
  { limit, cursor }: PageQuery,
): Promise<{ items: PaymentMethod[]; nextCursor: string | null }> {
  // One more than asked for tells whether there is a further page.
  const values = [actor.userId, cursor === undefined ? null : decodeCursor(cursor), limit + 1]
  const rows = await asActor(db, actor, (tx) => tx.query('billing-method-list', listSql, values))
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    items: page.map((row) => toPaymentMethod(row, now())),
    nextCursor: rows.length > limit && last ? encodeCursor(last.id) : null,
  }
}

const listSql = `select ${methodColumns} from billing.payment_methods
  where user_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3`

export interface PaymentOptions {
  readonly kinds: PaymentMethod['kind'][]
  readonly issuesInvoices: boolean
}

/** The payment methods of this installation. The provider's own form takes card numbers, and needs its publishable key. */
export function paymentOptions({ provider, operator }: Pick<BillingContext, 'provider' | 'operator'>): PaymentOptions {
  const throughProvider = provider !== null && provider.publishableKey !== null
  return {
    kinds: [...(throughProvider ? (['CARD', 'SEPA_DEBIT'] as const) : []), 'BANK_TRANSFER'],
    issuesInvoices: operator !== null,
  }
}

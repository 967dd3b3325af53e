import type { InvoiceAddress } from '@bollard/contracts'
import { decodeCursor, encodeCursor } from '@bollard/http'
import type { Actor, BillingContext } from '../billing-context.ts'
import { assertAllowed } from '../policy.ts'
import { asActor } from '../store/as-actor.ts'
import { addressColumns, type AddressRow, toAddress } from './address-row.ts'

/** A page of the actor's addresses, newest first. */
export async function listInvoiceAddresses(
  { db }: Pick<BillingContext, 'db'>,
  actor: Actor,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<{ items: InvoiceAddress[]; nextCursor: string | null }> {
  assertAllowed(actor, 'address.use-own')
  // One more than asked for tells whether there is a further page.
  const values = [actor.userId, cursor === undefined ? null : decodeCursor(cursor), limit + 1]
  const rows = await asActor(db, actor, (tx) => tx.query<AddressRow>('billing-address-list', listSql, values))
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { items: page.map(toAddress), nextCursor: rows.length > limit && last ? encodeCursor(last.id) : null }
}

const listSql = `select ${addressColumns} from billing.invoice_addresses
  where user_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3`

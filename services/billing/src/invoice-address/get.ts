import type { InvoiceAddress } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import type { Actor, BillingContext } from '../billing-context.ts'
import { assertAllowed } from '../policy.ts'
import { asActor } from '../store/as-actor.ts'
import { addressColumns, type AddressRow, toAddress } from './address-row.ts'

/** An address of the actor; that of somebody else is not found. */
export async function getInvoiceAddress(
  { db }: Pick<BillingContext, 'db'>,
  actor: Actor,
  id: string,
): Promise<InvoiceAddress> {
  assertAllowed(actor, 'address.use-own')
  return toAddress(await asActor(db, actor, (tx) => loadAddress(tx, id)))
}

/** An address that the transaction may see; throws `not-found` otherwise. */
export async function loadAddress(tx: Queries, id: string): Promise<AddressRow> {
  const [row] = await tx.query<AddressRow>(
    'billing-address-get',
    `select ${addressColumns} from billing.invoice_addresses where id = $1`,
    [id],
  )
  if (!row) throw new ProblemError('not-found')
  return row
}

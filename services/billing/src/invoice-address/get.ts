import type { Actor } from '@bollard/access'
import type { InvoiceAddress } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { decodeCursor, encodeCursor, ProblemError } from '@bollard/http'
import type { BillingContext, PageQuery } from '../billing-context.ts'
import { asActor } from '../store/as-actor.ts'
import { addressColumns, type AddressRow, toAddress } from './address-row.ts'

/** An address of the actor; anybody else's is not found. */
export async function getInvoiceAddress(
  { db }: Pick<BillingContext, 'db'>,
  actor: Actor,
  id: string,
): Promise<InvoiceAddress> {
  return toAddress(await asActor(db, actor, (tx) => loadAddress(tx, id)))
}

/** An address that the transaction may see; throws `not-found` otherwise. */
export async function loadAddress(tx: Queries, id: string): Promise<AddressRow> {
  const [row] = await tx.query(
    'billing-address-get',
    `select ${addressColumns} from billing.invoice_addresses where id = $1`,
    [id],
  )
  if (!row) throw new ProblemError('not-found')
  return row
}

/** A page of the actor's addresses, newest first. */
export async function listInvoiceAddresses(
  { db }: Pick<BillingContext, 'db'>,
  actor: Actor,
  { limit, cursor }: PageQuery,
): Promise<{ items: InvoiceAddress[]; nextCursor: string | null }> {
  // One more than asked for tells whether there is a further page.
  const values = [actor.userId, cursor === undefined ? null : decodeCursor(cursor), limit + 1]
  const rows = await asActor(db, actor, (tx) => tx.query('billing-address-list', listSql, values))
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { items: page.map(toAddress), nextCursor: rows.length > limit && last ? encodeCursor(last.id) : null }
}

const listSql = `select ${addressColumns} from billing.invoice_addresses
  where user_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3`

/** The solutions whose invoices go to a person's address; null when it is not theirs. The caller leaves out those that the person may not see. */
export function solutionsOfInvoiceAddress(
  { db }: Pick<BillingContext, 'db'>,
  userId: string,
  id: string,
): Promise<string[] | null> {
  return asActor(db, { userId }, async (tx) => {
    const own = await tx.query('billing-address-own', 'select 1 as one from billing.invoice_addresses where id = $1', [
      id,
    ])
    if (own.length === 0) return null
    // Whom a solution belongs to is not known here, so the owner of the address is told its number and nothing else of it.
    const rows = await tx.query(
      'billing-address-solutions',
      'select billing.solutions_of_address($1) as "solutionId"',
      [id],
    )
    return rows.map(({ solutionId }) => solutionId)
  })
}

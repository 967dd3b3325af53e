import type { Actor } from '@bollard/access'
import type { InvoiceView } from '@bollard/contracts'
import { decodeCursor, encodeCursor, ProblemError } from '@bollard/http'
import type { BillingContext, PageQuery } from '../billing-context.ts'
import { assertAllowed } from '../policy.ts'
import { asActor } from '../store/as-actor.ts'
import { invoiceColumns, type IssuedInvoice, toInvoiceView } from './invoice-row.ts'

interface InvoicePage {
  readonly items: InvoiceView[]
  readonly nextCursor: string | null
}

/** A page of the invoices and credit notes of a solution, newest first. */
export async function listSolutionInvoices(
  context: Pick<BillingContext, 'db' | 'solution'>,
  actor: Actor,
  { solutionId, ...page }: { readonly solutionId: string } & PageQuery,
): Promise<InvoicePage> {
  const rows = await asActor(context.db, { userId: actor.userId, solutionIds: [solutionId] }, async (tx) => {
    const found = await tx.query(
      'billing-invoice-solution',
      'select 1 as one from billing.subscriptions where solution_id = $1',
      [solutionId],
    )
    if (found.length === 0) throw new ProblemError('not-found')
    return tx.query('billing-invoice-list', ofSolutionSql, [solutionId, after(page), page.limit + 1])
  })
  return toPage(rows, page)
}

/** The same for everything invoiced to a person's addresses: the actor's, unless an operator names somebody else. */
export async function listInvoices(
  { db, now }: Pick<BillingContext, 'db' | 'now'>,
  actor: Actor,
  { userId = actor.userId, ...page }: PageQuery & { readonly userId?: string | undefined },
): Promise<InvoicePage> {
  if (userId !== actor.userId) assertAllowed(actor, 'invoice.list-others', null, now())
  const rows = await asActor(db, { userId }, (tx) =>
    tx.query('billing-invoice-own', ofUserSql, [userId, after(page), page.limit + 1]),
  )
  return toPage(rows, page)
}

function after({ cursor }: PageQuery): string | null {
  return cursor === undefined ? null : decodeCursor(cursor)
}

function toPage(rows: readonly IssuedInvoice[], { limit }: PageQuery): InvoicePage {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { items: page.map(toInvoiceView), nextCursor: rows.length > limit && last ? encodeCursor(last.id) : null }
}

const ofSolutionSql = `select ${invoiceColumns} from billing.invoices
  where solution_id = $1 and status <> 'DRAFT' and ($2::uuid is null or id < $2) order by id desc limit $3`
const ofUserSql = `select ${invoiceColumns} from billing.invoices
  where user_id = $1 and status <> 'DRAFT' and ($2::uuid is null or id < $2) order by id desc limit $3`

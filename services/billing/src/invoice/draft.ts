import type { Queries } from '@bollard/database'
import type { BillingContext } from '../billing-context.ts'
import type { MethodKind } from '../subscription/means-of-paying.ts'
import { lockSubscription } from '../subscription/subscription-row.ts'

export interface Draft {
  readonly id: string
  readonly addressId: string
  /** Whom the address belongs to. */
  readonly payerId: string
}

/** What is owed cannot be invoiced as long as something is missing that only people can add. */
export class NotInvoiceableError extends Error {
  override name = 'NotInvoiceableError'
}

/**
 * Takes up what a solution owes into its draft, of which there is one at a time. Null when nothing is owed. Throws a
 * `NotInvoiceableError` where there is nobody to send an invoice to.
 */
export async function takeUpCharges(
  tx: Queries,
  { newId, now }: Pick<BillingContext, 'newId' | 'now'>,
  solutionId: string,
): Promise<Draft | null> {
  const subscription = await lockSubscription(tx, solutionId)
  if (!subscription) return null
  const [known] = await tx.query<{ id: string }>(
    'billing-draft-find',
    `select id from billing.invoices where solution_id = $1 and status = 'DRAFT'`,
    [solutionId],
  )
  const [owed] = await tx.query<{ currency: string }>('billing-draft-owed', owedSql, [solutionId])
  if (!known && !owed) return null
  const { invoiceAddressId: addressId } = subscription
  const [means] = await tx.query<{ userId: string; kind: MethodKind | null }>('billing-draft-means', meansSql, [
    solutionId,
  ])
  if (addressId === null || !means)
    throw new NotInvoiceableError(`The solution ${solutionId} owes something and has no invoice address`)
  const id = known?.id ?? newId()
  if (!known)
    await tx.query('billing-draft-add', addSql, [
      id,
      solutionId,
      means.userId,
      owed?.currency,
      means.kind ?? 'BANK_TRANSFER',
      now(),
    ])
  await tx.query(
    'billing-draft-take',
    `update billing.charges set status = 'INVOICED', invoice_id = $2 where solution_id = $1 and status = 'OPEN'`,
    [solutionId, id],
  )
  return { id, addressId, payerId: means.userId }
}

const owedSql = `select currency from billing.charges where solution_id = $1 and status = 'OPEN' order by id limit 1`
const meansSql = `select a.user_id as "userId", m.kind from billing.subscriptions s
  join billing.invoice_addresses a on a.id = s.invoice_address_id left join billing.payment_methods m on m.id = s.payment_method_id
  where s.solution_id = $1`
const addSql = `insert into billing.invoices (id, kind, solution_id, user_id, status, currency, payment_kind, created_at, updated_at)
  values ($1, 'INVOICE', $2, $3, 'DRAFT', $4, $5, $6, $6)`

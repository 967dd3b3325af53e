import type { Actor } from '@bollard/access'
import { type CreditNoteInput, daysAfter, refundRequestDays } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import type { BillingContext } from '../billing-context.ts'
import { recordAudit } from '../store/record-audit.ts'

/** What one operator asks for, as the call had it. */
export type Refund =
  | { readonly kind: 'CREDIT_NOTE'; readonly invoiceId: string; readonly input: CreditNoteInput }
  | { readonly kind: 'CORRECTION'; readonly input: { readonly period: string; readonly reason: string } }

/** Who carries a refund out, and which request of another operator allows it; null where nobody else has asked. */
export interface Carrier {
  readonly actor: Pick<Actor, 'userId'>
  readonly requestId: string | null
}

/** Money would go back by the word of one operator alone. */
export class SecondPersonError extends ProblemError {
  readonly amount: { readonly amountMinor: number; readonly currency: string }

  constructor(amount: SecondPersonError['amount']) {
    super('second-person-needed', 'The request is kept for 7 days. Another operator confirms it or asks for the same.')
    this.amount = amount
  }
}

interface Returned {
  readonly id: string
  readonly grossMinor: number
  readonly creditedMinor: number
  readonly currency: string
}

/**
 * Throws `second-person-needed` where a credit note over `minor` gives back what was paid and no other operator has asked for it.
 * What was ever paid counts, also what was refunded since.
 */
export async function assertSecondPerson(
  tx: Queries,
  { id, grossMinor, creditedMinor, currency }: Returned,
  minor: number,
  { requestId }: Carrier,
): Promise<void> {
  if (requestId !== null) return
  const [row] = await tx.query('billing-refund-paid', paidSql, [id])
  const paid = row?.paid ?? 0
  const back = (credited: number) => Math.max(0, Math.min(credited, paid - (grossMinor - credited)))
  const amountMinor = back(creditedMinor + minor) - back(creditedMinor)
  if (amountMinor > 0) throw new SecondPersonError({ amountMinor, currency })
}

interface Asking {
  readonly solutionId: string
  readonly refund: Refund
  readonly actor: Pick<Actor, 'userId'>
  readonly at: Date
}

/**
 * The request of another operator for the very same, which is confirmed with the caller's transaction; null where there is none. With
 * `requestId` it has to be that one: throws `not-found`, `state-conflict` once it is decided or late, and `second-person-needed` to
 * whoever asked. Hold the lock of the subscription.
 */
export async function takeRefundRequest(
  tx: Queries,
  { solutionId, refund, actor, at }: Asking,
  requestId: string | null,
): Promise<string | null> {
  const invoiceId = refund.kind === 'CREDIT_NOTE' ? refund.invoiceId : null
  const values = [solutionId, refund.kind, invoiceId, textOf(refund), requestId]
  const rows = await tx.query('billing-refund-request-take', takeSql, values)
  if (requestId !== null) {
    const [row] = rows
    if (!row) throw new ProblemError('not-found')
    if (row.askedBy === actor.userId) throw new ProblemError('second-person-needed')
    if (row.decision !== null || row.expiresAt <= at)
      throw new ProblemError('state-conflict', 'This was decided already, or nobody confirmed it in time.')
  }
  const taken = rows.find((row) => row.decision === null && row.expiresAt > at && row.askedBy !== actor.userId)
  if (!taken) return null
  await tx.query('billing-refund-request-confirm', confirmSql, [taken.id, actor.userId, at])
  return taken.id
}

/** Keeps what was refused to one operator alone, in a transaction of its own. Asking again for the same prolongs it. */
export async function keepRefundRequest(
  tx: Queries,
  { newId }: Pick<BillingContext, 'newId'>,
  { solutionId, refund, actor, at }: Asking,
  {
    call,
    amount,
  }: { readonly call: Parameters<typeof recordAudit>[2]; readonly amount: SecondPersonError['amount'] | null },
): Promise<void> {
  const invoiceId = refund.kind === 'CREDIT_NOTE' ? refund.invoiceId : null
  const input = textOf(refund)
  const until = daysAfter(at, refundRequestDays)
  const same = [solutionId, refund.kind, invoiceId, input, actor.userId, at, until]
  const prolonged = await tx.query('billing-refund-request-prolong', prolongSql, same)
  if (prolonged.length > 0) return
  const id = newId()
  await tx.query('billing-refund-request-add', addSql, [
    id,
    ...same,
    amount?.amountMinor ?? null,
    amount?.currency ?? null,
  ])
  await recordAudit(tx, actor, call, at, {
    scope: 'SOLUTION',
    scopeId: solutionId,
    action: 'invoice.refund-asked',
    target: { kind: 'refund-request', id },
    after: { kind: refund.kind, invoiceId, reason: refund.input.reason, amountMinor: amount?.amountMinor ?? null },
    asOperator: true,
  })
}

function textOf({ kind, input }: Refund): string {
  if (kind === 'CORRECTION') return JSON.stringify(input)
  const { reason, reissue, lines = null } = input
  return JSON.stringify({ reason, reissue, lines })
}

const paidSql = `select coalesce(sum(amount_minor), 0)::float8 as paid from billing.payments where invoice_id = $1 and status in ('SUCCEEDED', 'REFUNDED')`
const takeSql = `select id, asked_by as "askedBy", decision, expires_at as "expiresAt" from billing.refund_requests
  where solution_id = $1 and kind = $2 and invoice_id is not distinct from $3::uuid and input = $4::jsonb and ($5::uuid is null or id = $5)
  order by id for update`
const confirmSql = `update billing.refund_requests set decision = 'CONFIRMED', decided_by = $2, decided_at = $3 where id = $1`
const prolongSql = `update billing.refund_requests set expires_at = $7
  where solution_id = $1 and kind = $2 and invoice_id is not distinct from $3::uuid and input = $4::jsonb and asked_by = $5 and decision is null
    and expires_at > $6 returning id`
const addSql = `insert into billing.refund_requests (id, solution_id, kind, invoice_id, input, asked_by, asked_at, expires_at, amount_minor, currency)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`

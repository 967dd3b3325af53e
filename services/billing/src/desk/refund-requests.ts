import type { Actor, Call } from '@bollard/access'
import type { CreditNoteInput, RefundRequest } from '@bollard/contracts'
import { decodeCursor, encodeCursor, ProblemError } from '@bollard/http'
import { correctAccounting } from '../accounting/correct.ts'
import type { BillingContext, PageQuery } from '../billing-context.ts'
import { createCreditNote } from '../invoice/credit.ts'
import { asSystem } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'
import { lockSubscription } from '../subscription/subscription-row.ts'

interface ListQuery extends PageQuery {
  readonly state?: RefundRequest['state'] | undefined
}

/** A page of what operators want to give back, newest first. */
export async function listRefundRequests(
  { db, now }: Pick<BillingContext, 'db' | 'now'>,
  { cursor, limit, state }: ListQuery,
): Promise<{ items: RefundRequest[]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : decodeCursor(cursor)
  const rows = await db.query('billing-refund-requests', listSql, [after, state ?? null, now(), limit + 1])
  const items = rows.slice(0, limit).map((row) => toView(row, now()))
  const last = items.at(-1)
  return { items, nextCursor: rows.length > limit && last ? encodeCursor(last.id) : null }
}

/**
 * Carries out what another operator has asked for, with the checks that it had then. Throws `second-person-needed` to the operator who
 * asked, and `state-conflict` once somebody has decided or it is too late.
 */
export async function confirmRefundRequest(
  context: BillingContext,
  actor: Actor,
  requestId: string,
  call: Call,
): Promise<RefundRequest> {
  const { kind, invoiceId, solutionId, input } = await readRow(context, requestId)
  const { reason, period, reissue = false, lines } = input
  if (kind === 'CORRECTION' || invoiceId === null)
    await correctAccounting(context, actor, { solutionId, period: period ?? '', reason, requestId }, call)
  else {
    const note: CreditNoteInput = { reason, reissue, ...(lines ? { lines } : {}) }
    await createCreditNote(context, actor, { invoiceId, ...note, requestId }, call)
  }
  return toView(await readRow(context, requestId), context.now())
}

/** Refuses it, or withdraws one's own. Throws `state-conflict` once somebody has decided or it is too late. */
export async function refuseRefundRequest(
  context: BillingContext,
  actor: Actor,
  { requestId, reason }: { readonly requestId: string; readonly reason: string },
  call: Call,
): Promise<RefundRequest> {
  const { solutionId, askedBy, kind, invoiceId } = await readRow(context, requestId)
  const at = context.now()
  await asSystem(context.db, [solutionId], async (tx) => {
    await lockSubscription(tx, solutionId)
    const refused = await tx.query('billing-refund-request-refuse', refuseSql, [requestId, actor.userId, at, reason])
    if (refused.length === 0) throw new ProblemError('state-conflict', 'This was decided already, or has expired.')
    await recordAudit(tx, actor, call, at, {
      scope: 'SOLUTION',
      scopeId: solutionId,
      action: 'invoice.refund-refused',
      target: { kind: 'refund-request', id: requestId },
      after: { kind, invoiceId, askedBy, reason },
      asOperator: true,
    })
  })
  return toView(await readRow(context, requestId), at)
}

type Row = Awaited<ReturnType<typeof readRow>>

async function readRow({ db }: Pick<BillingContext, 'db'>, id: string) {
  const [row] = await db.query('billing-refund-request', oneSql, [id])
  if (!row) throw new ProblemError('not-found')
  return row
}

function toView(row: Row, now: Date): RefundRequest {
  const { input, amountMinor, currency } = row
  const open = row.expiresAt > now ? 'OPEN' : 'EXPIRED'
  return {
    id: row.id,
    kind: row.kind,
    solutionId: row.solutionId,
    invoiceId: row.invoiceId,
    invoiceNumber: row.invoiceNumber,
    lines: input.lines ?? null,
    reissue: input.reissue ?? false,
    period: input.period ?? null,
    reason: input.reason,
    amount: amountMinor === null || currency === null ? null : { amountMinor, currency },
    state: row.decision ?? open,
    askedBy: row.askedBy,
    askedAt: row.askedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    decidedBy: row.decidedBy,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    refusal: row.refusal,
  }
}

const columns = `select r.id, r.kind, r.solution_id as "solutionId", r.invoice_id as "invoiceId", i.number as "invoiceNumber", r.input,
    r.amount_minor::float8 as "amountMinor", r.currency, r.asked_by as "askedBy", r.asked_at as "askedAt", r.expires_at as "expiresAt", r.decision,
    r.decided_by as "decidedBy", r.decided_at as "decidedAt", r.refusal
  from billing.refund_requests r left join billing.invoices i on i.id = r.invoice_id`
const oneSql = `${columns} where r.id = $1`
const listSql = `${columns} where ($1::uuid is null or r.id < $1)
    and ($2::text is null or $2 = coalesce(r.decision, case when r.expires_at > $3 then 'OPEN' else 'EXPIRED' end))
  order by r.id desc limit $4`
const refuseSql = `update billing.refund_requests set decision = 'REFUSED', decided_by = $2, decided_at = $3, refusal = $4
  where id = $1 and decision is null and expires_at > $3 returning id`

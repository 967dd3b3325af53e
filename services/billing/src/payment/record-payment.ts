import type { Actor, Call } from '@bollard/access'
import type { InvoiceView, RecordedPaymentInput } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { BillingContext } from '../billing-context.ts'
import { findInvoice } from '../invoice/get.ts'
import { invoiceColumns, toInvoiceView } from '../invoice/invoice-row.ts'
import { asSystem } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'
import { lockSubscription } from '../subscription/subscription-row.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Writes down a bank transfer that an operator saw on the account: a part, all, or more than is open. The same transfer is
 * written down once, by the bank's word for it. Throws `state-conflict` where that word came with another amount, and for what nobody can pay.
 */
export async function recordPayment(
  context: BillingContext,
  actor: Actor,
  { invoiceId, ...input }: RecordedPaymentInput & { readonly invoiceId: string },
  call: Call,
): Promise<InvoiceView> {
  const { solutionId } = await findInvoice(context, actor, invoiceId, 'invoice.operate')
  const now = context.now()
  return asSystem(context.db, [solutionId], async (tx) => {
    // One after the other: each gets a number of its own among the tries to pay.
    await lockSubscription(tx, solutionId)
    const invoice = async () =>
      (
        await tx.query('billing-record-invoice', `select ${invoiceColumns} from billing.invoices where id = $1`, [
          invoiceId,
        ])
      )[0]
    const before = await invoice()
    if (!before || before.kind !== 'INVOICE') throw new ProblemError('state-conflict', 'A credit note cannot be paid.')
    if (before.currency !== input.currency)
      throw new ProblemError('validation-failed', undefined, { errors: [{ pointer: '/currency', code: 'unknown' }] })
    const receivedAt = new Date(`${input.receivedOn}T00:00:00Z`)
    if (receivedAt > now)
      throw new ProblemError('validation-failed', undefined, {
        errors: [{ pointer: '/receivedOn', code: 'out-of-range' }],
      })
    const [known] = await tx.query('billing-record-known', knownSql, [invoiceId, input.bankReference])
    if (known && known.amount !== input.amountMinor)
      throw new ProblemError('state-conflict', 'This transfer was recorded with another amount.')
    if (!known) {
      const id = context.newId()
      await tx.query('billing-record-add', addSql, [
        id,
        solutionId,
        invoiceId,
        input.amountMinor,
        input.currency,
        actor.userId,
        input.bankReference,
        now,
      ])
      await settlePayment(tx, context, id, { status: 'SUCCEEDED', at: receivedAt, token: null, failureCode: null })
      await recordAudit(tx, actor, call, now, {
        scope: 'SOLUTION',
        scopeId: solutionId,
        action: 'payment.recorded',
        target: { kind: 'invoice', id: invoiceId },
        after: { amountMinor: input.amountMinor, currency: input.currency, receivedOn: input.receivedOn },
        asOperator: true,
      })
    }
    const after = await invoice()
    if (!after) throw new ProblemError('internal')
    return toInvoiceView(after)
  })
}

const knownSql =
  'select amount_minor::float8 as amount from billing.payments where invoice_id = $1 and bank_reference = $2'
/** Numbers from 1000 on, apart from those of payments that are collected. */
const addSql = `insert into billing.payments
    (id, solution_id, invoice_id, attempt, kind, amount_minor, currency, status, recorded_by, bank_reference, created_at, updated_at)
  values ($1, $2, $3, (select greatest(999, coalesce(max(attempt), 0)) + 1 from billing.payments where invoice_id = $3), 'BANK_TRANSFER', $4, $5, 'PENDING', $6, $7, $8, $8)`

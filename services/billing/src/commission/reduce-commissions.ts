import type { Queries } from '@bollard/database'
import type { BillingContext } from '../billing-context.ts'
import { recordOperation } from '../store/record-audit.ts'
import { commissionOn } from './commission-rates.ts'

/** What is paid of an invoice, as `recordCommission` and `reverseCommission` recorded it. */
export interface PaidAmount {
  readonly position: number
  readonly netMinor: number
  readonly currency: string
  readonly at: Date
  readonly reason: 'PAYMENT' | 'REFUND' | 'CREDIT_NOTE' | 'CHARGEBACK'
}

interface Earned {
  readonly id: string
  readonly organizationId: string
  readonly status: string
  readonly ratePercent: number
  readonly availableAt: Date
  /** Including its reversals so far. */
  readonly base: number
  readonly amount: number
}

/**
 * Takes commissions of an invoice back, the latest first, until their base is lower by `byMinor`. What is not yet paid out shrinks
 * where it is; what is in a payout or paid comes off the next payout.
 */
export async function reduceCommissions(
  tx: Queries,
  context: Pick<BillingContext, 'newId' | 'now'>,
  invoiceId: string,
  word: PaidAmount,
  byMinor: number,
) {
  await tx.query(
    'partner-commissions-lock',
    'select id from billing.commissions where invoice_id = $1 order by id for update',
    [invoiceId],
  )
  const earned = await tx.query('partner-commissions-earned', earnedSql, [invoiceId])
  let left = byMinor
  for (const one of earned) {
    const taken = Math.min(one.base, left)
    if (taken <= 0) continue
    left -= taken
    await reduceOne(tx, context, one, word, taken)
  }
}

async function reduceOne(
  tx: Queries,
  { newId, now }: Pick<BillingContext, 'newId' | 'now'>,
  one: Earned,
  word: PaidAmount,
  taken: number,
): Promise<void> {
  const id = newId()
  const isOut = one.status === 'IN_PAYOUT' || one.status === 'PAID'
  const amount = commissionOn(one.base - taken, one.ratePercent) - one.amount
  const period = word.at.toISOString().slice(0, 7)
  const at = now()
  const values = [
    id,
    one.id,
    period,
    -taken,
    amount,
    word.at,
    isOut ? word.at : one.availableAt,
    at,
    isOut ? 'APPROVED' : one.status,
    word.reason,
  ]
  await tx.query('partner-commission-reverse', reverseSql, values)
  await tx.query('partner-commission-reversed-by', reversedBySql, [one.id, id, at])
  // Nothing is left of it where it is: then it is out of the way.
  if (['PENDING', 'APPROVED', 'HELD'].includes(one.status))
    await tx.query('partner-commission-void', voidSql, [one.id, one.status, word.reason, at])
  await recordOperation(tx, null, at, {
    organizationId: one.organizationId,
    action: 'commission.reversed',
    target: { kind: 'COMMISSION', id: one.id },
    before: { amountMinor: one.amount, currency: word.currency },
    after: { amountMinor: one.amount + amount, currency: word.currency, reason: word.reason },
  })
}

const earnedSql = `select c.id, c.organization_id as "organizationId", c.status, c.rate_percent::float8 as "ratePercent", c.available_at as "availableAt",
    g.base::float8 as base, g.amount::float8 as amount
  from billing.commissions c,
    lateral (select sum(base_minor) as base, sum(amount_minor) as amount from billing.commissions r where r.id = c.id or r.reverses = c.id) g
  where c.invoice_id = $1 and c.reverses is null order by c.id desc`
const reverseSql = `insert into billing.commissions (id, organization_id, solution_id, invoice_id, customer_id, customer_mask, reverses, period, base_minor,
    rate_percent, amount_minor, currency, earned_at, available_at, created_at, status, reason, updated_at)
  select $1, organization_id, solution_id, invoice_id, customer_id, customer_mask, id, $3, $4, rate_percent, $5, currency, $6, $7, $8, $9, $10, $8
  from billing.commissions where id = $2`
const reversedBySql =
  'update billing.commissions set reversed_by = $2, updated_at = $3 where id = $1 and reversed_by is null'
const voidSql = `update billing.commissions set status = 'REVERSED', reason = $3, updated_at = $4
  where (id = $1 or reverses = $1) and status = $2
    and (select sum(amount_minor) = 0 and bool_or(reverses is null) from billing.commissions where (id = $1 or reverses = $1) and status = $2)
    and (select sum(base_minor) = 0 from billing.commissions where id = $1 or reverses = $1)`

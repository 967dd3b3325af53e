import { commissionHoldingDays, dayMs } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import type { BillingContext } from '../billing-context.ts'
import type { Referrer } from '../ports/solution-port.ts'
import { asProgramme } from '../store/as-actor.ts'
import { recordOperation } from '../store/record-audit.ts'
import { commissionOn, commissionRate, countPayingCustomers } from './commission-rates.ts'
import { settleCustomerDiscount } from './customer-discount.ts'
import { type PaidAmount, reduceCommissions } from './reduce-commissions.ts'

const atOnce = 100
interface Invoice {
  readonly invoiceId: string
  readonly solutionId: string
  readonly payerId: string
}

/** Turns payments and refunds into commissions, each once across all processes. Returns the number of invoices. */
export async function bookPaidAmounts(context: BillingContext): Promise<number> {
  const waiting = await context.db.query('partner-amounts-waiting', waitingSql, [atOnce])
  for (const invoice of waiting) {
    try {
      await bookInvoice(context, invoice)
    } catch (error) {
      context.onError(error)
    }
  }
  return waiting.length
}

async function bookInvoice(context: BillingContext, invoice: Invoice): Promise<void> {
  const { invoiceId, solutionId, payerId } = invoice
  // Asked before the transaction, since the answers need connections of their own.
  const referrer = await context.solution.findReferrer(solutionId, payerId)
  const mask =
    referrer === null
      ? ''
      : maskCustomer((await context.solution.findAdmins(solutionId)).find(({ userId }) => userId === payerId)?.email)
  // Who earned by the invoice may be somebody else than who would earn by it now.
  const earners = await context.db.query('partner-earners-of-invoice', earnersSql, [invoiceId])
  const organizationIds = [
    ...new Set([
      ...(referrer === null ? [] : [referrer.organizationId]),
      ...earners.map((earner) => earner.organizationId),
    ]),
  ]
  await asProgramme(context.db, { organizationIds, solutionIds: [solutionId] }, async (tx) => {
    await tx.query(
      'partner-invoice-turn',
      `select pg_advisory_xact_lock(hashtextextended('billing.commission ' || $1, 0))`,
      [invoiceId],
    )
    const words = await tx.query('partner-amounts-of-invoice', wordsSql, [invoiceId])
    const last = words.at(-1)
    const isGivenAway =
      last !== undefined && (await settleCustomerDiscount(tx, invoiceId, last.netMinor > 0 ? last.at : null))
    for (const word of isGivenAway ? [] : words) {
      const [row] = await tx.query('partner-base-of-invoice', baseSql, [invoiceId])
      const change = word.netMinor - (row?.base ?? 0)
      if (change < 0) await reduceCommissions(tx, context, invoiceId, word, -change)
      // Only a payment earns: of what was given back something may be left for which nobody ever earned anything.
      else if (change > 0 && word.reason === 'PAYMENT' && referrer !== null)
        await earn(tx, context, { ...invoice, word, baseMinor: change, mask, referrer })
    }
    await tx.query('partner-amounts-handled', handledSql, [words.map(({ position }) => position), context.now()])
  })
}

interface Earning extends Invoice {
  readonly word: PaidAmount
  readonly baseMinor: number
  readonly mask: string
  readonly referrer: Referrer
}

async function earn(tx: Queries, { newId, now }: BillingContext, earning: Earning): Promise<void> {
  const { invoiceId, solutionId, payerId, word, baseMinor, mask, referrer } = earning
  if (referrer.isOwn) return
  const { organizationId, kind, since } = referrer
  const others = await countPayingCustomers(tx, { organizationId, besides: payerId, at: word.at })
  const rate = commissionRate({ kind, since, paidAt: word.at, payingCustomers: 1 + others })
  if (rate === null) return
  const availableAt = new Date(word.at.getTime() + commissionHoldingDays * dayMs)
  const period = word.at.toISOString().slice(0, 7)
  const id = newId()
  const at = now()
  const amountMinor = commissionOn(baseMinor, rate)
  const money = [baseMinor, rate, amountMinor, word.currency]
  await tx.query('partner-commission-earn', earnSql, [
    id,
    organizationId,
    solutionId,
    invoiceId,
    payerId,
    mask,
    period,
    ...money,
    word.at,
    availableAt,
    at,
  ])
  await recordOperation(tx, null, at, {
    organizationId,
    action: 'commission.booked',
    target: { kind: 'COMMISSION', id },
    after: { status: 'PENDING', solutionId, amountMinor, currency: word.currency, ratePercent: rate },
  })
}

const waitingSql = `select invoice_id as "invoiceId", solution_id as "solutionId", payer_id as "payerId" from billing.paid_amounts
  where handled_at is null group by invoice_id, solution_id, payer_id order by min(position) limit $1`
const wordsSql = `select position::float8, net_minor::float8 as "netMinor", currency, at, reason from billing.paid_amounts
  where invoice_id = $1 and handled_at is null order by position for update`
const earnersSql = 'select distinct organization_id as "organizationId" from billing.commissions where invoice_id = $1'
const baseSql = 'select coalesce(sum(base_minor), 0)::float8 as base from billing.commissions where invoice_id = $1'
const earnSql = `insert into billing.commissions (id, organization_id, solution_id, invoice_id, customer_id, customer_mask, period, base_minor, rate_percent,
    amount_minor, currency, earned_at, available_at, created_at, status, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 'PENDING', $14)`
const handledSql = 'update billing.paid_amounts set handled_at = $2 where position = any($1::bigint[])'

/** "a•••@e•••.org": lets a partner recognise a customer without the address. Three dots for a customer who is gone. */
export function maskCustomer(email: string | undefined): string {
  const [, name, domain, ending] = /^(.+)@(.+)(\.[^.]+)$/u.exec(email ?? '') ?? []
  return name && domain && ending ? `${first(name)}•••@${first(domain)}•••${ending}` : '•••'
}

function first(text: string): string {
  return String.fromCodePoint(text.codePointAt(0) ?? 0)
}

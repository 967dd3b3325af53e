import type { Actor, Call } from '@bollard/access'
import { payoutFirstDay, payoutMinimum, type PayoutRun } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { totalInvoice } from '@bollard/e-invoice'
import { ProblemError } from '@bollard/http'
import type { BillingContext, InvoiceSeller } from '../billing-context.ts'
import { payoutCurrency } from '../commission/describe-earnings.ts'
import { asProgramme } from '../store/as-actor.ts'
import { type Operation, recordOperation } from '../store/record-audit.ts'
import { buildDocument } from './issue-document.ts'
import { readPayouts, runColumns, toRun, totalOf } from './payout-row.ts'
import { type Payable, readPayable } from './read-payable.ts'
import { payingOperator } from './transfer-payout-run.ts'

/** Gathers what can be paid out, for an administrator. Throws `state-conflict` as `makePayoutRun` does, and `not-configured` where nobody pays. */
export async function createPayoutRun(context: BillingContext, actor: Actor, call: Call): Promise<PayoutRun> {
  return makePayoutRun(context, payingOperator(context), { actor, call })
}

type LeftOut = PayoutRun['leftOut'][number]

/** What comes of a run beyond its payouts, in the transaction that makes it. */
type Afterwards = (tx: Queries, run: PayoutRun) => Promise<void>

/**
 * Gathers what can be paid out into a run that waits for its approval; `by` is null for the job. Two at once make one run: the
 * other one is told `state-conflict`, as is whoever comes before the 10th, a second time in a month, or when there is nothing to pay.
 */
export async function makePayoutRun(
  context: BillingContext,
  operator: InvoiceSeller,
  by: Operation | null,
  afterwards?: Afterwards,
): Promise<PayoutRun> {
  const at = context.now()
  const month = monthOfPayout(at)
  if (month === null)
    throw new ProblemError('state-conflict', `Payout runs can be created from the ${payoutFirstDay}th of a month.`)
  const { payables, leftOut } = await sortOut(context, operator)
  const organizationIds = payables.map(({ organizationId }) => organizationId)
  return asProgramme(context.db, { organizationIds }, async (tx) => {
    const id = context.newId()
    const made = await tx.query('partner-run-insert', insertRunSql, [id, month, by?.actor.userId ?? null, at])
    if (made.length === 0) throw new ProblemError('state-conflict', 'The run of this month already exists.')
    for (const payable of payables) {
      const short = await gather(tx, context, { runId: id, payable, operator, at, by })
      if (short !== null) leftOut.push(short)
    }
    const payouts = await readPayouts(tx, [id])
    if (payouts.length === 0) throw new ProblemError('state-conflict', 'There is nothing to pay out.')
    const [row] = await tx.query('partner-run-left-out', leftOutSql, [id, JSON.stringify(leftOut)])
    if (!row) throw new Error('A run that was just inserted is not there')
    await recordOperation(tx, by, at, {
      organizationId: null,
      action: 'payout-run.created',
      target: { kind: 'PAYOUT_RUN', id },
      after: { month, payouts: payouts.length, totalMinor: totalOf(payouts) },
    })
    const run = toRun(row, payouts)
    await afterwards?.(tx, run)
    return run
  })
}

/** The month whose run may be made at a time; null before its 10th. */
export function monthOfPayout(at: Date): string | null {
  return at.getUTCDate() < payoutFirstDay ? null : at.toISOString().slice(0, 7)
}

async function sortOut(
  context: BillingContext,
  operator: InvoiceSeller,
): Promise<{ payables: Payable[]; leftOut: LeftOut[] }> {
  const candidates = await context.db.query('partner-candidates', candidatesSql, [payoutCurrency])
  const others = await context.db.query('partner-other-currencies', othersSql, [payoutCurrency])
  const payables: Payable[] = []
  const leftOut: LeftOut[] = others.map(({ organizationId, ...amount }) => ({
    organizationId,
    amount,
    reason: 'OTHER_CURRENCY',
  }))
  for (const { organizationId, amountMinor } of candidates) {
    const found =
      amountMinor < payoutMinimum.amountMinor ? 'BELOW_MINIMUM' : await readPayable(context, operator, organizationId)
    if (typeof found === 'string')
      leftOut.push({ organizationId, amount: { amountMinor, currency: payoutCurrency }, reason: found })
    else payables.push(found)
  }
  return { payables, leftOut }
}

interface Gathering {
  readonly runId: string
  readonly payable: Payable
  readonly operator: InvoiceSeller
  readonly at: Date
  readonly by: Operation | null
}

/** Puts an organization's commissions into a payout; what is left out instead where they have become too little since. */
async function gather(
  tx: Queries,
  context: BillingContext,
  { runId, payable, operator, at, by }: Gathering,
): Promise<LeftOut | null> {
  const { organizationId, terms, tax, accountMask } = payable
  const rows = await tx.query('partner-payable-lock', payableSql, [organizationId, payoutCurrency])
  const netMinor = rows.reduce((sum, { amount }) => sum + amount, 0)
  if (netMinor < payoutMinimum.amountMinor)
    return { organizationId, amount: { amountMinor: netMinor, currency: payoutCurrency }, reason: 'BELOW_MINIMUM' }
  const id = context.newId()
  const period = periodOf(rows.map((row) => row.period))
  const issuedOn = at.toISOString().slice(0, 10)
  const months = monthsOf(rows)
  const { tax: taxMinor } = totalInvoice(
    buildDocument({ number: '', terms, operator, tax, months, period, issuedOn, currency: payoutCurrency }),
  )
  await tx.query('partner-payout-insert', insertSql, [
    id,
    runId,
    organizationId,
    period.from,
    period.to,
    netMinor,
    taxMinor,
    payoutCurrency,
    accountMask,
    at,
  ])
  await tx.query('partner-payout-take', takeSql, [rows.map((row) => row.id), id, at])
  await recordOperation(tx, by, at, {
    organizationId,
    action: 'payout.created',
    target: { kind: 'PAYOUT', id },
    after: { status: 'DRAFT', netMinor, taxMinor, currency: payoutCurrency },
  })
  return null
}

/** Net by month, the earliest first. */
export function monthsOf(
  rows: readonly { readonly period: string; readonly amount: number }[],
): { month: string; netMinor: number }[] {
  const months = new Map<string, number>()
  for (const { period, amount } of rows) months.set(period, (months.get(period) ?? 0) + amount)
  return [...months]
    .map(([month, netMinor]) => ({ month, netMinor }))
    .filter(({ netMinor }) => netMinor !== 0)
    .toSorted((a, b) => a.month.localeCompare(b.month))
}

/** From the first day of the first month to the last day of the last one. */
function periodOf(months: readonly string[]): { from: string; to: string } {
  const sorted = months.toSorted()
  const [year = 0, month = 1] = (sorted.at(-1) ?? '').split('-').map(Number)
  return { from: `${sorted[0]}-01`, to: new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10) }
}

const candidatesSql = `select organization_id as "organizationId", sum(amount_minor)::float8 as "amountMinor" from billing.commissions
  where status = 'APPROVED' and currency = $1 group by organization_id having sum(amount_minor) > 0 order by organization_id`
const othersSql = `select organization_id as "organizationId", sum(amount_minor)::float8 as "amountMinor", currency from billing.commissions
  where status = 'APPROVED' and currency <> $1 group by organization_id, currency having sum(amount_minor) > 0 order by organization_id, currency`
const insertRunSql = `insert into billing.payout_runs (id, month, status, created_by, created_at) values ($1, $2, 'DRAFT', $3, $4)
  on conflict (month) do nothing returning 1 as one`
const leftOutSql = `update billing.payout_runs set left_out = $2 where id = $1 returning ${runColumns}`
const payableSql = `select id, period, amount_minor::float8 as amount from billing.commissions
  where organization_id = $1 and status = 'APPROVED' and currency = $2 order by id for update`
const insertSql = `insert into billing.payouts (id, run_id, organization_id, status, period_from, period_to, net_minor, tax_minor, currency, account_mask,
    created_at, updated_at)
  values ($1, $2, $3, 'DRAFT', $4, $5, $6, $7, $8, $9, $10, $10)`
const takeSql = `update billing.commissions set status = 'IN_PAYOUT', payout_id = $2, updated_at = $3 where id = any($1::uuid[])`

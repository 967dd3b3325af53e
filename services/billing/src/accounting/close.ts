import type { Money } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import type { BillingContext } from '../billing-context.ts'
import { asSystem } from '../store/as-actor.ts'
import { lastClosable, type Month, monthAfter, monthOf, readMonth } from './month.ts'
import { planCharges, readTerms } from './read-terms.ts'
import { type Settlement, settleMonth } from './settle-month.ts'

const atOnce = 200

type ClosingContext = Pick<BillingContext, 'db' | 'captcha' | 'plans' | 'now' | 'newId' | 'onError'>

/**
 * Closes every month that is over, from the first of the next one at 03:00 UTC on, and charges what goes beyond the plan. Each
 * month of a solution is closed once, over all processes and however late. Answers how many months were closed.
 */
export async function closeAccountings(context: ClosingContext): Promise<number> {
  const last = lastClosable(context.now())
  const failed = new Set<string>()
  let closed = 0
  for (;;) {
    const due = await context.db.query('billing-accounting-due', dueSql, [last.period, last.to, [...failed], atOnce])
    if (due.length === 0) return closed
    for (const solution of due) {
      try {
        closed += await closeMonths(context, solution, last)
      } catch (error) {
        failed.add(solution.solutionId)
        context.onError(error)
      }
    }
  }
}

interface Due {
  readonly solutionId: string
  readonly createdAt: Date
  readonly lastPeriod: string | null
  /** The month in which a solution ended; null for one that is still active. */
  readonly endPeriod: string | null
}

async function closeMonths(
  context: ClosingContext,
  { solutionId, createdAt, lastPeriod, endPeriod }: Due,
  last: Month,
): Promise<number> {
  let closed = 0
  const until = endPeriod !== null && endPeriod < last.period ? endPeriod : last.period
  for (
    let month = lastPeriod === null ? monthOf(createdAt) : monthAfter(readMonth(lastPeriod));
    month.period <= until;
    month = monthAfter(month)
  ) {
    const usage = await context.captcha.readUsage([solutionId], month)
    await asSystem(context.db, [solutionId], async (tx) => {
      const settled = settleMonth(usage, await readTerms(tx, context.plans, solutionId, month), month)
      if (await insertAccounting(tx, context, { solutionId, month, settled, corrects: null })) closed += 1
    })
  }
  return closed
}

export interface NewAccounting {
  readonly solutionId: string
  readonly month: Month
  readonly settled: Settlement
  readonly corrects: string | null
}

/** Writes an accounting down with the charge of its overage; that of a correction is the caller's matter. Null when another process has done so. */
export async function insertAccounting(
  tx: Queries,
  { newId, now }: Pick<BillingContext, 'newId' | 'now'>,
  { solutionId, month, settled, corrects }: NewAccounting,
): Promise<string | null> {
  const id = newId()
  const at = now()
  const { planCode, plan, included, counted, perDay, overageUnits, overage, pricePerThousand } = settled
  const inserted = await tx.query('billing-accounting-insert', insertSql, [
    id,
    solutionId,
    month.period,
    corrects,
    planCode,
    JSON.stringify(plan),
    included,
    JSON.stringify(counted),
    JSON.stringify(perDay),
    overageUnits,
    overage.amountMinor,
    await planCharges(tx, solutionId, month),
    overage.currency,
    at,
  ])
  if (inserted.length === 0) return null
  if (overage.amountMinor > 0 && pricePerThousand !== null && corrects === null) {
    const { amountMinor: price } = pricePerThousand
    await addOverage(
      tx,
      { newId, now },
      { solutionId, planCode, month, accountingId: id, units: overageUnits, price, amount: overage },
    )
  }
  return id
}

/** What is owed for use beyond a plan. */
export interface Overage {
  readonly solutionId: string
  readonly planCode: string
  readonly month: Month
  readonly accountingId: string
  readonly units: number
  /** For each 1000, in minor units. */
  readonly price: number
  /** Net. */
  readonly amount: Money
}

/** Owes an overage until an invoice takes it up. */
export async function addOverage(
  tx: Queries,
  { newId, now }: Pick<BillingContext, 'newId' | 'now'>,
  overage: Overage,
): Promise<void> {
  const { solutionId, planCode, month, accountingId, units, price, amount } = overage
  const values = [
    newId(),
    solutionId,
    planCode,
    month.from,
    month.to,
    amount.amountMinor,
    amount.currency,
    accountingId,
    units,
    price,
    now(),
  ]
  await tx.query('billing-overage-charge', chargeSql, values)
}

/** Those without an accounting of the month; of one that has ended, the month of its end is the last. */
const dueSql = `select s.solution_id as "solutionId", s.created_at as "createdAt", l.period as "lastPeriod", e.period as "endPeriod"
  from billing.subscriptions s
  left join lateral (select max(period) as period from billing.accountings a where a.solution_id = s.solution_id) l on true
  left join lateral (
    select to_char(max(h.at) at time zone 'UTC', 'YYYY-MM') as period from billing.plan_history h where h.solution_id = s.solution_id and s.status = 'CANCELED'
  ) e on true
  where s.created_at < $2 and (l.period is null or l.period < least($1, e.period)) and not s.solution_id = any($3)
  order by s.solution_id limit $4`
const insertSql = `insert into billing.accountings
    (id, solution_id, period, corrects, plan_code, plan, included, counted, per_day, overage_units, overage_minor, plan_minor, currency, closed_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) on conflict do nothing returning id`
const chargeSql = `insert into billing.charges
    (id, solution_id, kind, plan_code, billing_interval, period_from, period_to, amount_minor, currency, accounting_id, units, price_minor, created_at)
  values ($1, $2, 'OVERAGE', $3, 'MONTHLY', $4, $5, $6, $7, $8, $9, $10, $11)`

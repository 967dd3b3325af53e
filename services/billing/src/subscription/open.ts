import { dayMs } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { BillingContext } from '../billing-context.ts'
import type { SolutionType } from '../plan/plan-catalogue.ts'
import { asActor } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'
import { beginPlan, chargeFor, choosablePlan } from './begin-plan.ts'
import { decideChange } from './decide-change.ts'
import { assertPayable, assertUsable } from './means-of-paying.ts'
import { findSubscription, saveSubscription, type Subscription } from './subscription-row.ts'

export interface SubscriptionRequest {
  readonly solutionId: string
  readonly type: SolutionType
  /** Who creates the solution: address and payment method have to be theirs. */
  readonly userId: string
  /** Left out: the trial. */
  readonly planCode?: string | undefined
  readonly invoiceAddressId?: string | null | undefined
  readonly paymentMethodId?: string | null | undefined
}

/**
 * Begins the plan of a new solution: the trial, or the one that was chosen. Throws `validation-failed` for a plan, address or
 * method that cannot be had, `payment-required` for a paid plan without them. Opening it again changes nothing. What it costs
 * waits for `billNewPlan`: nobody else can see the solution yet, and so no invoice could name it or reach its admins.
 */
export async function openSubscription(context: BillingContext, request: SubscriptionRequest): Promise<void> {
  const now = context.now()
  const { solutionId, userId, type } = request
  const means = { invoiceAddressId: request.invoiceAddressId ?? null, paymentMethodId: request.paymentMethodId ?? null }
  const chosen = request.planCode === undefined ? null : choosablePlan(context, type, request.planCode)
  await asActor(context.db, { userId, solutionIds: [solutionId] }, async (tx) => {
    const kind = await assertUsable(tx, means, { invoiceAddressId: null, paymentMethodId: null })
    if (chosen) assertPayable(chosen, means, kind, context.provider !== null)
    const begun = chosen ?? context.plans.trialOf(type)
    const trialEndsAt = chosen ? null : new Date(now.getTime() + context.plans.trialDays * dayMs)
    // A paid plan begins as the free one that is left at once, so that its first period is charged in one place; where none is free, as itself without a period.
    const first = chosen ? (context.plans.freeOf(type) ?? chosen) : begun
    const values = [
      solutionId,
      type,
      userId,
      first.code,
      JSON.stringify(first),
      chosen ? 'ACTIVE' : 'TRIALING',
      trialEndsAt,
      means.invoiceAddressId,
      means.paymentMethodId,
      now,
    ]
    const opened = await tx.query('billing-subscription-open', openSql, values)
    if (opened.length === 0) return
    await recordAudit(tx, { userId }, null, now, {
      scope: 'SOLUTION',
      scopeId: solutionId,
      action: 'plan.begun',
      after: { planCode: begun.code },
    })
    if (!chosen) return
    const present = await mustFind(findSubscription(tx, solutionId))
    const change = decideChange(context.plans, present, { plan: chosen, interval: 'MONTHLY' }, now)
    if (change.when !== 'NOW') return
    const after = await saveSubscription(
      tx,
      beginPlan(present, { plan: chosen, interval: 'MONTHLY' }, change, { kind, now }),
      now,
    )
    await chargeFor(tx, context, { before: present, after, change }, now)
  })
}

/** Takes back the subscription of a solution that could not be created after all; nothing happens once an invoice names it. */
export async function withdrawSubscription(
  context: Pick<BillingContext, 'db' | 'now'>,
  { solutionId, userId }: Pick<SubscriptionRequest, 'solutionId' | 'userId'>,
): Promise<void> {
  await asActor(context.db, { userId, solutionIds: [solutionId] }, async (tx) => {
    await tx.query(
      'billing-subscription-uncharge',
      `delete from billing.charges where solution_id = $1 and status <> 'INVOICED'`,
      [solutionId],
    )
    const sql = `delete from billing.subscriptions where solution_id = $1 and created_by = $2
      and not exists (select from billing.charges where solution_id = $1) and not exists (select from billing.payments where solution_id = $1)`
    await tx.query('billing-subscription-withdraw', sql, [solutionId, userId])
  })
}

async function mustFind(found: Promise<Subscription | null>): Promise<Subscription> {
  const subscription = await found
  if (!subscription) throw new ProblemError('internal')
  return subscription
}

const openSql = `insert into billing.subscriptions
    (solution_id, solution_type, created_by, plan_code, plan, status, trial_ends_at, invoice_address_id, payment_method_id, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) on conflict do nothing returning solution_id`

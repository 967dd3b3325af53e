import type { Actor, Call } from '@bollard/access'
import type { PlanChange, SolutionPlan, SolutionPlanChoice } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import type { BillingContext } from '../billing-context.ts'
import { findCustomerDiscount } from '../commission/customer-discount.ts'
import { billSolution } from '../dunning/bill-solution.ts'
import { countUse, exceededLimits } from '../plan/exceeded-limits.ts'
import { assertAllowed } from '../policy.ts'
import { asActor, asSystem } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'
import { beginPlan, chargeFor, choosablePlan, withoutFirstPeriod } from '../subscription/begin-plan.ts'
import { cancelOpenCharges, isInvoiced } from '../subscription/charges.ts'
import { type Change, decideChange, isFree, type Wanted } from '../subscription/decide-change.ts'
import { assertPayable, assertUsable, type MeansOfPaying, type MethodKind } from '../subscription/means-of-paying.ts'
import {
  lockSubscription,
  planInForce,
  priceOf,
  saveSubscription,
  type Subscription,
} from '../subscription/subscription-row.ts'
import { describePlan } from './describe-plan.ts'
import { asInvoiced, findPayer } from './price-tax.ts'

/**
 * Chooses a plan: more begins now, less with the next period, the present one undoes what was scheduled. Throws
 * `state-conflict` with a list where the solution has what only its present plan allows, `payment-required` without means of paying or
 * while bills are overdue, `step-up-required` for another payment method without a fresh proof.
 */
export async function changeSolutionPlan(
  context: BillingContext,
  actor: Actor,
  { solutionId, ...choice }: SolutionPlanChoice & { readonly solutionId: string },
  call: Call,
): Promise<SolutionPlan> {
  const now = context.now()
  const { saved, owes } = await decided(
    context,
    actor,
    solutionId,
    choice,
    async (tx, { before, present, wanted, change, means, kind }) => {
      // Of `decided` this is left to the change itself, since a preview charges nothing.
      if (means.paymentMethodId !== before.paymentMethodId)
        assertAllowed(actor, 'plan.change-payment-method', { role: 'ADMIN' }, now)
      const after = { ...apply(present, wanted, change, kind, now), ...means }
      if (present !== before) await cancelOpenCharges(tx, solutionId)
      const row = await saveSubscription(tx, after, now)
      const charged = await chargeFor(tx, context, { before: present, after: row, change }, now)
      await recordAudit(tx, actor, call, now, {
        scope: 'SOLUTION',
        scopeId: solutionId,
        action: 'plan.changed',
        before: summaryOf(before),
        after: { ...summaryOf(row), when: change.when },
      })
      // A new way to pay may pay what the old one could not.
      return { saved: row, owes: charged || row.paymentMethodId !== before.paymentMethodId }
    },
  )
  if (owes) await billSolution(context, solutionId).catch(context.onError)
  return describePlan(context, actor, saved, 'ADMIN')
}

/** The same without doing it, refused as the change would be, save that no proof is asked for. */
export async function previewSolutionPlan(
  context: BillingContext,
  actor: Actor,
  { solutionId, ...choice }: SolutionPlanChoice & { readonly solutionId: string },
): Promise<PlanChange> {
  const now = context.now()
  const { change, present, wanted, means } = await decided(
    context,
    actor,
    solutionId,
    choice,
    async (_tx, decision) => decision,
  )
  const payer = await findPayer(context, { solutionId, addressId: means.invoiceAddressId, userId: actor.userId })
  const tax = payer?.tax ?? null
  const discountAt = async (at: Date) =>
    payer ? findCustomerDiscount(context, { solutionId, payerId: payer.payerId, at }) : null
  const due = change.when === 'NOW' ? change.due : null
  const periodEnd = change.when === 'NOW' ? change.period?.end : present.periodEnd
  const next = change.when === 'PERIOD_END' ? change.at : (periodEnd ?? now)
  return {
    when: change.when,
    at: (change.when === 'PERIOD_END' ? change.at : now).toISOString(),
    due,
    taxedDue: asInvoiced(due, tax, await discountAt(now)),
    taxedPrice: isFree(wanted.plan)
      ? null
      : asInvoiced(priceOf(wanted.plan, wanted.interval), tax, await discountAt(next)),
    tax,
    periodEnd: periodEnd?.toISOString() ?? null,
  }
}

interface Decided {
  readonly before: Subscription
  /** As it counts for the change: a first period that nobody has paid yet is taken back. */
  readonly present: Subscription
  readonly wanted: Wanted
  readonly change: Change
  /** What is not given stays as it is. */
  readonly means: MeansOfPaying
  readonly kind: MethodKind | null
}

/** Runs `work` with the decision in the transaction that holds the subscription, so that of two changes the second one sees the first. */
async function decided<T>(
  context: BillingContext,
  actor: Actor,
  solutionId: string,
  choice: SolutionPlanChoice,
  work: (tx: Queries, decision: Decided) => Promise<T>,
): Promise<T> {
  // Before the transaction, since it takes connections of its own.
  const use = await countUse(context, solutionId)
  const formerMethod = await findFormerMethod(context, solutionId)
  return asActor(context.db, { userId: actor.userId, solutionIds: [solutionId] }, async (tx) => {
    const before = await lockSubscription(tx, solutionId)
    if (!before) throw new ProblemError('not-found')
    if (before.version !== choice.version) throw new ProblemError('version-conflict')
    if (before.status === 'CANCELED')
      throw new ProblemError('state-conflict', 'The solution has ended. Reopen it first.')
    const same = choice.planCode === before.planCode
    const plan = same ? before.plan : choosablePlan(context, before.solutionType, choice.planCode)
    const means = {
      invoiceAddressId: choice.invoiceAddressId ?? before.invoiceAddressId,
      paymentMethodId: choice.paymentMethodId ?? before.paymentMethodId,
    }
    const kind = await assertUsable(tx, means, before)
    assertPayable(plan, means, kind, context.provider !== null)
    const wanted = { plan, interval: choice.interval }
    const present =
      before.status === 'INCOMPLETE' && !isSame(before, wanted) ? await withoutUnpaid(tx, context, before) : before
    const change = decideChange(context.plans, present, wanted, context.now())
    if (!same) assertFits(plan, use, planInForce(context.plans, before))
    if (change.when === 'NOW' && !isFree(plan) && formerMethod !== null && means.paymentMethodId === formerMethod) {
      const errors = [{ pointer: '/paymentMethodId', code: 'required' }]
      throw new ProblemError(
        'payment-required',
        'The present payment method belongs to somebody who is no longer an admin. Choose one of your own.',
        {
          errors,
        },
      )
    }
    if (change.when === 'NOW' && (await owesOverdue(tx, before))) {
      throw new ProblemError('payment-required', 'Pay overdue invoices before choosing a larger plan.')
    }
    return work(tx, { before, present, wanted, change, means, kind })
  })
}

/** The payment method of a solution, if its owner is no longer an admin: nobody may spend more of their money. Otherwise null. */
async function findFormerMethod(
  { db, solution }: Pick<BillingContext, 'db' | 'solution'>,
  solutionId: string,
): Promise<string | null> {
  const [method] = await asSystem(db, [solutionId], (tx) => tx.query('billing-plan-payer', payerSql, [solutionId]))
  if (!method) return null
  return (await solution.findAdmins(solutionId)).some(({ userId }) => userId === method.userId) ? null : method.id
}

const payerSql = `select m.id, m.user_id as "userId" from billing.subscriptions s join billing.payment_methods m on m.id = s.payment_method_id
  where s.solution_id = $1`

/** Without a plan the status no longer says what became of earlier bills. */
async function owesOverdue(tx: Queries, { status, solutionId }: Subscription): Promise<boolean> {
  if (status !== 'PAUSED') return status === 'PAST_DUE' || status === 'UNPAID'
  return (await tx.query('billing-owes-overdue', overdueSql, [solutionId])).length > 0
}

function assertFits(...[plan, use, present]: Parameters<typeof exceededLimits>): void {
  const errors = exceededLimits(plan, use, present)
  if (errors.length > 0)
    throw new ProblemError('state-conflict', 'The solution exceeds what this plan allows; see "errors".', { errors })
}

function apply(
  present: Subscription,
  wanted: Wanted,
  change: Change,
  kind: MethodKind | null,
  now: Date,
): Subscription {
  switch (change.when) {
    case 'NOW':
      return beginPlan(present, wanted, change, { kind, now })
    case 'PERIOD_END':
      return { ...present, nextPlanCode: wanted.plan.code, nextInterval: isFree(wanted.plan) ? null : wanted.interval }
    case 'NO_CHANGE':
      return { ...present, nextPlanCode: null, nextInterval: null }
  }
}

function isSame({ planCode, interval }: Subscription, wanted: Wanted): boolean {
  return planCode === wanted.plan.code && (interval === wanted.interval || isFree(wanted.plan))
}

/** As if a first period had not been begun that nobody has paid. Throws `state-conflict` once an invoice names it. */
async function withoutUnpaid(tx: Queries, context: BillingContext, before: Subscription): Promise<Subscription> {
  if (await isInvoiced(tx, before.solutionId, before.incompleteSince ?? before.createdAt)) {
    throw new ProblemError(
      'state-conflict',
      'The first payment of the current plan is still open. Pay it, or wait until it is canceled.',
    )
  }
  return withoutFirstPeriod(context.plans, before, context.now())
}

const overdueSql = `select 1 as one from billing.invoices
  where solution_id = $1 and kind = 'INVOICE' and status in ('OVERDUE', 'UNCOLLECTIBLE') limit 1`

function summaryOf({ planCode, interval, nextPlanCode, nextInterval, status }: Subscription): Record<string, unknown> {
  return { planCode, interval, status, ...(nextPlanCode === null ? {} : { nextPlanCode, nextInterval }) }
}

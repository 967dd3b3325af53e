import type { Plan } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import type { BillingContext } from '../billing-context.ts'
import { type PlanCatalogue, soldTypes } from '../plan/plan-catalogue.ts'
import { addCharge } from './charges.ts'
import type { Change } from './decide-change.ts'
import type { MethodKind } from './means-of-paying.ts'
import { type BillingEvent, nextStatus } from './next-status.ts'
import type { Interval, Subscription } from './subscription-row.ts'

/** The plan of that code, if it can be chosen here; throws `validation-failed` otherwise. */
export function choosablePlan(context: Pick<BillingContext, 'plans'>, type: Plan['solutionType'], code: string): Plan {
  const plan = context.plans.find(type, code)
  if (plan?.selectable) return plan
  const fault = !plan ? 'unknown' : soldTypes.includes(type) ? 'not-selectable' : 'type-not-sold'
  throw new ProblemError('validation-failed', undefined, { errors: [{ pointer: '/planCode', code: fault }] })
}

/**
 * A subscription as it is once a change takes place now. What was scheduled is dropped. A first period that a card or a direct
 * debit pays is INCOMPLETE until the payment is there; a transfer takes days, so the plan does not wait for it.
 */
export function beginPlan(
  present: Subscription,
  { plan, interval }: { readonly plan: Plan; readonly interval: Interval },
  change: Extract<Change, { when: 'NOW' }>,
  { kind, now }: { readonly kind: MethodKind | null; readonly now: Date },
): Subscription {
  const first = present.interval === null && change.due !== null
  const awaited = first && kind !== 'BANK_TRANSFER'
  const status = awaited ? statusAfter(present, 'FIRST_PAYMENT_AWAITED') : statusWithPlan(present)
  return {
    ...present,
    planCode: plan.code,
    plan,
    interval: change.period === null ? null : interval,
    status,
    anchorAt: change.period?.anchor ?? null,
    periodStart: change.period?.start ?? null,
    periodEnd: change.period?.end ?? null,
    nextPlanCode: null,
    nextInterval: null,
    incompleteSince: status === 'INCOMPLETE' ? (present.incompleteSince ?? now) : null,
  }
}

function statusWithPlan(present: Subscription): Subscription['status'] {
  if (present.status === 'TRIALING') return statusAfter(present, 'TRIAL_ENDED')
  return present.status === 'PAUSED' ? statusAfter(present, 'RESUMED') : present.status
}

/** Writes down what a change that took place now costs. Answers whether it costs anything. */
export async function chargeFor(
  tx: Queries,
  context: Pick<BillingContext, 'newId'>,
  { before, after, change }: { readonly before: Subscription; readonly after: Subscription; readonly change: Change },
  now: Date,
): Promise<boolean> {
  if (change.when !== 'NOW' || change.due === null || change.period === null || after.interval === null) return false
  // The rest of the period that runs already, or a whole one that begins.
  const kind = before.periodStart?.getTime() === change.period.start.getTime() ? 'UPGRADE' : 'PERIOD'
  const { solutionId, planCode, interval } = after
  await addCharge(
    tx,
    { id: context.newId(), solutionId, kind, planCode, interval, from: now, to: change.period.end, amount: change.due },
    now,
  )
  return true
}

/** A subscription as it is once a first period that nobody paid is taken back: on trial as long as that lasts, else free, or without a plan. */
export function withoutFirstPeriod(plans: PlanCatalogue, present: Subscription, now: Date): Subscription {
  const onTrial = present.trialEndsAt !== null && present.trialEndsAt > now
  const free = plans.freeOf(present.solutionType)
  // Without a plan it is what it was on trial, until it is restricted.
  const plan = onTrial || free === null ? plans.trialOf(present.solutionType) : free
  const status = statusAfter(present, onTrial ? 'TRIAL_RESUMED' : free === null ? 'LAPSED' : 'FIRST_PAYMENT_DROPPED')
  return { ...withoutPeriod(present), planCode: plan.code, plan, status, incompleteSince: null }
}

/** Without anything that is paid for a time. */
export function withoutPeriod(present: Subscription): Subscription {
  return {
    ...present,
    interval: null,
    anchorAt: null,
    periodStart: null,
    periodEnd: null,
    nextPlanCode: null,
    nextInterval: null,
  }
}

/** Throws `state-conflict` where the event cannot happen. */
export function statusAfter({ status }: Pick<Subscription, 'status'>, event: BillingEvent): Subscription['status'] {
  const next = nextStatus(status, event)
  if (next === null) throw new ProblemError('state-conflict')
  return next
}

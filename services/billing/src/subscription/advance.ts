import { hourMs } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import type { BillingContext } from '../billing-context.ts'
import { recordAudit } from '../store/record-audit.ts'
import { statusAfter, withoutFirstPeriod, withoutPeriod } from './begin-plan.ts'
import { addCharge, cancelOpenCharges, dropInvoicedPeriod } from './charges.ts'
import { isFree } from './decide-change.ts'
import { periodEnd } from './period.ts'
import { type Interval, priceOf, saveSubscription, type Subscription } from './subscription-row.ts'

/** How long a first payment may take. */
export const firstPaymentHours = 23

/** What one step has done: `charged` asks for an invoice, `trialEnded` for a mail. */
export interface Step {
  readonly charged: boolean
  readonly trialEnded: boolean
}

/**
 * Takes a locked subscription one step on if its time has come: the trial ends, a period follows another, what was not paid at
 * first is taken back. Null when nothing is due.
 */
export async function advance(
  tx: Queries,
  context: BillingContext,
  present: Subscription,
  now: Date,
): Promise<Step | null> {
  const { status, incompleteSince, trialEndsAt } = present
  if (status === 'CANCELED') return null
  if (incompleteSince !== null) {
    const isLate = incompleteSince.getTime() + firstPaymentHours * hourMs <= now.getTime()
    return isLate ? dropFirstPeriod(tx, context, present, { since: incompleteSince, now }) : null
  }
  const end = status === 'TRIALING' ? trialEndsAt : present.periodEnd
  if (end === null || end > now) return null
  if (!present.renews) return endPlan(tx, present, now)
  return followUp(tx, context, present, { end, now })
}

async function dropFirstPeriod(
  tx: Queries,
  context: BillingContext,
  present: Subscription,
  { since, now }: { since: Date; now: Date },
): Promise<Step> {
  const { solutionId, planCode } = present
  await cancelOpenCharges(tx, solutionId)
  await dropInvoicedPeriod(tx, solutionId, since)
  const after = await saveSubscription(tx, withoutFirstPeriod(context.plans, present, now), now)
  await recordAudit(tx, null, null, now, {
    ...scopeOf(present),
    action: 'plan.dropped',
    before: { planCode },
    after: { planCode: after.planCode },
  })
  return { charged: false, trialEnded: false }
}

async function endPlan(tx: Queries, present: Subscription, now: Date): Promise<Step> {
  await saveSubscription(tx, { ...withoutPeriod(present), status: statusAfter(present, 'ENDED') }, now)
  await recordAudit(tx, null, null, now, {
    ...scopeOf(present),
    action: 'plan.ended',
    before: { planCode: present.planCode },
  })
  return { charged: false, trialEnded: false }
}

async function followUp(
  tx: Queries,
  context: BillingContext,
  present: Subscription,
  { end, now }: { end: Date; now: Date },
): Promise<Step> {
  const tried = present.status === 'TRIALING'
  const status = tried ? statusAfter(present, 'TRIAL_ENDED') : present.status
  const next = following(context, present)
  if (next === null) {
    const plan = context.plans.freeOf(present.solutionType)
    if (plan === null) return lapse(tx, present, now)
    await saveSubscription(tx, { ...withoutPeriod(present), planCode: plan.code, plan, status }, now)
    await recordAudit(tx, null, null, now, {
      ...scopeOf(present),
      action: 'plan.followed',
      before: { planCode: present.planCode },
      after: { planCode: plan.code },
    })
    return { charged: false, trialEnded: tried && present.nextPlanCode === null }
  }
  const { plan, interval } = next
  const anchorAt = present.anchorAt ?? end
  const to = periodEnd(anchorAt, end, interval)
  const after = {
    ...present,
    planCode: plan.code,
    plan,
    interval,
    status,
    anchorAt,
    periodStart: end,
    periodEnd: to,
    nextPlanCode: null,
    nextInterval: null,
  }
  await saveSubscription(tx, after, now)
  const amount = priceOf(plan, interval)
  if (amount && amount.amountMinor > 0) {
    await addCharge(
      tx,
      {
        id: context.newId(),
        solutionId: present.solutionId,
        kind: 'PERIOD',
        planCode: plan.code,
        interval,
        from: end,
        to,
        amount,
      },
      now,
    )
  }
  if (plan.code !== present.planCode || tried) {
    await recordAudit(tx, null, null, now, {
      ...scopeOf(present),
      action: 'plan.followed',
      before: { planCode: present.planCode },
      after: { planCode: plan.code, interval },
    })
  }
  return { charged: true, trialEnded: false }
}

/** Nothing follows, as no plan is free. What was tried or paid last keeps working for two weeks: see `limit-lapsed.ts`. */
async function lapse(tx: Queries, present: Subscription, now: Date): Promise<Step> {
  await saveSubscription(tx, { ...withoutPeriod(present), status: statusAfter(present, 'LAPSED') }, now)
  await recordAudit(tx, null, null, now, {
    ...scopeOf(present),
    action: 'plan.lapsed',
    before: { planCode: present.planCode },
  })
  return { charged: false, trialEnded: false }
}

/** What is paid next; null for the free plan or none, which also follows where nobody can be asked to pay, or has not paid for weeks. */
function following(
  { plans }: Pick<BillingContext, 'plans'>,
  present: Subscription,
): { plan: Subscription['plan']; interval: Interval } | null {
  const chosen = present.nextPlanCode === null ? null : plans.find(present.solutionType, present.nextPlanCode)
  const interval = chosen ? present.nextInterval : present.interval
  const plan = chosen ?? present.plan
  const canPay = present.invoiceAddressId !== null && present.paymentMethodId !== null && present.status !== 'UNPAID'
  return interval === null || isFree(plan) || !canPay ? null : { plan, interval }
}

function scopeOf({ solutionId }: Subscription) {
  return { scope: 'SOLUTION', scopeId: solutionId } as const
}

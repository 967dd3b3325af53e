import type { Money, Plan } from '@bollard/contracts'
import type { PlanCatalogue } from '../plan/plan-catalogue.ts'
import { periodEnd, unusedPart } from './period.ts'
import { type Interval, priceOf, type Subscription } from './subscription-row.ts'

export interface Wanted {
  readonly plan: Plan
  readonly interval: Interval
}

/** What a change of plan means. `due` is what it costs at once, net; null when that is nothing. */
export type Change =
  | { readonly when: 'NO_CHANGE' }
  | { readonly when: 'PERIOD_END'; readonly at: Date }
  | {
      readonly when: 'NOW'
      readonly due: Money | null
      readonly period: { readonly anchor: Date; readonly start: Date; readonly end: Date } | null
    }

/**
 * More begins now, less with the next period: a larger plan costs what the rest of the period is worth more, a year in place of
 * a month begins anew with the rest of the month taken off. Out of a year nobody is paid back, so a change to months waits.
 */
export function decideChange(
  plans: PlanCatalogue,
  present: Subscription,
  { plan, interval }: Wanted,
  now: Date,
): Change {
  // Its plan is only what is left of the last one.
  if (present.status === 'PAUSED') return startNow(plan, interval, now, 0)
  const larger = rankOf(plans, plan) - rankOf(plans, present.plan)
  if (present.status === 'TRIALING' && present.trialEndsAt !== null) {
    return larger > 0 ? startNow(plan, interval, now, 0) : { when: 'PERIOD_END', at: present.trialEndsAt }
  }
  if (
    present.interval === null ||
    present.periodStart === null ||
    present.periodEnd === null ||
    present.anchorAt === null
  ) {
    return isFree(plan) ? { when: 'NO_CHANGE' } : startNow(plan, interval, now, 0)
  }
  const period = { start: present.periodStart, end: present.periodEnd }
  if (plan.code === present.planCode && interval === present.interval) return { when: 'NO_CHANGE' }
  if (larger < 0 || isFree(plan) || (present.interval === 'YEARLY' && interval === 'MONTHLY'))
    return { when: 'PERIOD_END', at: period.end }
  const unused = unusedPart(priceOf(present.plan, present.interval)?.amountMinor ?? 0, period, now)
  if (interval !== present.interval) return startNow(plan, interval, now, unused)
  const price = priceOf(plan, interval)
  const due = price && toMoney(unusedPart(price.amountMinor, period, now) - unused, price.currency)
  return { when: 'NOW', due, period: { anchor: present.anchorAt, ...period } }
}

/** The place of a plan among those of its type; one that is no longer offered counts by its price. */
function rankOf(plans: PlanCatalogue, plan: Plan): number {
  const all = plans.plansOf(plan.solutionType)
  const index = all.findIndex(({ code }) => code === plan.code)
  if (index !== -1) return index
  return (
    all.filter(({ monthly }) => monthly !== null && monthly.amountMinor <= (plan.monthly?.amountMinor ?? 0)).length -
    0.5
  )
}

function startNow(plan: Plan, interval: Interval, now: Date, unused: number): Change {
  if (isFree(plan)) return { when: 'NOW', due: null, period: null }
  const price = priceOf(plan, interval)
  return {
    when: 'NOW',
    due: price && toMoney(price.amountMinor - unused, price.currency),
    period: { anchor: now, start: now, end: periodEnd(now, now, interval) },
  }
}

/** A plan that was chosen when it cost more than the larger one does now gives nothing back. */
function toMoney(amountMinor: number, currency: string): Money | null {
  return amountMinor > 0 ? { amountMinor, currency } : null
}

export function isFree(plan: Plan): boolean {
  return plan.monthly?.amountMinor === 0
}

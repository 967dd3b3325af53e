import type { Actor } from '@bollard/access'
import type { Queries } from '@bollard/database'
import type { BillingContext } from '../billing-context.ts'
import { asActor } from '../store/as-actor.ts'
import { findSubscription, type Subscription } from '../subscription/subscription-row.ts'
import { type Month, monthOf } from './month.ts'
import { planCharges, readTerms, readTermsOf } from './read-terms.ts'
import { type Settlement, settleMonth } from './settle-month.ts'

export interface OpenMonth {
  readonly month: Month
  readonly settled: Settlement
  readonly planMinor: number
  readonly subscription: Subscription
  readonly now: Date
}

/** The running month as it stands. Null without a subscription, and for one that ended before it. */
export async function readOpenMonth(
  context: Pick<BillingContext, 'db' | 'captcha' | 'plans' | 'now'>,
  { userId }: Pick<Actor, 'userId'>,
  solutionId: string,
): Promise<OpenMonth | null> {
  const now = context.now()
  const month = monthOf(now)
  const usage = await context.captcha.readUsage([solutionId], month)
  return asActor(context.db, { userId, solutionIds: [solutionId] }, async (tx) => {
    const subscription = await findSubscription(tx, solutionId)
    if (!subscription || (subscription.status === 'CANCELED' && subscription.updatedAt < month.from)) return null
    const settled = settleMonth(usage, await readTerms(tx, context.plans, solutionId, month), month)
    return { month, settled, planMinor: await planCharges(tx, solutionId, month), subscription, now }
  })
}

/** What the running month has come to for each of several solutions, settled as it will be closed. `tx` may see them all. */
export async function settleOpenMonths(
  tx: Queries,
  { captcha, plans }: Pick<BillingContext, 'captcha' | 'plans'>,
  solutionIds: readonly string[],
  month: Month,
): Promise<ReadonlyMap<string, Settlement>> {
  const usage = Map.groupBy(await captcha.readUsage(solutionIds, month), ({ solutionId }) => solutionId)
  const terms = await readTermsOf(tx, plans, solutionIds, month)
  return new Map(
    [...terms].map(([solutionId, own]) => [solutionId, settleMonth(usage.get(solutionId) ?? [], own, month)]),
  )
}

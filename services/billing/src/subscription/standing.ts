import type { Queries } from '@bollard/database'
import { recordAudit } from '../store/record-audit.ts'
import { type BillingEvent, nextStatus } from './next-status.ts'
import { saveSubscription, type Subscription } from './subscription-row.ts'

/** Tells a locked subscription what became of its bills; what cannot happen to it changes nothing. */
export async function tellSubscription(
  tx: Queries,
  subscription: Subscription,
  event: BillingEvent,
  now: Date,
): Promise<Subscription> {
  const status = nextStatus(subscription.status, event)
  if (status === null || status === subscription.status) return subscription
  const incompleteSince = status === 'INCOMPLETE' ? subscription.incompleteSince : null
  const saved = await saveSubscription(tx, { ...subscription, status, incompleteSince }, now)
  await recordAudit(tx, null, null, now, {
    scope: 'SOLUTION',
    scopeId: subscription.solutionId,
    action: 'plan.state-changed',
    before: { status: subscription.status },
    after: { status },
  })
  return saved
}

/** Brings a locked subscription back once none of its invoices is overdue. */
export async function settleStanding(tx: Queries, subscription: Subscription, now: Date): Promise<Subscription> {
  if (subscription.status !== 'PAST_DUE' && subscription.status !== 'UNPAID') return subscription
  const overdue = await tx.query('billing-standing', overdueSql, [subscription.solutionId])
  return overdue.length > 0 ? subscription : tellSubscription(tx, subscription, 'PAID', now)
}

const overdueSql = `select 1 as one from billing.invoices
  where solution_id = $1 and kind = 'INVOICE' and status in ('ISSUED', 'OVERDUE', 'UNCOLLECTIBLE') and dunning_since is not null limit 1`

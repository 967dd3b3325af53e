import { ProblemError } from '@bollard/http'
import type { BillingContext } from '../billing-context.ts'
import { asSystem } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'
import { statusAfter, withoutPeriod } from './begin-plan.ts'
import { cancelOpenCharges } from './charges.ts'
import { lockSubscription, saveSubscription } from './subscription-row.ts'

/**
 * Says whether a solution goes on after its period, as it is cancelled or not. One that has ended and goes on after all gets the
 * free plan, or has none until one is chosen. Answers when what is paid or tried ends; null when there is nothing to wait for.
 */
export async function setRenewal(
  context: Pick<BillingContext, 'db' | 'plans' | 'now'>,
  solutionId: string,
  renews: boolean,
): Promise<Date | null> {
  return asSystem(context.db, [solutionId], async (tx) => {
    const now = context.now()
    const before = await lockSubscription(tx, solutionId)
    if (!before) throw new ProblemError('not-found')
    if (before.status !== 'CANCELED') return endOf(await saveSubscription(tx, { ...before, renews }, now))
    if (!renews) return null
    const free = context.plans.freeOf(before.solutionType)
    const plan = free ?? before.plan
    const status = statusAfter(before, free === null ? 'LAPSED' : 'REOPENED')
    const after = { ...withoutPeriod(before), planCode: plan.code, plan, renews, status }
    await recordAudit(tx, null, null, now, {
      scope: 'SOLUTION',
      scopeId: solutionId,
      action: 'plan.reopened',
      after: { planCode: plan.code, status },
    })
    return endOf(await saveSubscription(tx, after, now))
  })
}

/** Ends the plan of a solution now: charges stop, and those that no invoice names yet are canceled. Repeating it changes nothing. */
export async function endSubscription(context: Pick<BillingContext, 'db' | 'now'>, solutionId: string): Promise<void> {
  await asSystem(context.db, [solutionId], async (tx) => {
    const now = context.now()
    const before = await lockSubscription(tx, solutionId)
    if (!before || before.status === 'CANCELED') return
    await cancelOpenCharges(tx, solutionId)
    await saveSubscription(
      tx,
      { ...withoutPeriod(before), renews: false, incompleteSince: null, status: statusAfter(before, 'ENDED') },
      now,
    )
    await recordAudit(tx, null, null, now, {
      scope: 'SOLUTION',
      scopeId: solutionId,
      action: 'plan.ended',
      before: { planCode: before.planCode },
    })
  })
}

function endOf({
  status,
  trialEndsAt,
  periodEnd,
}: {
  status: string
  trialEndsAt: Date | null
  periodEnd: Date | null
}): Date | null {
  return status === 'TRIALING' ? trialEndsAt : periodEnd
}

import type { Actor } from '@bollard/access'
import type { Role, SolutionPlan } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { BillingContext } from '../billing-context.ts'
import { asActor } from '../store/as-actor.ts'
import { findSubscription } from '../subscription/subscription-row.ts'
import { describePlan } from './describe-plan.ts'

/** The plan of a solution. An administrator who is no member reads, and so counts as a viewer. */
export async function getSolutionPlan(
  context: Pick<BillingContext, 'db' | 'solution' | 'plans' | 'seller' | 'now'>,
  actor: Actor,
  { solutionId, role }: { readonly solutionId: string; readonly role: Role | null },
): Promise<SolutionPlan> {
  const subscription = await asActor(context.db, { userId: actor.userId, solutionIds: [solutionId] }, (tx) =>
    findSubscription(tx, solutionId),
  )
  if (!subscription) throw new ProblemError('not-found')
  return describePlan(context, actor, subscription, role ?? 'VIEWER')
}

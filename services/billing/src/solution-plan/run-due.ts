import { hourMs } from '@bollard/contracts'
import type { BillingContext } from '../billing-context.ts'
import { billSolution } from '../dunning/bill-solution.ts'
import { asSystem } from '../store/as-actor.ts'
import { advance, firstPaymentHours, type Step } from '../subscription/advance.ts'
import { subscriptionColumns } from '../subscription/subscription-row.ts'
import { mailTrialEnded } from './mail-trial.ts'

const atOnce = 100

/**
 * Takes on all subscriptions whose time has come: ends of trials, new periods, first payments that never came. Safe in any number of
 * processes at once, and after any time without it: each period that has passed is charged once. Answers how many steps it took.
 */
export async function runDueSubscriptions(context: BillingContext): Promise<number> {
  let steps = 0
  const failed = new Set<string>()
  for (;;) {
    const values = [context.now(), new Date(context.now().getTime() - firstPaymentHours * hourMs), [...failed], atOnce]
    const due = await context.db.query('billing-due', dueSql, values)
    const before = steps
    for (const { solutionId } of due) {
      try {
        if (await advanceOne(context, solutionId)) steps += 1
      } catch (error) {
        // One that fails must not keep the others waiting; it is tried again with the next run.
        failed.add(solutionId)
        context.onError(error)
      }
    }
    if (due.length === 0 || steps === before) return steps
  }
}

async function advanceOne(context: BillingContext, solutionId: string): Promise<boolean> {
  const step = await asSystem(context.db, [solutionId], async (tx): Promise<Step | null> => {
    // Another process may be at it.
    const [present] = await tx.query('billing-due-lock', lockSql, [solutionId])
    return present ? advance(tx, context, present, context.now()) : null
  })
  if (step?.charged) await billSolution(context, solutionId).catch(context.onError)
  if (step?.trialEnded) await mailTrialEnded(context, solutionId)
  return step !== null
}

const dueSql = `select solution_id as "solutionId" from billing.subscriptions
  where ((status = 'TRIALING' and trial_ends_at <= $1) or (period_end <= $1 and status not in ('CANCELED', 'INCOMPLETE')) or incomplete_since <= $2)
    and not solution_id = any($3)
  order by coalesce(incomplete_since, period_end, trial_ends_at) limit $4`
const lockSql = `select ${subscriptionColumns} from billing.subscriptions where solution_id = $1 for update skip locked`

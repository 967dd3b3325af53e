import type { Actor } from '@bollard/access'
import { dayMs, type Usage } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { BillingContext } from '../billing-context.ts'
import { plansOf } from '../subscription/plan-limits.ts'
import { readOpenMonth } from './open-month.ts'
import { overageOf } from './settle-month.ts'

/** What a solution has used in the running month, and what it comes to at its end. Throws `not-found` once the solution has ended. */
export async function getUsage(
  context: Pick<BillingContext, 'db' | 'solution' | 'captcha' | 'protection' | 'plans' | 'now'>,
  actor: Actor,
  solutionId: string,
): Promise<Usage> {
  const open = await readOpenMonth(context, actor, solutionId)
  if (open === null) throw new ProblemError('not-found')
  const { month, settled, subscription, now } = open
  const { included, counted, overage, pricePerThousand } = settled
  // A solution that began within the month is measured from then on.
  const since = Math.max(month.from.getTime(), subscription.createdAt.getTime())
  const elapsed = now.getTime() - since
  const rest = month.to.getTime() - now.getTime()
  const billable = elapsed < dayMs ? null : counted.billable + Math.round((counted.billable / elapsed) * rest)
  const beyond =
    billable === null || included === null || pricePerThousand === null ? 0 : Math.max(0, billable - included)
  return {
    solutionId,
    period: month.period,
    planCode: settled.planCode,
    counted,
    included,
    percent: percentOf(counted.billable, included),
    overageUnits: settled.overageUnits,
    overageAmount: overage,
    forecast:
      billable === null
        ? null
        : {
            billable,
            percent: percentOf(billable, included),
            overageAmount: {
              amountMinor: overageOf(beyond, pricePerThousand?.amountMinor ?? 0),
              currency: overage.currency,
            },
          },
    alertPercents: [...subscription.usageAlertPercents],
    protectedRequests: await requestsOf(context, solutionId),
    perDay: [...settled.perDay],
  }
}

/** Null for a plan that has no page protection. */
async function requestsOf(
  context: Pick<BillingContext, 'db' | 'protection' | 'plans' | 'now'>,
  solutionId: string,
): Promise<Usage['protectedRequests']> {
  const included = (await plansOf(context, [solutionId])).get(solutionId)?.limits.protectedRequests ?? null
  if (included === 0) return null
  const counted = await context.protection.countRequests(solutionId)
  return { counted, included, percent: percentOf(counted, included) }
}

/** Rounded down; null without a limit, and 100 for anything out of nothing. */
export function percentOf(used: number, included: number | null): number | null {
  if (included === null) return null
  if (included === 0) return used === 0 ? 0 : 100
  return Math.floor((used * 100) / included)
}

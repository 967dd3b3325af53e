import type { BillingContext } from '../billing-context.ts'
import { planInForce, type Subscription, subscriptionColumns } from '../subscription/subscription-row.ts'
import { alertUsage } from './alert-usage.ts'
import { limitUsage } from './limit-usage.ts'
import { monthOf } from './month.ts'
import { settleOpenMonths } from './open-month.ts'

const atOnce = 200

/**
 * Looks at what every solution uses in the running month, by the arithmetic that closes it: tells of it, and limits what goes far
 * beyond. Answers how many it looked at.
 */
export async function watchUsage(context: BillingContext): Promise<number> {
  const month = monthOf(context.now())
  let [after, seen]: [string | null, number] = [null, 0]
  for (;;) {
    const page: Subscription[] = await context.db.query('billing-usage-page', pageSql, [after, atOnce])
    if (page.length === 0) return seen
    const ids = page.map(({ solutionId }) => solutionId)
    const months = await settleOpenMonths(context.db, context, ids, month)
    for (const subscription of page) {
      const settled = months.get(subscription.solutionId)
      if (settled === undefined) continue
      const use = { month, used: settled.counted.billable, included: settled.included }
      await alertUsage(context, subscription, use).catch(context.onError)
      const isBilled = planInForce(context.plans, subscription).overagePerThousand !== null
      await limitUsage(context, subscription, { ...use, billed: settled.overageUnits, isBilled }).catch(context.onError)
    }
    seen += page.length
    after = ids.at(-1) ?? null
  }
}

const pageSql = `select ${subscriptionColumns} from billing.subscriptions
  where status <> 'CANCELED' and ($1::uuid is null or solution_id > $1) order by solution_id limit $2`

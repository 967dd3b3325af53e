import { monthOf } from '../accounting/month.ts'
import type { InvoicingDeps } from '../invoicing-context.ts'
import { planInForce, type Subscription, subscriptionColumns } from '../subscription/subscription-row.ts'
import { alertUsage } from './alert.ts'
import { limitUsage } from './limit.ts'

const atOnce = 200

/** Looks at what every solution uses in the running month: tells of it, and limits what goes far beyond. Answers how many it looked at. */
export async function watchUsage(deps: InvoicingDeps): Promise<number> {
  const month = monthOf(deps.now())
  let [after, seen]: [string | null, number] = [null, 0]
  for (;;) {
    const page: Subscription[] = await deps.db.query<Subscription>('billing-usage-page', pageSql, [after, atOnce])
    if (page.length === 0) return seen
    const ids = page.map(({ solutionId }) => solutionId)
    const counted = await deps.countUsage(ids, month.period)
    for (const subscription of page) {
      const plan = planInForce(deps.plans, subscription)
      const use = { month, used: counted.get(subscription.solutionId) ?? 0, included: plan.limits.verifications }
      await alertUsage(deps, subscription, use).catch(deps.onError)
      await limitUsage(deps, subscription, { ...use, isBilled: plan.overagePerThousand !== null }).catch(deps.onError)
    }
    seen += page.length
    after = ids.at(-1) ?? null
  }
}

const pageSql = `select ${subscriptionColumns} from billing.subscriptions
  where status <> 'CANCELED' and ($1::uuid is null or solution_id > $1) order by solution_id limit $2`

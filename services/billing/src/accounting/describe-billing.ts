import type { BillingContext } from '../billing-context.ts'
import { asSystem } from '../store/as-actor.ts'
import { type BillingStatus, subscriptionColumns } from '../subscription/subscription-row.ts'
import { monthOf } from './month.ts'
import { readTermsOf } from './read-terms.ts'
import { includedOf } from './settle-month.ts'

/** What billing has to say of a solution. */
export interface BillingSummary {
  readonly planCode: string
  /** The provider's word, not an entitlement. */
  readonly status: BillingStatus
  readonly trialEndsAt: Date | null
  /** When what is paid ends, or the trial; null for what costs nothing. */
  readonly periodEndsAt: Date | null
  readonly invoiceAddressId: string | null
  readonly paymentMethodId: string | null
  readonly usageAlertPercents: readonly number[]
  /** Of the running month, as it will be closed; `included` is null without a limit. Null while it can't be read. */
  readonly usage: { readonly period: string; readonly counted: number; readonly included: number | null } | null
}

/** The summaries of solutions; those without a plan are left out. Whoever calls this has checked that they may be seen. */
export async function describeBilling(
  context: Pick<BillingContext, 'db' | 'plans' | 'captcha' | 'now'>,
  solutionIds: readonly string[],
): Promise<ReadonlyMap<string, BillingSummary>> {
  if (solutionIds.length === 0) return new Map()
  const month = monthOf(context.now())
  const [{ rows, terms }, counted] = await Promise.all([
    asSystem(context.db, solutionIds, async (tx) => ({
      rows: await tx.query(
        'billing-describe',
        `select ${subscriptionColumns} from billing.subscriptions where solution_id = any($1)`,
        [solutionIds],
      ),
      terms: await readTermsOf(tx, context.plans, solutionIds, month),
    })),
    context.captcha.countUsage(solutionIds, month.period),
  ])
  const usageOf = (solutionId: string): BillingSummary['usage'] => {
    const used = counted.get(solutionId)
    if (used === null) return null
    return { period: month.period, counted: used ?? 0, included: includedOf(terms.get(solutionId) ?? [], month) }
  }
  return new Map(
    rows.map((row) => [
      row.solutionId,
      {
        planCode: row.planCode,
        status: row.status,
        trialEndsAt: row.trialEndsAt,
        periodEndsAt: row.status === 'TRIALING' ? row.trialEndsAt : row.periodEnd,
        invoiceAddressId: row.invoiceAddressId,
        paymentMethodId: row.paymentMethodId,
        usageAlertPercents: row.usageAlertPercents,
        usage: usageOf(row.solutionId),
      },
    ]),
  )
}

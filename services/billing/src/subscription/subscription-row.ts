import type {
  billingIntervals,
  billingStatuses,
  Money,
  Plan,
  Role,
  SolutionPlan,
  solutionTypes,
} from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import type { PlanCatalogue } from '../plan/plan-catalogue.ts'

export type Interval = (typeof billingIntervals)[number]
export type BillingStatus = (typeof billingStatuses)[number]

/** A subscription as the statements of this service select it; the table's checks hold the unions. */
export interface Subscription {
  readonly solutionId: string
  readonly solutionType: (typeof solutionTypes)[number]
  readonly createdBy: string
  readonly planCode: string
  /** The plan as it was when it was chosen. */
  readonly plan: Plan
  readonly interval: Interval | null
  readonly status: BillingStatus
  readonly trialEndsAt: Date | null
  readonly trialMailedDays: number | null
  readonly anchorAt: Date | null
  readonly periodStart: Date | null
  readonly periodEnd: Date | null
  readonly nextPlanCode: string | null
  readonly nextInterval: Interval | null
  readonly renews: boolean
  readonly incompleteSince: Date | null
  readonly invoiceAddressId: string | null
  readonly paymentMethodId: string | null
  readonly usageAlertPercents: readonly number[]
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const subscriptionColumns = `solution_id as "solutionId", solution_type as "solutionType", created_by as "createdBy", plan_code as "planCode", plan,
  billing_interval as "interval", status, trial_ends_at as "trialEndsAt", trial_mailed_days as "trialMailedDays", anchor_at as "anchorAt",
  period_start as "periodStart", period_end as "periodEnd", next_plan_code as "nextPlanCode", next_interval as "nextInterval", renews,
  incomplete_since as "incompleteSince", invoice_address_id as "invoiceAddressId", payment_method_id as "paymentMethodId",
  usage_alert_percents as "usageAlertPercents", version, created_at as "createdAt", updated_at as "updatedAt"`

/** The subscription of a solution, locked until the transaction ends; null when there is none that the transaction may see. */
export async function lockSubscription(tx: Queries, solutionId: string): Promise<Subscription | null> {
  const [row] = await tx.query('billing-subscription-lock', `${selectSql} where solution_id = $1 for update`, [
    solutionId,
  ])
  return row ?? null
}

export async function findSubscription(tx: Queries, solutionId: string): Promise<Subscription | null> {
  const [row] = await tx.query('billing-subscription-find', `${selectSql} where solution_id = $1`, [solutionId])
  return row ?? null
}

const selectSql = `select ${subscriptionColumns} from billing.subscriptions`

/** Writes all that may change. The version counts up with everything that a person would see. */
export async function saveSubscription(tx: Queries, subscription: Subscription, at: Date): Promise<Subscription> {
  const s = subscription
  const [row] = await tx.query('billing-subscription-save', saveSql, [
    s.solutionId,
    s.planCode,
    JSON.stringify(s.plan),
    s.interval,
    s.status,
    s.trialEndsAt,
    s.trialMailedDays,
    s.anchorAt,
    s.periodStart,
    s.periodEnd,
    s.nextPlanCode,
    s.nextInterval,
    s.renews,
    s.incompleteSince,
    s.invoiceAddressId,
    s.paymentMethodId,
    s.usageAlertPercents,
    at,
  ])
  if (!row) throw new Error('The subscription is not in the scope of this transaction')
  return row
}

const saveSql = `update billing.subscriptions set plan_code = $2, plan = $3, billing_interval = $4, status = $5, trial_ends_at = $6, trial_mailed_days = $7,
    anchor_at = $8, period_start = $9, period_end = $10, next_plan_code = $11, next_interval = $12, renews = $13, incomplete_since = $14,
    invoice_address_id = $15, payment_method_id = $16, usage_alert_percents = $17, updated_at = $18, version = version + 1
  where solution_id = $1 returning ${subscriptionColumns}`

/** The plan as the catalogue has it now, so that raised limits count at once; as it was chosen where the catalogue has dropped it. */
export function planInForce(
  plans: PlanCatalogue,
  { solutionType, planCode, plan }: Pick<Subscription, 'solutionType' | 'planCode' | 'plan'>,
): Plan {
  return plans.find(solutionType, planCode) ?? plan
}

/** What a period costs at the prices of a plan, net. */
export function priceOf(plan: Plan, interval: Interval): Money | null {
  return interval === 'MONTHLY' ? plan.monthly : plan.yearly
}

export function toSolutionPlan(
  plans: PlanCatalogue,
  row: Subscription,
  myRole: Role,
): Omit<SolutionPlan, 'override' | 'taxedPrice' | 'invoiceAddress' | 'paymentMethod' | 'openTransfers'> {
  const { limits, features } = planInForce(plans, row)
  const end = row.status === 'TRIALING' ? row.trialEndsAt : row.periodEnd
  const time = (at: Date | null) => at?.toISOString() ?? null
  return {
    solutionId: row.solutionId,
    solutionType: row.solutionType,
    planCode: row.planCode,
    interval: row.interval,
    status: row.status,
    price: row.interval === null ? null : priceOf(row.plan, row.interval),
    trialEndsAt: time(row.trialEndsAt),
    periodStart: time(row.periodStart),
    periodEnd: time(row.periodEnd),
    next:
      row.nextPlanCode === null || end === null
        ? null
        : { planCode: row.nextPlanCode, interval: row.nextInterval, at: end.toISOString() },
    renews: row.renews,
    invoiceAddressId: row.invoiceAddressId,
    paymentMethodId: row.paymentMethodId,
    limits,
    features: [...features],
    myRole,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

import { type Plan, planFeatures, planLimitsSchema, solutionTypes } from '@bollard/contracts'
import { z } from 'zod'

export type SolutionType = (typeof solutionTypes)[number]

/** The types that can be had. */
export const soldTypes: readonly SolutionType[] = ['CAPTCHA', 'MONITORING', 'BUNDLE_SECURITY']

/** All plans of an installation. */
export interface PlanCatalogue {
  readonly trialDays: number
  /** Of one type, from the smallest to the largest. */
  plansOf(type: SolutionType): readonly Plan[]
  find(type: SolutionType, code: string): Plan | null
  /** What a solution has while it is on trial. */
  trialOf(type: SolutionType): Plan
  /** The free plan, which follows a trial if no other was chosen; null if every plan costs something. */
  freeOf(type: SolutionType): Plan | null
}

const price = z.int().min(0).max(100_000_000).nullable()
const code = z.string().regex(/^[A-Z][A-Z0-9_]{1,29}$/u)
/** Features that plans of operators may still name, and that no release has had. They are left out. */
const neverBuilt: readonly string[] = ['OWN_DOMAIN', 'SSO', 'DPA_ANNEX']
const planEntry = z.strictObject({
  code,
  monthlyMinor: price,
  yearlyMinor: price,
  overagePerThousandMinor: price,
  selectable: z.boolean(),
  bankTransfer: z.boolean(),
  slaPercent: z.number().gt(0).max(100).nullable(),
  features: z
    .array(z.string())
    .transform((names) => names.filter((name) => !neverBuilt.includes(name)))
    .pipe(z.array(z.enum(planFeatures))),
  limits: planLimitsSchema,
})
type PlanEntry = z.infer<typeof planEntry>

const typeEntry = z
  .strictObject({ trialPlan: code, plans: z.array(planEntry).min(1).max(20) })
  .superRefine(({ trialPlan, plans }, context) => {
    const fault = (message: string) => context.addIssue({ code: 'custom', message })
    if (new Set(plans.map((plan) => plan.code)).size < plans.length) fault('two plans have one code')
    if (!plans.some((plan) => plan.code === trialPlan)) fault(`there is no plan ${trialPlan} to try`)
    if (plans.some((plan) => (plan.monthlyMinor === 0) !== (plan.yearlyMinor === 0)))
      fault('a plan is free by the month and by the year, or by neither')
    for (const plan of plans) {
      if ((plan.monthlyMinor === null) !== (plan.yearlyMinor === null)) fault(`${plan.code} needs both prices or none`)
      if (plan.selectable && plan.monthlyMinor === null) fault(`${plan.code} can be chosen and so needs a price`)
      if ((plan.yearlyMinor ?? 0) < (plan.monthlyMinor ?? 0)) fault(`a year of ${plan.code} costs less than a month`)
    }
    const priced = plans.filter((plan) => plan.monthlyMinor !== null)
    for (const [index, plan] of priced.entries()) {
      const smaller = priced[index - 1]
      if (!smaller) continue
      if (
        amountOf(plan.monthlyMinor) <= amountOf(smaller.monthlyMinor) ||
        amountOf(plan.yearlyMinor) <= amountOf(smaller.yearlyMinor)
      )
        fault(`${plan.code} stands behind ${smaller.code} and so has to cost more`)
    }
  })
const catalogueFile = z.strictObject({
  currency: z.string().regex(/^[A-Z]{3}$/u),
  trialDays: z.int().min(0).max(365),
  types: z.strictObject({ CAPTCHA: typeEntry, MONITORING: typeEntry, BUNDLE_SECURITY: typeEntry }),
})

/** Reads a file of plans in the form of `default-plans.json`. Throws an error whose message names every fault. */
export function readPlans(text: string): PlanCatalogue {
  const parsed = catalogueFile.safeParse(parseJson(text))
  if (!parsed.success) throw new Error(`The plans are not valid.\n${z.prettifyError(parsed.error)}`)
  const { currency, trialDays, types } = parsed.data
  const plans = new Map(
    solutionTypes.map((type) => [type, types[type].plans.map((entry) => toPlan(type, entry, currency))]),
  )
  const plansOf = (type: SolutionType) => plans.get(type) ?? []
  const find = (type: SolutionType, wanted: string) => plansOf(type).find((plan) => plan.code === wanted) ?? null
  const known = (type: SolutionType, wanted: string | undefined): Plan => {
    const plan = find(type, wanted ?? '')
    if (!plan) throw new Error(`There is no plan ${wanted} of ${type}`)
    return plan
  }
  return {
    trialDays,
    plansOf,
    find,
    trialOf: (type) => known(type, types[type].trialPlan),
    freeOf: (type) => plansOf(type).find(({ monthly }) => monthly?.amountMinor === 0) ?? null,
  }
}

function toPlan(
  solutionType: SolutionType,
  { monthlyMinor, yearlyMinor, overagePerThousandMinor, ...entry }: PlanEntry,
  currency: string,
): Plan {
  const money = (amountMinor: number | null) => (amountMinor === null ? null : { amountMinor, currency })
  const selectable = entry.selectable && soldTypes.includes(solutionType)
  return {
    ...entry,
    selectable,
    solutionType,
    monthly: money(monthlyMinor),
    yearly: money(yearlyMinor),
    overagePerThousand: money(overagePerThousandMinor),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('The plans are not valid JSON.')
  }
}

function amountOf(minor: number | null): number {
  return minor ?? Number.POSITIVE_INFINITY
}

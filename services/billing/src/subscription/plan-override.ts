import type { PlanLimits } from '@bollard/contracts'
import type { Queries } from '@bollard/database'

/** Limits that an operator has set for a while instead of those of the plan. */
export interface PlanOverride {
  readonly limits: Partial<PlanLimits>
  readonly reason: string
  readonly fromAt: Date
  readonly until: Date
}

/** The overrides of solutions that hold at some moment between `from` and `to`, in the order in which they begin; they never overlap. */
export async function readOverrides(
  tx: Queries,
  solutionIds: readonly string[],
  from: Date,
  to: Date,
): Promise<ReadonlyMap<string, readonly PlanOverride[]>> {
  const rows = await tx.query('billing-plan-overrides', overridesSql, [solutionIds, from, to])
  return Map.groupBy(rows, ({ solutionId }) => solutionId)
}

/** The one that holds now, or null. */
export async function findOverride(tx: Queries, solutionId: string, now: Date): Promise<PlanOverride | null> {
  const [override] = (await readOverrides(tx, [solutionId], now, now)).get(solutionId.toLowerCase()) ?? []
  return override ?? null
}

/** Limits of a plan with what an override says instead. */
export function withOverride(
  limits: PlanLimits,
  override: Pick<PlanOverride, 'limits'> | null | undefined,
): PlanLimits {
  return { ...limits, ...override?.limits }
}

interface Terms {
  readonly at: Date
  readonly plan: { readonly limits: PlanLimits }
}

/** Terms of a plan, split where an override begins and ends: a month includes what held on each of its days. */
export function overrideTerms<T extends Terms>(terms: readonly T[], overrides: readonly PlanOverride[]): T[] {
  return overrides.reduce<T[]>(overrideOne, [...terms])
}

function overrideOne<T extends Terms>(terms: readonly T[], override: PlanOverride): T[] {
  const { fromAt, until } = override
  if (fromAt >= until) return [...terms]
  const inForce = (at: Date) => terms.findLast((term) => term.at <= at) ?? terms[0]
  const changed = (term: T, at: Date): T => ({
    ...term,
    at,
    plan: { ...term.plan, limits: withOverride(term.plan.limits, override) },
  })
  const [first, last] = [inForce(fromAt), inForce(until)]
  return [
    // The first term counts from the beginning of the month, whenever that was.
    ...terms.filter((term) => term.at < fromAt),
    ...(first ? [changed(first, fromAt)] : []),
    ...terms
      .filter((term) => term.at >= fromAt && term.at < until && term !== first)
      .map((term) => changed(term, term.at)),
    ...(last ? [{ ...last, at: until }] : []),
    ...terms.filter((term) => term.at >= until && term !== last),
  ]
}

const overridesSql = `select solution_id as "solutionId", limits, reason, from_at as "fromAt", until from billing.plan_overrides
  where solution_id = any($1::uuid[]) and from_at <= $3 and until > $2 order by solution_id, from_at, id`

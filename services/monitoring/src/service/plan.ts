import { monitoredServicesMax } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import type { BillingPort, PlanTerms } from '../monitoring-context.ts'

/** What the plan of a solution allows; null where nothing is limited. Ask before a transaction: it takes a connection of its own. */
export async function planOf(billing: BillingPort, solutionId: string): Promise<PlanTerms | null> {
  return (await billing.plansOf([solutionId])).get(solutionId) ?? null
}

/** Refuses services beyond what the plan has room for, in a transaction that has the turn of the solution. Throws `quota-exceeded`. */
export async function assertRoom(tx: Queries, solutionId: string, plan: PlanTerms | null): Promise<void> {
  const [row] = await tx.query('monitoring-services-count', countSql, [solutionId])
  const used = row?.count ?? 0
  const max = plan?.limits.monitors ?? null
  if (max !== null && used >= max) {
    const errors = [{ pointer: '', code: 'limit-exceeded', params: { limit: 'monitors', used, max } }]
    throw new ProblemError('quota-exceeded', 'The plan of this solution has no room for more; see "errors".', {
      errors,
    })
  }
  if (used >= monitoredServicesMax)
    throw new ProblemError('quota-exceeded', `A solution may monitor ${monitoredServicesMax} services.`)
}

/** Refuses an interval shorter than the plan allows, unless it was as short before. Throws `quota-exceeded`. */
export function assertInterval(
  plan: PlanTerms | null,
  { seconds, before, pointer }: { readonly seconds: number; readonly before: number | null; readonly pointer: string },
): void {
  const min = plan?.limits.checkIntervalSeconds ?? null
  if (min === null || seconds >= min || (before !== null && seconds >= before)) return
  const errors = [
    { pointer, code: 'limit-exceeded', params: { limit: 'checkIntervalSeconds', used: seconds, max: min } },
  ]
  throw new ProblemError('quota-exceeded', 'The plan of this solution checks less often; see "errors".', { errors })
}

/** How many services a solution has, for plans that are to be chosen. */
export async function countServices(db: Queries, solutionId: string): Promise<number> {
  const [row] = await db.query('monitoring-services-count', countSql, [solutionId])
  return row?.count ?? 0
}

const countSql = 'select count(*)::int as count from monitoring.services where solution_id = $1'

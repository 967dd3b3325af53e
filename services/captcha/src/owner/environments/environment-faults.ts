import { domainsMax } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import { parseDomains } from '../../edge/request/allowed-hosts.ts'
import type { ListedEnvironment } from '../../records/sites/stored-environments.ts'
import { assertDomains } from '../plan/assert-plan.ts'
import type { PlanTerms } from '../plan/plan-terms.ts'

/** Beside what an environment is checked. */
interface Beside {
  /** The environment as it was; null for a new one. */
  readonly old: ListedEnvironment | null
  readonly others: readonly ListedEnvironment[]
  readonly plan: PlanTerms | null
}

/**
 * The domains of an environment as they are stored. Refuses what cannot be used, a name that another environment has, and more
 * domains than the solution may have over all its environments.
 */
export function checkEnvironment(
  { name, domains: typed }: { name: string; domains: readonly string[] },
  { old, others, plan }: Beside,
): string[] {
  const { domains, faults } = parseDomains(typed, '/domains')
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
    faults.push({ pointer: '/name', code: 'duplicate' })
  if (faults.length > 0) throw new ProblemError('validation-failed', undefined, { errors: faults })
  const elsewhere = others.flatMap((other) => other.domains)
  assertDomains(plan, {
    before: [...elsewhere, ...(old?.domains ?? [])],
    after: [...elsewhere, ...domains],
    named: domains,
  })
  if (elsewhere.length + domains.length > domainsMax)
    throw new ProblemError('quota-exceeded', `A solution may have ${domainsMax} domains over all its environments.`)
  return domains
}

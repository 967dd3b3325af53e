import { mostDomains } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import { parseDomains } from './allowed-hosts.ts'
import type { ListedEnvironment } from './stored-environments.ts'

/**
 * The domains of an environment as they are stored. Refuses what cannot be used, a name that another environment has, and more
 * domains than the solution may have over all its environments; `others` are those beside this one.
 */
export function checkEnvironment({ name, domains: typed }: { name: string; domains: readonly string[] }, others: readonly ListedEnvironment[]): string[] {
  const { domains, faults } = parseDomains(typed, '/domains')
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase())) faults.push({ pointer: '/name', code: 'duplicate' })
  if (faults.length > 0) throw new ProblemError('validation-failed', undefined, { errors: faults })
  const all = others.reduce((count, other) => count + other.domains.length, domains.length)
  if (all > mostDomains) throw new ProblemError('quota-exceeded', `A solution may have ${mostDomains} domains over all its environments.`)
  return domains
}

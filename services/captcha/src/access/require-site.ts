import { reaches, type Role } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import type { AccessOptions } from '../records/audit/editor.ts'
import { findSiteOfSolution, type SiteOverview } from '../records/sites/sites.ts'
import { type Actor, type Caller, isKeyCaller, type KeyCaller } from './caller.ts'

export interface AccessContext {
  readonly db: Database
  readonly now: () => Date
  readonly findActor: (cookieHeader: string | undefined) => Promise<Actor | null>
  readonly findRole: (actor: Actor, solutionId: string) => Promise<Role | null>
  /** Whether calls of admins only ask for a second factor by now. Omitted: they never do. */
  readonly isSecondFactorDue?: (solutionId: string) => Promise<boolean>
}

const proofMs = 10 * 60_000

/**
 * The site of a solution, for somebody whose role is at least `lowest`, or for an API key of the solution with the scope that
 * stands for it. A stranger is told that it does not exist, so that nobody can find out which solutions do.
 */
export async function requireSite(
  { db, now, findRole, isSecondFactorDue }: AccessContext,
  caller: Caller,
  solutionId: string,
  lowest: Role,
  options: AccessOptions = {},
): Promise<SiteOverview> {
  if (isKeyCaller(caller)) assertKeyMay(caller, solutionId, lowest, options)
  else {
    const role = await findRole(caller, solutionId)
    if (role === null) throw new ProblemError('not-found')
    if (!reaches(role, lowest)) throw new ProblemError('role-too-low')
  }
  const site = await findSiteOfSolution(db, solutionId)
  if (site === undefined) throw new ProblemError('not-found')
  assertUnlocked(site, caller, lowest, options)
  // Closing a leak never waits for one.
  const asksForFactor =
    lowest === 'ADMIN' && options.evenReadOnly !== true && !isKeyCaller(caller) && caller.hasSecondFactor !== true
  if (asksForFactor && (await isSecondFactorDue?.(solutionId))) throw new ProblemError('second-factor-needed')
  if (!isKeyCaller(caller) && options.proven === true) assertProven(caller, now())
  return site
}

function assertKeyMay(
  { key }: KeyCaller,
  solutionId: string,
  lowest: Role,
  { personOnly = false }: AccessOptions,
): void {
  if (key.solutionId !== solutionId.toLowerCase()) throw new ProblemError('not-found')
  if (personOnly) throw new ProblemError('person-required')
  const enough = key.scopes.includes('manage') || (lowest === 'VIEWER' && key.scopes.includes('statistics'))
  if (!enough) throw new ProblemError('scope-missing')
}

/** A locked solution can be read by its members; a key that has become known to others opens nothing. */
function assertUnlocked(
  site: SiteOverview,
  caller: Caller,
  lowest: Role,
  { evenReadOnly = false }: AccessOptions,
): void {
  if (isKeyCaller(caller) && !mayTakeResults(site, caller.key.createdAt)) throw new ProblemError('solution-locked')
  if (lowest !== 'VIEWER' && !evenReadOnly && site.restrictions.includes('READ_ONLY'))
    throw new ProblemError('solution-locked')
}

function assertProven({ provenAt }: Actor, at: Date): void {
  if (provenAt === null || at.getTime() - provenAt.getTime() > proofMs) throw new ProblemError('step-up-required')
}

/** Whether a key that was made at a moment gets results of a site. */
export function mayTakeResults(site: { readonly resultsRefusedUntil: Date | null }, keyCreatedAt: Date): boolean {
  return site.resultsRefusedUntil === null || keyCreatedAt > site.resultsRefusedUntil
}

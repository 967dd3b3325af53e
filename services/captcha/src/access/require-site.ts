import type { Role } from '@bollard/contracts'
import { reaches } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { mayTakeResults } from '../owner/site/restrict-site.ts'
import { type Actor, type Caller, isKeyCaller, type KeyCaller } from './caller.ts'
import type { SiteOverview } from '../records/sites/sites.ts'
import { findSiteOfSolution } from '../records/sites/sites.ts'

export type { Actor, Caller } from './caller.ts'

export interface AccessPorts {
  readonly db: Database
  readonly findActor: (cookieHeader: string | undefined) => Promise<Actor | null>
  readonly findRole: (actor: Actor, solutionId: string) => Promise<Role | null>
  /** Whether what only admins of a solution may do asks for a second factor by now; left out: it never does. */
  readonly isSecondFactorDue?: (solutionId: string) => Promise<boolean>
}

export interface AccessOptions {
  /** What an API key may not do whatever its scopes, since whoever holds one could make itself another. */
  readonly personOnly?: boolean
  /** A person must have proved within ten minutes before this moment who is there. */
  readonly provenBefore?: Date
  /** What goes as well while members can only read: taking one's data along, and closing a leak. */
  readonly evenReadOnly?: boolean
}

const proofMs = 10 * 60_000

/**
 * The site of a solution, for somebody whose role is at least `lowest`, or for an API key of the solution with the scope that
 * stands for it. A stranger is told that it does not exist, so that nobody can find out which solutions do.
 */
export async function requireSite(
  { db, findRole, isSecondFactorDue }: Pick<AccessPorts, 'db' | 'findRole' | 'isSecondFactorDue'>,
  caller: Actor | Caller,
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
  if (!isKeyCaller(caller) && options.provenBefore !== undefined) assertProven(caller, options.provenBefore)
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
  caller: Actor | Caller,
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

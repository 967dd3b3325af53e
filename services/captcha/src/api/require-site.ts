import type { Role } from '@bollard/contracts'
import { reaches } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import type { SiteOverview } from '../store/sites.ts'
import { findSiteOfSolution } from '../store/sites.ts'

/** A signed-in person, as the identity service tells it. */
export interface Actor {
  readonly userId: string
  readonly isAdmin: boolean
  readonly emailVerified: boolean
}

export interface AccessPorts {
  readonly db: Database
  readonly findActor: (cookieHeader: string | undefined) => Promise<Actor | null>
  readonly findRole: (actor: Actor, solutionId: string) => Promise<Role | null>
}

/**
 * The site of a solution, for somebody whose role is at least `lowest`. A stranger is told that it
 * does not exist, so that nobody can find out which solutions do.
 */
export async function requireSite(
  { db, findRole }: Pick<AccessPorts, 'db' | 'findRole'>,
  actor: Actor,
  solutionId: string,
  lowest: Role,
): Promise<SiteOverview> {
  const role = await findRole(actor, solutionId)
  if (role === null) throw new ProblemError('not-found')
  if (!reaches(role, lowest)) throw new ProblemError('role-too-low')
  const site = await findSiteOfSolution(db, solutionId)
  if (site === undefined) throw new ProblemError('not-found')
  return site
}

import type { Role } from '@bollard/contracts'
import { findStanding, organizationOf } from '../member/entity.ts'
import type { Actor, SolutionDeps } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu

/** The role of a person in an organization; null for a stranger and for one that does not exist, which nobody can tell apart. */
export async function findOrganizationRole({ db }: Pick<SolutionDeps, 'db'>, actor: Pick<Actor, 'userId'>, organizationId: string): Promise<Role | null> {
  if (!uuid.test(organizationId)) return null
  const standing = await asActor(db, { userId: actor.userId }, (tx) => findStanding(tx, actor, organizationOf(organizationId)))
  return standing?.role ?? null
}

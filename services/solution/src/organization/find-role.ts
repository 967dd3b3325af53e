import type { Actor } from '@bollard/access'
import { idSchema, type Role } from '@bollard/contracts'
import { findStanding, organizationOf } from '../access/entity.ts'
import type { SolutionContext } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'

/** The role of a person in an organization; null for a stranger and for one that does not exist, which nobody can tell apart. */
export async function findOrganizationRole(
  { db, now }: Pick<SolutionContext, 'db' | 'now'>,
  actor: Pick<Actor, 'userId'>,
  organizationId: string,
): Promise<Role | null> {
  if (!idSchema.safeParse(organizationId).success) return null
  const standing = await asActor(db, { userId: actor.userId }, (tx) =>
    findStanding(tx, actor, organizationOf(organizationId), now()),
  )
  return standing?.role ?? null
}

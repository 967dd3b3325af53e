import { type AuditQuery, listAudit } from '@bollard/audit'
import type { AuditEntry } from '@bollard/contracts'
import { enter, organizationOf } from '../member/entity.ts'
import { nameActors } from '../member/names-of.ts'
import type { Actor, SolutionDeps } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'

/** A page of what happened to an organization, newest first, for its admins and administrators of the deployment. */
export async function listOrganizationAudit(
  deps: Pick<SolutionDeps, 'db' | 'now' | 'findPeople'>,
  actor: Actor,
  organizationId: string,
  query: AuditQuery,
): Promise<{ items: AuditEntry[]; nextCursor: string | null }> {
  await asActor(
    deps.db,
    actor,
    (tx) => enter(tx, actor, organizationOf(organizationId), 'organization.read-audit', deps.now()),
    { seesAll: true },
  )
  const { items, nextCursor } = await listAudit(deps.db, 'ORGANIZATION', organizationId, query)
  return { items: await nameActors(deps, items), nextCursor }
}

import type { Actor } from '@bollard/access'
import { type AuditQuery, listAudit } from '@bollard/audit'
import type { AuditEntry } from '@bollard/contracts'
import { organizationOf, requireAccess } from '../access/entity.ts'
import { nameActors } from '../people/names.ts'
import type { SolutionContext } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'

/** A page of what happened to an organization, newest first, for its admins and administrators of the deployment. */
export async function listOrganizationAudit(
  context: Pick<SolutionContext, 'db' | 'now' | 'identity'>,
  actor: Actor,
  organizationId: string,
  query: AuditQuery,
): Promise<{ items: AuditEntry[]; nextCursor: string | null }> {
  await asActor(
    context.db,
    actor,
    (tx) => requireAccess(tx, actor, organizationOf(organizationId), 'organization.read-audit', context.now()),
    { seesAll: true },
  )
  const { items, nextCursor } = await listAudit(context.db, 'ORGANIZATION', organizationId, query)
  return { items: await nameActors(context, items), nextCursor }
}

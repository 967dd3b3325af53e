import { type AuditQuery, listAudit } from '@bollard/audit'
import type { AuditEntry } from '@bollard/contracts'
import { nameActors } from '../people/names.ts'
import type { SolutionContext } from '../solution-context.ts'

/** A page of what happened to an organization, newest first, for its admins and administrators of the deployment. */
export async function listOrganizationAudit(
  context: Pick<SolutionContext, 'db' | 'identity'>,
  organizationId: string,
  query: AuditQuery,
): Promise<{ items: AuditEntry[]; nextCursor: string | null }> {
  const { items, nextCursor } = await listAudit(context.db, 'ORGANIZATION', organizationId, query)
  return { items: await nameActors(context, items), nextCursor }
}

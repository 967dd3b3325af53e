import { type AuditQuery, listAudit } from '@bollard/audit'
import type { AuditEntry, systemAuditAreas } from '@bollard/contracts'
import { nameActors } from '../people/names-of.ts'
import type { SolutionContext } from '../solution-context.ts'

/** A page of a log that belongs to the deployment itself, newest first, for its administrators. */
export async function listSystemAudit(
  context: Pick<SolutionContext, 'db' | 'identity'>,
  { area, ...query }: AuditQuery & { readonly area: (typeof systemAuditAreas)[number] },
): Promise<{ items: AuditEntry[]; nextCursor: string | null }> {
  const { items, nextCursor } = await listAudit(context.db, 'SYSTEM', area, query)
  return { items: await nameActors(context, items), nextCursor }
}

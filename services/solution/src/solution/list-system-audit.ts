import { type AuditQuery, listAudit } from '@bollard/audit'
import type { AuditEntry, systemAuditAreas } from '@bollard/contracts'
import { nameActors } from '../member/names-of.ts'
import { assertAllowed } from '../policy.ts'
import type { Actor, SolutionDeps } from '../solution-context.ts'

/** A page of a log that belongs to the deployment itself, newest first, for its administrators. */
export async function listSystemAudit(
  deps: Pick<SolutionDeps, 'db' | 'now' | 'findPeople'>,
  actor: Actor,
  { area, ...query }: AuditQuery & { readonly area: (typeof systemAuditAreas)[number] },
): Promise<{ items: AuditEntry[]; nextCursor: string | null }> {
  assertAllowed(actor, 'system.read-audit', { now: deps.now() })
  const { items, nextCursor } = await listAudit(deps.db, 'SYSTEM', area, query)
  return { items: await nameActors(deps, items), nextCursor }
}

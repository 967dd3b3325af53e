import type { Actor } from '@bollard/access'
import { type AuditQuery, findBrokenLink, listAudit, listAuditOver } from '@bollard/audit'
import type { AuditEntry, systemAuditAreas } from '@bollard/contracts'
import { nameActors } from '../people/names.ts'
import type { SolutionContext } from '../solution-context.ts'

const dayMs = 86_400_000

/**
 * A page of who did what to a solution, newest first: for its admins as far back as its plan shows, and for administrators of the
 * deployment from the beginning. Nothing is ever erased, so a larger plan shows what a smaller one did not.
 */
export async function listSolutionAudit(
  { db, now, identity, billing, captcha }: Pick<SolutionContext, 'db' | 'now' | 'identity' | 'billing' | 'captcha'>,
  actor: Actor,
  solutionId: string,
  query: AuditQuery,
): Promise<{ items: AuditEntry[]; nextCursor: string | null }> {
  const days = actor.isAdmin ? null : ((await billing.planLimits(solutionId))?.limits.auditLogDays ?? null)
  const since = days === null ? undefined : new Date(now().getTime() - days * dayMs)
  const beside = await captcha.auditBeside?.(solutionId)
  const [scopeId, wanted] = [solutionId.toLowerCase(), { ...query, since }]
  const { items, nextCursor } = beside
    ? await listAuditOver([db, beside], 'SOLUTION', scopeId, wanted)
    : await listAudit(db, 'SOLUTION', scopeId, wanted)
  return { items: await nameActors({ identity }, items), nextCursor }
}

/** A page of a log that belongs to the deployment itself, newest first, for its administrators. */
export async function listSystemAudit(
  context: Pick<SolutionContext, 'db' | 'identity'>,
  { area, ...query }: AuditQuery & { readonly area: (typeof systemAuditAreas)[number] },
): Promise<{ items: AuditEntry[]; nextCursor: string | null }> {
  const { items, nextCursor } = await listAudit(context.db, 'SYSTEM', area, query)
  return { items: await nameActors(context, items), nextCursor }
}

/** Follows the chain of a log that belongs to the deployment itself; null: it is whole. */
export async function checkSystemAudit(
  { db }: Pick<SolutionContext, 'db'>,
  area: (typeof systemAuditAreas)[number],
): Promise<{ brokenAt: number | null }> {
  return { brokenAt: await findBrokenLink(db, 'SYSTEM', area) }
}

import { type AuditQuery, listAudit } from '@bollard/audit'
import type { AuditEntry } from '@bollard/contracts'
import { assertAllowed } from '../policy.ts'
import type { Actor, SolutionDeps } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'
import { loadSolution, roleIn } from './load.ts'

/** A page of who did what to a solution, newest first, for its admins and administrators of the deployment. */
export async function listSolutionAudit(
  { db, now, findPeople }: Pick<SolutionDeps, 'db' | 'now' | 'findPeople'>,
  actor: Actor,
  solutionId: string,
  query: AuditQuery,
): Promise<{ items: AuditEntry[]; nextCursor: string | null }> {
  const row = await asActor(db, actor, (tx) => loadSolution(tx, actor.userId, solutionId), { seesAll: true })
  assertAllowed(actor, 'solution.read-audit', { role: roleIn(row, actor.userId), now: now() })
  const { items, nextCursor } = await listAudit(db, 'SOLUTION', solutionId.toLowerCase(), query)
  const ids = [...new Set(items.flatMap(({ actor: { id } }) => id ?? []))]
  const names = new Map((ids.length === 0 ? [] : await findPeople(ids)).map(({ userId, givenName }) => [userId, givenName]))
  return { items: items.map((item) => ({ ...item, actor: { ...item.actor, name: names.get(item.actor.id ?? '') ?? null } })), nextCursor }
}

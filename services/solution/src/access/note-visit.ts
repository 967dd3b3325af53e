import type { Actor, CallOrigin, Entity } from '@bollard/access'
import type { SolutionContext } from '../solution-context.ts'
import { recordAudit } from '../store/record-audit.ts'

/** How long calls of one operator about the same thing count as one visit, in minutes. */
const visitMinutes = 15

/**
 * Writes into the audit log of a solution or an organization that an administrator of the installation, who is no member, looks at it:
 * once for all calls of a quarter of an hour.
 */
export async function noteVisit(
  { db, now }: Pick<SolutionContext, 'db' | 'now'>,
  operator: Pick<Actor, 'userId'>,
  { kind, id }: Entity,
  from: CallOrigin,
): Promise<void> {
  const at = now()
  const since = new Date(at.getTime() - visitMinutes * 60_000)
  const action = kind === 'SOLUTION' ? 'solution.visited' : 'organization.visited'
  const isNoted = { name: 'visit-noted', values: [kind, id, operator.userId, action, since] }
  // A page asks several times at once. All but the first find the visit without waiting for one another.
  const [noted] = await db.query(isNoted.name, notedSql, isNoted.values)
  if (noted !== undefined) return
  await db.transaction(async (tx) => {
    await tx.query('visit-turn', `select pg_advisory_xact_lock(hashtextextended('solution.visit ' || $1 || $2, 0))`, [
      operator.userId,
      id,
    ])
    const [before] = await tx.query(isNoted.name, notedSql, isNoted.values)
    if (before === undefined)
      await recordAudit(tx, operator, { from }, at, { scope: kind, scopeId: id, action, asOperator: true })
  })
}

const notedSql = `select number from audit.entries
  where scope = $1 and scope_id = $2 and actor_id = $3 and action = $4 and at > $5
  order by number desc limit 1`

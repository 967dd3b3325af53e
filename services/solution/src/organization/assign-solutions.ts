import type { Actor, Call } from '@bollard/access'
import type { Queries } from '@bollard/database'
import { lockEntity, organizationOf, requireAccess, solutionOf } from '../access/entity.ts'
import { assertMayManage } from './may-manage.ts'
import { assertAllowed } from '../policy.ts'
import type { SolutionContext } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'

/**
 * Makes these the solutions that an organization manages. To add one takes an admin of the solution who is at least a member
 * of the organization; to end it an admin of either. Nothing changes when any part of it is refused.
 */
export async function assignSolutions(
  context: Pick<SolutionContext, 'db' | 'now'>,
  actor: Actor,
  organizationId: string,
  solutionIds: readonly string[],
  call: Call,
): Promise<void> {
  const at = context.now()
  await asActor(context.db, actor, async (tx) => {
    const organization = organizationOf(organizationId)
    // So that it is not deleted, nor a member of it removed, while it is given solutions.
    await lockEntity(tx, organization)
    const standing = await requireAccess(tx, actor, organization, 'organization.assign-solutions', at)
    const { role, name } = standing
    const present = (await tx.query('organization-managed-ids', managedSql, [organizationId])).map(({ id }) => id)
    const wanted = [...new Set(solutionIds.map((id) => id.toLowerCase()))]
    const added = wanted.filter((id) => !present.includes(id)).toSorted()
    const ended = present.filter((id) => !wanted.includes(id))

    // Under row-level security this locks those that the actor may change, which are all that will be let through.
    await tx.query('solution-lock-rows', lockSql, [[...added, ...ended]])
    for (const id of added) await requireAccess(tx, actor, solutionOf(id), 'solution.assign-organization', at)
    if (added.length > 0) await assertMayManage(tx, organizationId, added.length - ended.length)
    const foreign = role === 'ADMIN' ? [] : await notAdministered(tx, actor, ended)
    // Whoever is no admin here has to be one of each solution.
    if (foreign.length > 0) assertAllowed(actor, 'organization.end-solutions', standing, at)

    const before = await tx.query('solution-managed-before', beforeSql, [[...added, ...ended]])
    await tx.query('solution-assign', assignSql, [added, organizationId, at])
    await (role === 'ADMIN'
      ? tx.query('organization-release-some', 'select solution.release_solutions($1, $2, $3)', [
          organizationId,
          ended,
          at,
        ])
      : tx.query('solution-release', assignSql, [ended, null, at]))

    for (const { id, organizationId: formerId } of before) {
      const after = added.includes(id) ? { organizationId, name } : { organizationId: null }
      await recordAudit(tx, actor, call, at, {
        scope: 'SOLUTION',
        scopeId: id,
        action: 'solution.organization-changed',
        before: { organizationId: formerId },
        after,
      })
    }
    if (before.length > 0)
      await recordAudit(tx, actor, call, at, {
        scope: 'ORGANIZATION',
        scopeId: organizationId,
        action: 'organization.solutions-assigned',
        after: { added, ended },
      })
  })
}

async function notAdministered(tx: Queries, actor: Actor, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.query('solution-administered', administeredSql, [actor.userId, ids])
  return ids.filter((id) => !rows.some((row) => row.id === id))
}

const managedSql = `select id from solution.solutions where organization_id = $1 and lifecycle <> 'DELETED' order by id`
const lockSql = 'select 1 from solution.solutions where id = any($1::uuid[]) order by id for no key update'
const administeredSql = `select solution_id as id from solution.members where user_id = $1 and solution_id = any($2::uuid[]) and role = 'ADMIN'`
const beforeSql =
  'select id, organization_id as "organizationId" from solution.solutions where id = any($1::uuid[]) order by id'
const assignSql =
  'update solution.solutions set organization_id = $2, updated_at = $3, version = version + 1 where id = any($1::uuid[])'

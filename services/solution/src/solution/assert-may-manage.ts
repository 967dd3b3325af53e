import { type Role, reaches } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import type { Actor } from '../solution-context.ts'

/** So many solutions an organization may manage before we know who it is. */
const unverifiedMax = 3

/**
 * Refuses unless an organization can take one more solution and the actor speaks for it as at least a member. A stranger is
 * told that there is none. Two at once wait for each other.
 */
export async function assertMayManage(tx: Queries, actor: Pick<Actor, 'userId'>, organizationId: string): Promise<void> {
  await tx.query('solution-manage-turn', `select pg_advisory_xact_lock(hashtextextended('solution.manage ' || $1, 0))`, [organizationId])
  const [row] = await tx.query<{ role: Role; verified: boolean; managed: number }>('solution-organization', organizationSql, [organizationId, actor.userId])
  if (!row) throw new ProblemError('not-found')
  if (!reaches(row.role, 'MEMBER')) throw new ProblemError('role-too-low')
  if (!row.verified && row.managed >= unverifiedMax) {
    throw new ProblemError('quota-exceeded', `An organization that is not verified may manage ${unverifiedMax} solutions.`)
  }
}

const organizationSql = `select m.role, o.verification = 'VERIFIED' as verified,
    (select count(*)::int from solution.solutions s where s.organization_id = o.id) as managed
  from solution.organizations o join solution.organization_members m on m.organization_id = o.id and m.user_id = $2
  where o.id = $1 and o.deleted_at is null`

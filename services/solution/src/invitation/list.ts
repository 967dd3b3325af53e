import type { Actor, Entity } from '@bollard/access'
import type { Invitation } from '@bollard/contracts'
import { requireAccess } from '../access/entity.ts'
import { describeInvitations, invitationColumns } from './invitation-row.ts'
import type { SolutionContext } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'

const daysShown = 90

/** The invitations of the last 90 days, newest first, for admins and administrators of the deployment. */
export async function listInvitations(
  context: Pick<SolutionContext, 'db' | 'now' | 'identity'>,
  actor: Actor,
  entity: Entity,
): Promise<{ items: Invitation[] }> {
  const now = context.now()
  const values = [entity.id, new Date(now.getTime() - daysShown * 86_400_000)]
  const rows = await asActor(
    context.db,
    actor,
    async (tx) => {
      await requireAccess(
        tx,
        actor,
        entity,
        entity.kind === 'SOLUTION' ? 'solution.list-invitations' : 'organization.list-invitations',
        now,
      )
      const [name, sql] = entity.kind === 'SOLUTION' ? ofSolution : ofOrganization
      return tx.query(name, sql, values)
    },
    { seesAll: true },
  )
  return { items: await describeInvitations(context, rows, now) }
}

const listSql = (column: string) =>
  `select ${invitationColumns} from solution.invitations where ${column} = $1 and created_at > $2 order by id desc limit 100`
const ofSolution = ['invitation-list-solution', listSql('solution_id')] as const
const ofOrganization = ['invitation-list-organization', listSql('organization_id')] as const

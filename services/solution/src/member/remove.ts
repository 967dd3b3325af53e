import type { Actor, Call, Entity } from '@bollard/access'
import { ProblemError } from '@bollard/http'
import { lockEntity, requireAccess } from '../access/entity.ts'
import { refusingLastAdmin } from './last-admin.ts'
import { revokeInvitationsOf } from './revoke-invitations-of.ts'
import { notifyPeople } from '../people/notify.ts'
import type { SolutionContext } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'

type RemoveContext = Pick<SolutionContext, 'db' | 'now' | 'newId' | 'identity' | 'enqueueMail'>

/**
 * Removes a member, who is told; with the actor's own id the actor leaves. The open invitations of somebody who is removed go
 * along. Throws `last-admin` when no admin would be left.
 */
export async function removeMember(
  context: RemoveContext,
  actor: Actor,
  entity: Entity,
  userId: string,
  call: Call,
): Promise<void> {
  const at = context.now()
  const leaves = userId === actor.userId
  const people = leaves ? [] : await context.identity.findPeople([userId])
  await refusingLastAdmin(
    asActor(context.db, actor, async (tx) => {
      await lockEntity(tx, entity)
      const { name } = await requireAccess(tx, actor, entity, actionOf(entity, leaves), at)
      const [find, findSql] = entity.kind === 'SOLUTION' ? roleInSolution : roleInOrganization
      const [member] = await tx.query(find, findSql, [entity.id, userId])
      if (!member) throw new ProblemError('not-found')
      const revoked = leaves ? 0 : await revokeInvitationsOf(tx, entity, userId, at)
      const [remove, removeSql] = entity.kind === 'SOLUTION' ? removeFromSolution : removeFromOrganization
      await tx.query(remove, removeSql, [entity.id, userId])
      // After the row of the entity, which the database locks when an admin goes: everybody takes the log last.
      await recordAudit(tx, actor, call, at, {
        scope: entity.kind,
        scopeId: entity.id,
        action: leaves ? 'member.left' : 'member.removed',
        target: { kind: 'USER', id: userId },
        before: { role: member.role },
        ...(revoked > 0 ? { after: { invitationsRevoked: revoked } } : {}),
      })
      await notifyPeople(context, tx, people, {
        kind: 'member-removed',
        key: context.newId(),
        values: () => ({ name, by: actor.givenName }),
      })
    }),
  )
}

function actionOf({ kind }: Entity, leaves: boolean) {
  if (kind === 'SOLUTION') return leaves ? 'solution.leave' : 'solution.remove-member'
  return leaves ? 'organization.leave' : 'organization.remove-member'
}

const roleInSolution = [
  'member-role-in-solution',
  'select role from solution.members where solution_id = $1 and user_id = $2',
] as const
const roleInOrganization = [
  'member-role-in-organization',
  'select role from solution.organization_members where organization_id = $1 and user_id = $2',
] as const
const removeFromSolution = [
  'member-remove-from-solution',
  'delete from solution.members where solution_id = $1 and user_id = $2',
] as const
const removeFromOrganization = [
  'member-remove-from-organization',
  'delete from solution.organization_members where organization_id = $1 and user_id = $2',
] as const

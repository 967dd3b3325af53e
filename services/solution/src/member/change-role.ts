import type { Actor, Call, Entity } from '@bollard/access'
import type { Member, Role } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import { roleWord } from '@bollard/mail'
import { lockEntity, requireAccess } from '../access/entity.ts'
import { refusingLastAdmin } from './last-admin.ts'
import { nameMembers } from './list.ts'
import { revokeInvitationsOf } from './revoke-invitations-of.ts'
import { dashboardPage, notifyPeople } from '../people/notify.ts'
import type { SolutionContext } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'

type ChangeContext = Pick<SolutionContext, 'db' | 'now' | 'newId' | 'identity' | 'enqueueMail' | 'dashboardUrl'>

/** Gives a member another role, and tells them. The open invitations of an admin whom another one demotes are revoked. Throws `last-admin` when no admin would be left. */
export async function changeRole(
  context: ChangeContext,
  actor: Actor,
  entity: Entity,
  member: { userId: string; role: Role },
  call: Call,
): Promise<Member> {
  const at = context.now()
  // Asked beforehand, since it takes a connection of its own. Nothing of it is told to who may not change members.
  const people = await context.identity.findPeople([member.userId])
  const row = await refusingLastAdmin(
    asActor(context.db, actor, async (tx) => {
      await lockEntity(tx, entity)
      const { name } = await requireAccess(tx, actor, entity, actionOf(entity, member.role), at)
      const values = [entity.id, member.userId]
      const [find, findSql] = entity.kind === 'SOLUTION' ? findInSolution : findInOrganization
      const [before] = await tx.query(find, findSql, values)
      if (!before) throw new ProblemError('not-found')
      if (before.role === member.role) return before
      const [change, changeSql] = entity.kind === 'SOLUTION' ? changeInSolution : changeInOrganization
      await tx.query(change, changeSql, [...values, member.role])
      const isDemoted = before.role === 'ADMIN' && member.userId !== actor.userId
      const revoked = isDemoted ? await revokeInvitationsOf(tx, entity, member.userId, at) : 0
      await recordAudit(tx, actor, call, at, {
        scope: entity.kind,
        scopeId: entity.id,
        action: 'member.role-changed',
        target: { kind: 'USER', id: member.userId },
        before: { role: before.role },
        after: { role: member.role, ...(revoked > 0 ? { invitationsRevoked: revoked } : {}) },
      })
      if (member.userId !== actor.userId) {
        await notifyPeople(context, tx, people, {
          kind: 'role-changed',
          key: context.newId(),
          values: (language) => ({
            link: dashboardPage(context, language, entity),
            name,
            role: roleWord(language, member.role),
            by: actor.givenName,
          }),
        })
      }
      return { ...before, role: member.role }
    }),
  )
  const [changed] = await nameMembers({ identity: { findPeople: async () => people } }, [row])
  if (!changed) throw new ProblemError('not-found')
  return changed
}

function actionOf({ kind }: Entity, role: Role) {
  if (kind === 'SOLUTION') return role === 'ADMIN' ? 'solution.change-member-to-admin' : 'solution.change-member'
  return role === 'ADMIN' ? 'organization.change-member-to-admin' : 'organization.change-member'
}

const columns = 'user_id as "userId", role, created_at as since'
const findInSolution = [
  'member-in-solution',
  `select ${columns} from solution.members where solution_id = $1 and user_id = $2`,
] as const
const findInOrganization = [
  'member-in-organization',
  `select ${columns} from solution.organization_members where organization_id = $1 and user_id = $2`,
] as const
const changeInSolution = [
  'member-change-in-solution',
  'update solution.members set role = $3 where solution_id = $1 and user_id = $2',
] as const
const changeInOrganization = [
  'member-change-in-organization',
  'update solution.organization_members set role = $3 where organization_id = $1 and user_id = $2',
] as const

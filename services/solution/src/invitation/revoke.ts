import type { Actor, Call } from '@bollard/access'
import { ProblemError } from '@bollard/http'
import { findManaged } from './manage.ts'
import { maskEmail } from '../people/names.ts'
import type { SolutionContext } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'

/** Takes an open invitation back; its link no longer works. Throws `state-conflict` for one that was answered or taken back. */
export async function revokeInvitation(
  context: Pick<SolutionContext, 'db' | 'now'>,
  actor: Actor,
  invitationId: string,
  call: Call,
): Promise<void> {
  const at = context.now()
  await asActor(context.db, actor, async (tx) => {
    const { row, entity } = await findManaged(tx, actor, invitationId, {
      now: at,
      // Taking back goes even while a solution is locked: it gives nobody anything.
      actionFor: ({ solutionId }) => (solutionId === null ? 'organization.remove-member' : 'solution.remove-member'),
    })
    if (row.status !== 'PENDING') throw new ProblemError('state-conflict')
    await tx.query('invitation-revoke', revokeSql, [row.id, at])
    await recordAudit(tx, actor, call, at, {
      scope: entity.kind,
      scopeId: entity.id,
      action: 'invitation.revoked',
      target: { kind: 'INVITATION', id: row.id },
      before: { email: maskEmail(row.email), role: row.role },
    })
  })
}

const revokeSql = `update solution.invitations set status = 'REVOKED', decided_at = $2 where id = $1`

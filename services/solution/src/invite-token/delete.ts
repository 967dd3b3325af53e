import type { Actor, Call } from '@bollard/access'
import { ProblemError } from '@bollard/http'
import { lockEntity, organizationOf, requireAccess } from '../access/entity.ts'
import type { SolutionContext } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'

/** Ends a link at once. Who came by it stays. */
export async function deleteInviteToken(
  context: Pick<SolutionContext, 'db' | 'now'>,
  actor: Actor,
  { organizationId, inviteTokenId }: { organizationId: string; inviteTokenId: string },
  call: Call,
): Promise<void> {
  const at = context.now()
  await asActor(context.db, actor, async (tx) => {
    const organization = organizationOf(organizationId)
    await lockEntity(tx, organization)
    await requireAccess(tx, actor, organization, 'organization.invite-tokens', at)
    const [ended] = await tx.query('invite-token-delete', deleteSql, [organizationId, inviteTokenId, at])
    if (!ended) throw new ProblemError('not-found')
    await recordAudit(tx, actor, call, at, {
      scope: 'ORGANIZATION',
      scopeId: organizationId,
      action: 'invite-token.deleted',
      target: { kind: 'INVITE_TOKEN', id: inviteTokenId },
      before: ended,
    })
  })
}

const deleteSql = `update solution.invite_tokens set revoked_at = $3 where organization_id = $1 and id = $2 and revoked_at is null returning label, uses`

import { ProblemError } from '@bollard/http'
import { enter, organizationOf, takeTurn } from '../member/entity.ts'
import type { Actor, Call, SolutionDeps } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'

/** Ends a link at once. Who came by it stays. */
export async function deleteInviteToken(
  deps: Pick<SolutionDeps, 'db' | 'now'>,
  actor: Actor,
  { organizationId, inviteTokenId }: { organizationId: string; inviteTokenId: string },
  call: Call,
): Promise<void> {
  const at = deps.now()
  await asActor(deps.db, actor, async (tx) => {
    const organization = organizationOf(organizationId)
    await takeTurn(tx, organization)
    await enter(tx, actor, organization, 'organization.invite-tokens', at)
    const [ended] = await tx.query<{ label: string; uses: number }>('invite-token-delete', deleteSql, [
      organizationId,
      inviteTokenId,
      at,
    ])
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

import type { Actor, Call } from '@bollard/access'
import type { Invitation } from '@bollard/contracts'
import { ProblemError, rateLimited } from '@bollard/http'
import { inviteAction } from './create.ts'
import { describeInvitations, entityOf, expiryAfter, type InvitationRow } from './invitation-row.ts'
import { findManaged } from './manage.ts'
import { assertRoom, countBelonging } from './room.ts'
import { sendInvitation } from './send.ts'
import { maskEmail } from '../people/names.ts'
import { rateLimits } from '../rate-limits.ts'
import type { SolutionContext } from '../solution-context.ts'
import { asActor, hashToken } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'

/** Before the same invitation can be mailed again. */

type ResendContext = Pick<
  SolutionContext,
  'db' | 'now' | 'newToken' | 'identity' | 'billing' | 'enqueueMail' | 'identityUrl'
>

/** Mails a new link, valid for another 7 days; the earlier one no longer works. Also for an invitation that has expired. */
export async function resendInvitation(
  context: ResendContext,
  actor: Actor,
  invitationId: string,
  call: Call,
): Promise<Invitation> {
  const at = context.now()
  const find = { now: at, actionFor: (row: InvitationRow) => inviteAction(entityOf(row), row.role) }
  const { entity: found } = await asActor(context.db, actor, (tx) => findManaged(tx, actor, invitationId, find))
  const planMax = found.kind === 'SOLUTION' ? await context.billing.membersMax(found.id) : null
  const row = await asActor(context.db, actor, async (tx) => {
    const { row: before, entity, standing } = await findManaged(tx, actor, invitationId, find)
    if (before.status !== 'PENDING')
      throw new ProblemError('state-conflict', 'Only an open invitation can be sent again.')
    const sentAt = before.resentAt ?? before.createdAt
    const waitMs = sentAt.getTime() + rateLimits.invitationPause.seconds * 1000 - at.getTime()
    if (waitMs > 0) throw rateLimited(rateLimits.invitationPause, waitMs / 1000)
    assertRoom(await countBelonging(tx, entity, before.email, at), planMax)
    const token = context.newToken()
    const after: InvitationRow = { ...before, expiresAt: expiryAfter(at), resentAt: at }
    await tx.query('invitation-resend', resendSql, [before.id, hashToken(token), after.expiresAt, at])
    await sendInvitation(context, tx, actor, after, { name: standing.name, token, at })
    await recordAudit(tx, actor, call, at, {
      scope: entity.kind,
      scopeId: entity.id,
      action: 'invitation.resent',
      target: { kind: 'INVITATION', id: before.id },
      after: { email: maskEmail(before.email), expiresAt: after.expiresAt.toISOString() },
    })
    return after
  })
  const [invitation] = await describeInvitations(context, [row], at)
  if (!invitation) throw new ProblemError('not-found')
  return invitation
}

const resendSql = 'update solution.invitations set token_hash = $2, expires_at = $3, resent_at = $4 where id = $1'

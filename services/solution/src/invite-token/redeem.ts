import type { Actor, Call } from '@bollard/access'
import { membersMax, type Role } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import { findStanding, lockEntity, organizationOf } from '../access/entity.ts'
import { countUse, findShownToken } from './find-shown.ts'
import { addMember } from '../member/add.ts'
import { assertAllowed } from '../policy.ts'
import type { SolutionContext } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'

/** Joins the organization of a link. Each person counts as one use, however often and in parallel they try. */
export async function redeemInviteToken(
  context: Pick<SolutionContext, 'db' | 'now'>,
  actor: Actor,
  token: string,
  call: Call,
): Promise<{ organizationId: string; name: string; role: Role }> {
  const at = context.now()
  assertAllowed(actor, 'invitation.answer', null, at)
  return asActor(context.db, actor, async (tx) => {
    const { organizationId } = await findShownToken(tx, token, at)
    const organization = organizationOf(organizationId)
    await lockEntity(tx, organization)
    // Once more, now that nobody else changes it.
    const shown = await findShownToken(tx, token, at)
    if (shown.role === null)
      throw new ProblemError('state-conflict', 'This link is for customers who create a solution.')
    const standing = await findStanding(tx, actor, organization, at)
    if (standing?.role) throw new ProblemError('already-member')
    await addMember(tx, actor, organization, { role: shown.role, at, max: membersMax })
    await countUse(tx, shown)
    await recordAudit(tx, actor, call, at, {
      scope: 'ORGANIZATION',
      scopeId: organizationId,
      action: 'member.joined',
      target: { kind: 'INVITE_TOKEN', id: shown.id },
      after: { role: shown.role },
    })
    return { organizationId, name: shown.organizationName, role: shown.role }
  })
}

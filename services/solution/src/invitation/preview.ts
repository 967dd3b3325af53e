import type { InvitationPreview } from '@bollard/contracts'
import { findReceived } from './find-received.ts'
import { entityOf, statusOf } from './invitation-row.ts'
import { maskEmail } from '../people/names.ts'
import type { SolutionContext } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'

/** What an invitation says to whoever holds its link, before signing in. */
export async function previewInvitation(
  context: Pick<SolutionContext, 'db' | 'now' | 'identity'>,
  token: string,
): Promise<InvitationPreview> {
  const row = await asActor(context.db, { userId: '' }, (tx) => findReceived(tx, null, { token }))
  const [inviter] = await context.identity.findPeople([row.invitedBy])
  return {
    to: { kind: entityOf(row).kind, name: row.name },
    role: row.role,
    status: statusOf(row, context.now()),
    inviterName: inviter?.givenName ?? null,
    message: row.message,
    expiresAt: row.expiresAt.toISOString(),
    maskedEmail: maskEmail(row.email),
  }
}

import { maskEmail } from '@bollard/audit'
import type { User } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { deadLink, followLink } from '../attempts/follow-link.ts'
import type { Call } from '../browser/read-call.ts'
import { forgetSecondFactorAnswers } from '../browser/trusted-device.ts'
import { endPassword } from '../credentials/password.ts'
import { sendReset } from '../credentials/send-reset.ts'
import { cancelFactorRemoval } from '../factor-removal/cancel.ts'
import { dropFactorsSince } from '../factors/drop-factors.ts'
import type { IdentityContext } from '../identity-context.ts'
import { endSessions } from '../session/end.ts'
import { moveAddress, onceMoreWhenTaken } from '../users/address.ts'
import { recordAudit } from '../users/audit.ts'
import { lockUser } from '../users/user.ts'

/** How long before the change a second factor is taken for part of it. */
const preparationHours = 72

/**
 * Restores an old address with the token that was mailed to it. This is what the owner of a hijacked account does, so whatever
 * may be in other hands ends as well: sessions, trusted devices, the password, and every second factor that was set up since or in
 * the three days before, as a thief prepares the change. Older factors stay, so that a mailbox alone gets past none of them. The
 * account stays, if its end was planned. A link for a new password goes to the old address; until it is used, no passkey from before signs in either.
 */
export async function undoEmailChange(context: IdentityContext, token: string, call: Call): Promise<{ email: string }> {
  return followLink(context, token, call, async (tokenHash) => {
    const outcome = await onceMoreWhenTaken(() => context.db.transaction((tx) => undo(tx, context, call, tokenHash)))
    if (outcome === 'unknown') {
      const known = await context.db.query('identity-email-undo-owner', ownerSql, [tokenHash])
      throw deadLink(known.length > 0, 'The link is too old.')
    }
    if (outcome === 'taken') throw new ProblemError('token-invalid', 'The address belongs to another account now.')
    return outcome
  })
}

async function undo(
  tx: Queries,
  context: IdentityContext,
  call: Call,
  tokenHash: string,
): Promise<{ email: string } | 'unknown' | 'taken'> {
  const at = context.now()
  const [owner] = await tx.query('identity-email-undo-owner', ownerSql, [tokenHash])
  const user = owner && (await lockUser(tx, owner.userId))
  const [wanted] = await tx.query('identity-email-undo-use', useSql, [tokenHash, at])
  if (!user || !wanted) return 'unknown'
  if (!(await moveAddress(tx, user.id, wanted.email, at))) return 'taken'
  await lockOut(tx, user, wanted.changedAt)
  await cancelFactorRemoval(tx, context, call, { ...user, email: wanted.email }, 'ADDRESS')
  const [before, after] = [{ email: maskEmail(user.email) }, { email: maskEmail(wanted.email) }]
  await recordAudit(tx, call, at, { userId: user.id, action: 'email-change.undone', before, after })
  await sendReset(tx, context, { ...user, email: wanted.email })
  return { email: wanted.email }
}

/** Ends everything that could let the person back in who moved the address. */
async function lockOut(tx: Queries, { id }: User, changedAt: Date): Promise<void> {
  const since = new Date(changedAt.getTime() - preparationHours * 3_600_000)
  await endSessions(tx, id)
  await forgetSecondFactorAnswers(tx, id)
  await tx.query('identity-email-change-drop', 'delete from identity.email_changes where user_id = $1', [id])
  // The links in later mailboxes: with one of them the address could be moved away again.
  await tx.query(
    'identity-email-undos-later',
    'delete from identity.email_undos where user_id = $1 and changed_at >= $2',
    [id, changedAt],
  )
  await endPassword(tx, id)
  await dropFactorsSince(tx, id, since)
  // Its mail went to the other address, so nobody here could undo it.
  await tx.query(
    'identity-deletion-drop',
    'update identity.users set deletion_at = null, deletion_undo_hash = null where id = $1',
    [id],
  )
}

const ownerSql = 'select user_id as "userId" from identity.email_undos where token_hash = $1'
const useSql =
  'delete from identity.email_undos where token_hash = $1 and expires_at > $2 returning old_email as email, changed_at as "changedAt"'

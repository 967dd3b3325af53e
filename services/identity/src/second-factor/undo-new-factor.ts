import type { NewFactorUndone, User } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { writeMail } from '@bollard/mail'
import { deadLink, followLink } from '../attempts/follow-link.ts'
import type { Call } from '../browser/read-call.ts'
import { forgetSecondFactorAnswers } from '../browser/trusted-device.ts'
import { endPassword } from '../credentials/password.ts'
import { createResetLink, sendReset } from '../credentials/send-reset.ts'
import { cancelFactorRemoval } from '../factor-removal/cancel.ts'
import { startWait } from '../factor-removal/wait.ts'
import { dropFactorsSince } from '../factors/drop-factors.ts'
import type { NewFactor } from '../factors/mail-new-factor.ts'
import type { IdentityContext } from '../identity-context.ts'
import { endSessions } from '../session/end.ts'
import { recordAudit } from '../users/audit.ts'
import { writeMoment } from '../users/send-mail.ts'
import { lockUser } from '../users/user.ts'

/**
 * Undoes what somebody else set up, with the token of the mail about it. The factors of that moment and of later ones
 * go, older ones stay. Sessions, trusted devices and the password end, since the other person knew the password or had a session,
 * and a mail has the link for a new one.
 *
 * A mailbox alone leaves nobody without a second factor who had one before: where all older ones have been removed since, the
 * new ones go after the 72 hours of lost factors, or stay where an administrator's account is protected by them.
 */
export async function undoNewFactor(context: IdentityContext, token: string, call: Call): Promise<NewFactorUndone> {
  return followLink(context, token, call, async (tokenHash) => {
    const undone = await context.db.transaction((tx) => undo(tx, context, call, tokenHash))
    if (undone !== null) return undone
    const known = await context.db.query('identity-new-factor-undo-owner', ownerSql, [tokenHash])
    throw deadLink(known.length > 0, 'The link is older than 72 hours.')
  })
}

async function undo(
  tx: Queries,
  context: IdentityContext,
  call: Call,
  tokenHash: string,
): Promise<NewFactorUndone | null> {
  const at = context.now()
  const [owner] = await tx.query('identity-new-factor-undo-owner', ownerSql, [tokenHash])
  const user = owner && (await lockUser(tx, owner.userId))
  const [added] = await tx.query('identity-new-factor-undo-use', useSql, [tokenHash, at])
  if (!user || !added) return null
  await endAccess(tx, user.id, added.addedAt)
  await cancelFactorRemoval(tx, context, call, user, 'PASSWORD')
  const undone = await takeBack(tx, context, user, added, at)
  await recordAudit(tx, call, at, {
    userId: user.id,
    action: 'new-factor.undone',
    after: { ...undone, since: added.addedAt.toISOString() },
  })
  return undone
}

/** Ends everything that could let the other person back in. */
async function endAccess(tx: Queries, userId: string, since: Date): Promise<void> {
  await endSessions(tx, userId)
  await forgetSecondFactorAnswers(tx, userId)
  await endPassword(tx, userId)
  await tx.query('identity-email-change-drop', 'delete from identity.email_changes where user_id = $1', [userId])
  // What they were about is gone or waits for its end.
  await tx.query(
    'identity-new-factor-undos-later',
    'delete from identity.new_factor_undos where user_id = $1 and added_at >= $2',
    [userId, since],
  )
}

async function takeBack(
  tx: Queries,
  context: IdentityContext,
  user: User,
  { addedAt, wasProtected }: NewFactor,
  at: Date,
): Promise<NewFactorUndone> {
  const [left] = await tx.query('identity-factors-around', leftSql, [user.id, addedAt])
  if (wasProtected && left?.newer && !left.older) {
    const removalAt = user.isAdmin ? null : await startWait(tx, context, user, at)
    await sendReset(tx, context, user)
    return removalAt ? { outcome: 'WAITING', removalAt: removalAt.toISOString() } : { outcome: 'KEPT', removalAt: null }
  }
  await dropFactorsSince(tx, user.id, addedAt)
  const { email: to, givenName, language } = user
  const values = { link: await createResetLink(tx, context, user), when: writeMoment(user, addedAt) }
  await context.enqueueMail(tx, writeMail('new-factor-undone', { language, to, givenName, values }))
  return { outcome: 'REMOVED', removalAt: null }
}

const ownerSql = 'select user_id as "userId" from identity.new_factor_undos where token_hash = $1'
const useSql = `delete from identity.new_factor_undos where token_hash = $1 and expires_at > $2
  returning added_at as "addedAt", was_protected as "wasProtected"`
const leftSql = `select count(*) filter (where factors.at < $2) > 0 as older, count(*) filter (where factors.at >= $2) > 0 as newer
  from (select confirmed_at as at from identity.totp_secrets where user_id = $1 and confirmed_at is not null
    union all select created_at from identity.passkeys where user_id = $1) as factors`

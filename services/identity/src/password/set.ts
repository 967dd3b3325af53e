import type { User } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import type { Call } from '../browser/read-call.ts'
import { forgetSecondFactorAnswers } from '../browser/trusted-device.ts'
import { cancelFactorRemoval } from '../factor-removal/cancel.ts'
import type { IdentityContext } from '../identity-context.ts'
import { mailOwner, writeMoment } from '../users/send-mail.ts'

/**
 * Writes a new password and undoes what the old one had opened: trusted devices, sign-ins under way, links for a new one, an
 * address that waits for its confirmation and the removal of second factors, since somebody who knew the old one may have asked
 * for them. Sessions are the caller's.
 */
export async function setPassword(
  tx: Queries,
  context: IdentityContext,
  call: Call,
  user: User,
  passwordHash: string,
): Promise<void> {
  const now = context.now()
  const written = await tx.query('identity-password-set', setSql, [user.id, passwordHash, now])
  if (written.length !== 1) throw new Error('A user that must have a password has none')
  await tx.query('identity-resets-end', 'delete from identity.password_resets where user_id = $1', [user.id])
  await tx.query('identity-email-change-drop', 'delete from identity.email_changes where user_id = $1', [user.id])
  await forgetSecondFactorAnswers(tx, user.id)
  await cancelFactorRemoval(tx, context, call, user, 'PASSWORD')
  await mailOwner(context, tx, user, 'password-changed', { when: writeMoment(user, now) })
}

const setSql = `update identity.accounts set password_hash = $2, updated_at = $3 where user_id = $1 and provider_id = 'credential' returning id`

import type { User } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { findPasswordFault } from '../credentials/password-rules.ts'
import { mailOwner, writeMoment } from '../users/send-mail.ts'
import { cancelFactorRemoval } from '../factor-removal/cancel.ts'
import type { Caller, IdentityContext } from '../identity-context.ts'
import { forgetSecondFactorAnswers } from '../browser/trusted-device.ts'

/**
 * Writes a new password and undoes what the old one had opened: trusted devices, sign-ins under way, links for a new one, an
 * address that waits for its confirmation and the removal of second factors, since whoever knew the old one may have asked for
 * them. Sessions are the caller's.
 */
export async function setPassword(
  tx: Queries,
  context: IdentityContext,
  caller: Caller,
  user: User,
  passwordHash: string,
): Promise<void> {
  const now = context.now()
  const written = await tx.query('identity-password-set', setSql, [user.id, passwordHash, now])
  if (written.length !== 1) throw new Error('A user that must have a password has none')
  await tx.query('identity-resets-end', 'delete from identity.password_resets where user_id = $1', [user.id])
  await tx.query('identity-email-change-drop', 'delete from identity.email_changes where user_id = $1', [user.id])
  await forgetSecondFactorAnswers(tx, user.id)
  await cancelFactorRemoval(tx, context, caller, user, 'PASSWORD')
  await mailOwner(context, tx, user, 'password-changed', { when: writeMoment(user, now) })
}

/** Throws `validation-failed` at `pointer` for a password that is quickly guessed. */
export function refuseGuessable(password: string, person: { email: string; givenName: string }, pointer: string): void {
  const fault = findPasswordFault(password, person)
  if (fault)
    throw new ProblemError('validation-failed', 'The password is easy to guess.', {
      errors: [{ pointer, code: fault }],
    })
}

const setSql = `update identity.accounts set password_hash = $2, updated_at = $3 where user_id = $1 and provider_id = 'credential' returning id`

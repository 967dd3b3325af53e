import type { Queries } from '@bollard/database'
import { dropRecoveryCodes } from './recovery-codes.ts'
import { forgetSecondFactorAnswers } from '../browser/trusted-device.ts'
import { endSessions } from '../session/end.ts'

/**
 * Takes all second factors of an account away. Whoever was signed in with them, or spared them, starts over as well, and so do links
 * for a new password. Answers how many sessions ended.
 */
export async function dropFactors(tx: Queries, userId: string): Promise<number> {
  const values = [userId]
  await tx.query('identity-totp-drop', 'delete from identity.totp_secrets where user_id = $1', values)
  await tx.query('identity-passkeys-drop', 'delete from identity.passkeys where user_id = $1', values)
  await dropRecoveryCodes(tx, userId)
  const ended = await endSessions(tx, userId)
  await forgetSecondFactorAnswers(tx, userId)
  await tx.query('identity-resets-end', 'delete from identity.password_resets where user_id = $1', values)
  return ended
}

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
  await tx.query('identity-totp-drop', 'DELETE FROM identity.totp_secrets WHERE user_id = $1', values)
  await tx.query('identity-passkeys-drop', 'DELETE FROM identity.passkeys WHERE user_id = $1', values)
  await dropRecoveryCodes(tx, userId)
  const ended = await endSessions(tx, userId)
  await forgetSecondFactorAnswers(tx, userId)
  await tx.query('identity-resets-end', 'DELETE FROM identity.password_resets WHERE user_id = $1', values)
  return ended
}

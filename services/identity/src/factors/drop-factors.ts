import type { Queries } from '@bollard/database'
import { forgetSecondFactorAnswers } from '../browser/trusted-device.ts'
import { endSessions } from '../session/end.ts'
import { hasSecondFactor } from './protection.ts'
import { dropRecoveryCodes } from './recovery-codes.ts'

/**
 * Removes all second factors of an account. Sessions and trusted devices that relied on them end as well, and so do links
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

/** Removes every second factor that was set up at that moment or later. Older ones stay; recovery codes go with the last factor. */
export async function dropFactorsSince(tx: Queries, userId: string, since: Date): Promise<void> {
  await tx.query('identity-passkeys-since', 'delete from identity.passkeys where user_id = $1 and created_at >= $2', [
    userId,
    since,
  ])
  // By when it was switched on: a thief may have started it before.
  await tx.query(
    'identity-totp-since',
    'delete from identity.totp_secrets where user_id = $1 and coalesce(confirmed_at, created_at) >= $2',
    [userId, since],
  )
  await tx.query(
    'identity-recovery-codes-since',
    'delete from identity.recovery_codes where user_id = $1 and created_at >= $2',
    [userId, since],
  )
  if (!(await hasSecondFactor(tx, userId))) await dropRecoveryCodes(tx, userId)
}

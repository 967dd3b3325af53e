import type { Queries } from '@bollard/database'
import { hasSecondFactor } from './protection.ts'
import { dropRecoveryCodes } from './recovery-codes.ts'

/** Takes every second factor away that was set up at that moment or later. Older ones stay; recovery codes go with the last factor. */
export async function dropFactorsSince(tx: Queries, userId: string, since: Date): Promise<void> {
  await tx.query('identity-passkeys-since', 'DELETE FROM identity.passkeys WHERE user_id = $1 AND created_at >= $2', [
    userId,
    since,
  ])
  // By when it was switched on: a thief may have started it before.
  await tx.query(
    'identity-totp-since',
    'DELETE FROM identity.totp_secrets WHERE user_id = $1 AND coalesce(confirmed_at, created_at) >= $2',
    [userId, since],
  )
  await tx.query(
    'identity-recovery-codes-since',
    'DELETE FROM identity.recovery_codes WHERE user_id = $1 AND created_at >= $2',
    [userId, since],
  )
  if (!(await hasSecondFactor(tx, userId))) await dropRecoveryCodes(tx, userId)
}

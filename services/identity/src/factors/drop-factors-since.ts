import type { Queries } from '@bollard/database'
import { hasSecondFactor } from './protection.ts'
import { dropRecoveryCodes } from './recovery-codes.ts'

/** Takes every second factor away that was set up at that moment or later. Older ones stay; recovery codes go with the last factor. */
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

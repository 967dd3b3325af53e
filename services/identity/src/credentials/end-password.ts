import type { Queries } from '@bollard/database'

/** Ends the password of an account: nobody signs in, not with a passkey either, before a link of the mailbox has set a new one. */
export async function endPassword(tx: Queries, userId: string): Promise<void> {
  await tx.query(
    'identity-password-end',
    `UPDATE identity.accounts SET password_hash = NULL WHERE user_id = $1 AND provider_id = 'credential'`,
    [userId],
  )
}

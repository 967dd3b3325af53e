import type { Queries } from '@bollard/database'

/** Ends the password of an account: nobody signs in, not with a passkey either, before a link of the mailbox has set a new one. */
export async function endPassword(tx: Queries, userId: string): Promise<void> {
  await tx.query(
    'identity-password-end',
    `update identity.accounts set password_hash = null where user_id = $1 and provider_id = 'credential'`,
    [userId],
  )
}

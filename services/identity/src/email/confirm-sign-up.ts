import type { Queries } from '@bollard/database'
import type { Caller } from '../identity-context.ts'
import { recordAudit } from '../record-audit.ts'

/** Takes the address of a sign-up as proven. All its links and its code end here, so none can be used later. */
export async function confirmSignUp(tx: Queries, caller: Caller, at: Date, userId: string): Promise<void> {
  await tx.query('identity-email-verified', 'UPDATE identity.users SET email_verified = true, updated_at = $2 WHERE id = $1', [userId, at])
  await tx.query('identity-email-tokens-end', 'DELETE FROM identity.email_tokens WHERE user_id = $1', [userId])
  await tx.query('identity-email-code-end', 'DELETE FROM identity.email_codes WHERE user_id = $1', [userId])
  await recordAudit(tx, caller, at, { userId, action: 'email.verified' })
}

import type { Queries } from '@bollard/database'
import { writeMail } from '@bollard/mail'
import { recordConversion } from '../advertising/record-conversion.ts'
import type { Call } from '../browser/read-call.ts'
import type { IdentityContext } from '../identity-context.ts'
import { recordAudit } from '../users/audit.ts'
import { readUser } from '../users/user.ts'

/**
 * Takes the address of a sign-up as proven and welcomes its owner. All its links and its code end here, so none can be used
 * later. If an advertisement led to it, that counts from now on.
 */
export async function confirmSignUp(
  tx: Queries,
  context: IdentityContext,
  call: Call,
  at: Date,
  userId: string,
): Promise<void> {
  await proveAddress(tx, userId, at)
  const { language, email, givenName } = await readUser(tx, userId)
  const values = { link: `${context.dashboardUrl}/${language}/dashboard` }
  await context.enqueueMail(tx, writeMail('welcome', { language, to: email, givenName, values }), `welcome ${userId}`)
  await recordAudit(tx, call, at, { userId, action: 'email.verified' })
}

/** Takes the address of a sign-up as proven, and nothing else: whoever does so says it in the log and in a mail. */
export async function proveAddress(tx: Queries, userId: string, at: Date): Promise<void> {
  await tx.query(
    'identity-email-verified',
    'update identity.users set email_verified = true, updated_at = $2 where id = $1',
    [userId, at],
  )
  await tx.query('identity-email-tokens-end', 'delete from identity.email_tokens where user_id = $1', [userId])
  await tx.query('identity-email-code-end', 'delete from identity.email_codes where user_id = $1', [userId])
  await recordConversion(tx, { userId, kind: 'SIGNUP', reference: userId, occurredAt: at })
}

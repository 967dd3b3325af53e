import { verifyEmailMail } from '@bollard/mail'
import { createToken, hashToken } from '../auth/token.ts'
import type { IdentityContext } from '../identity-context.ts'
import { sendMail } from './send.ts'

const linkHours = 24

/** Mails a link that proves the address. Earlier links of the same sign-up stay valid until one is used. */
export async function sendVerification(context: IdentityContext, user: { id: string; email: string; givenName: string; language: 'en' | 'de' }): Promise<void> {
  const token = createToken()
  const expiresAt = new Date(context.now().getTime() + linkHours * 3_600_000)
  await context.db.query('identity-email-token', 'INSERT INTO identity.email_tokens (token_hash, user_id, expires_at) VALUES ($1, $2, $3)', [
    hashToken(token),
    user.id,
    expiresAt,
  ])
  const link = `${context.identityUrl}/${user.language}/verify-email?token=${token}`
  await sendMail(context, verifyEmailMail({ language: user.language, to: user.email, givenName: user.givenName, link }))
}

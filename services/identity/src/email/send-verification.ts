import type { Queries } from '@bollard/database'
import { verifyEmailMail } from '@bollard/mail'
import { createToken, hashToken } from '../auth/token.ts'
import type { IdentityContext } from '../identity-context.ts'
import { sendMail } from './send.ts'

const linkHours = 24

/**
 * Mails a link that proves the address. Earlier links of the same sign-up stay valid until one is used. `browserHash` says
 * which browser signed up; null when it is not known. No mail when a newer sign-up has replaced this user meanwhile.
 */
export async function sendVerification(
  context: IdentityContext,
  user: { id: string; email: string; givenName: string; language: 'en' | 'de' },
  browserHash: string | null,
): Promise<void> {
  const token = createToken()
  const expiresAt = new Date(context.now().getTime() + linkHours * 3_600_000)
  const written = await context.db.query('identity-email-token', insertSql, [hashToken(token), user.id, expiresAt, browserHash])
  if (written.length === 0) return
  const link = `${context.identityUrl}/${user.language}/verify-email?token=${token}`
  await sendMail(context, verifyEmailMail({ language: user.language, to: user.email, givenName: user.givenName, link }))
}

/** The browser that signed up, as an earlier link of the same sign-up tells; null when it is not known. */
export async function findBrowserHash(db: Queries, userId: string): Promise<string | null> {
  const [row] = await db.query<{ browserHash: string | null }>(
    'identity-email-token-browser',
    'SELECT browser_hash AS "browserHash" FROM identity.email_tokens WHERE user_id = $1 LIMIT 1',
    [userId],
  )
  return row?.browserHash ?? null
}

const insertSql = `INSERT INTO identity.email_tokens (token_hash, user_id, expires_at, browser_hash)
  SELECT $1::text, id, $3::timestamptz, $4::text FROM identity.users WHERE id = $2 FOR KEY SHARE
  RETURNING user_id`

import type { Language } from '@bollard/i18n'
import { randomInt } from 'node:crypto'
import type { Queries } from '@bollard/database'
import { writeMail } from '@bollard/mail'
import type { IdentityContext } from '../identity-context.ts'
import { isKeyedHash, keyedHash, type Secrets } from '../secrets/derive-key.ts'
import { createToken, hashToken } from '../secrets/token.ts'
import { sendMail } from '../users/send-mail.ts'

const linkHours = 24
const codeMinutes = 10

/**
 * Mails a link and a code that prove the address. Earlier links of the same sign-up stay valid until one is used; of the codes
 * only the newest counts. `browserHash` says which browser signed up; null when it is not known. No mail when a newer sign-up
 * has replaced this user meanwhile.
 */
export async function sendVerification(
  context: IdentityContext,
  tx: Queries,
  user: { id: string; email: string; givenName: string; language: Language },
  browserHash: string | null,
): Promise<void> {
  const token = createToken()
  const now = context.now().getTime()
  const written = await tx.query('identity-email-token', insertSql, [
    hashToken(token),
    user.id,
    new Date(now + linkHours * 3_600_000),
    browserHash,
  ])
  if (written.length === 0) return
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await tx.query('identity-email-code', codeSql, [
    user.id,
    hashCode(context.secret, user.id, code),
    browserHash,
    new Date(now + codeMinutes * 60_000),
  ])
  const link = `${context.identityUrl}/${user.language}/verify-email?token=${token}`
  const { language, email: to, givenName } = user
  await sendMail(context, tx, writeMail('verify-email-code', { language, to, givenName, values: { link, code } }))
}

/** How the code of a sign-up is kept. */
export function hashCode(secret: Secrets, userId: string, code: string): string {
  return keyedHash(secret, 'email-code', `${userId}\0${code}`)
}

/** Whether the hash is that of this code. */
export function isCode(hash: string, secret: Secrets, userId: string, code: string): boolean {
  return isKeyedHash(hash, secret, 'email-code', `${userId}\0${code}`)
}

/** The browser that signed up, as an earlier link of the same sign-up tells; null when it is not known. */
export async function findBrowserHash(db: Queries, userId: string): Promise<string | null> {
  const [row] = await db.query(
    'identity-email-token-browser',
    'select browser_hash as "browserHash" from identity.email_tokens where user_id = $1 limit 1',
    [userId],
  )
  return row?.browserHash ?? null
}

const insertSql = `insert into identity.email_tokens (token_hash, user_id, expires_at, browser_hash)
  select $1::text, id, $3::timestamptz, $4::text from identity.users where id = $2 and not email_verified for key share
  returning user_id`
// The tries stay: a mail that is sent again is no new chance to guess.
const codeSql = `insert into identity.email_codes (user_id, code_hash, browser_hash, expires_at) values ($1, $2, $3, $4)
  on conflict (user_id) do update set code_hash = excluded.code_hash, browser_hash = excluded.browser_hash, expires_at = excluded.expires_at`

import type { User } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { writeMail } from '@bollard/mail'
import type { IdentityContext } from '../identity-context.ts'
import { createToken, hashToken } from '../secrets/token.ts'

const linkMinutes = 30

type Receiver = Pick<User, 'id' | 'email' | 'givenName' | 'language'>

/** Mails a link for a new password, in the transaction of the caller. Earlier links stay valid until one is used. */
export async function sendReset(tx: Queries, context: IdentityContext, user: Receiver): Promise<void> {
  const { email: to, givenName, language } = user
  const link = await createResetLink(tx, context, user)
  await context.enqueueMail(tx, writeMail('password-reset', { language, to, givenName, values: { link } }))
}

/** Such a link, for a mail that says more. */
export async function createResetLink(
  tx: Queries,
  context: IdentityContext,
  user: Pick<Receiver, 'id' | 'language'>,
): Promise<string> {
  const token = createToken()
  const expiresAt = new Date(context.now().getTime() + linkMinutes * 60_000)
  await tx.query(
    'identity-reset-create',
    'insert into identity.password_resets (token_hash, user_id, expires_at) values ($1, $2, $3)',
    [hashToken(token), user.id, expiresAt],
  )
  return `${context.identityUrl}/${user.language}/reset-password?token=${token}`
}

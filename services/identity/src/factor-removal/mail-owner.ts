import type { User } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { writeMail } from '@bollard/mail'
import { writeMoment } from '../users/send-mail.ts'
import { createToken, hashToken } from '../secrets/token.ts'
import type { IdentityContext } from '../identity-context.ts'
import { mailsOfWait, removalAt, type Wait } from './wait.ts'

type MailContext = Pick<IdentityContext, 'enqueueMail' | 'identityUrl'>

/** Mails when the factors will be removed, with a link of its own that stops it. Answers the hash of its token, to be kept. */
export async function mailWait(tx: Queries, context: MailContext, user: User, wait: Wait): Promise<string> {
  const token = createToken()
  const { language, email: to, givenName } = user
  const values = {
    link: `${context.identityUrl}/${language}/lost-factors/stop?token=${token}`,
    when: writeMoment(user, removalAt(wait)),
  }
  const kind =
    wait.mailsSent === 1
      ? 'factor-removal-started'
      : wait.mailsSent < mailsOfWait
        ? 'factor-removal-waiting'
        : 'factor-removal-tomorrow'
  await context.enqueueMail(tx, writeMail(kind, { language, to, givenName, values }))
  return hashToken(token)
}

/** Mails that a removal has come to its end: stopped, or done. Both lead to where the account is looked after. */
export async function mailEnd(
  tx: Queries,
  context: MailContext,
  user: User,
  kind: 'factor-removal-stopped' | 'factors-removed',
  at: Date,
): Promise<void> {
  const { language, email: to, givenName } = user
  const values = { link: `${context.identityUrl}/${language}/account/security`, when: writeMoment(user, at) }
  await context.enqueueMail(tx, writeMail(kind, { language, to, givenName, values }))
}

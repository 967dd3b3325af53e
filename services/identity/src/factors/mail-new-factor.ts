import type { User } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { type MailKinds, writeMail } from '@bollard/mail'
import type { IdentityContext } from '../identity-context.ts'
import { createToken, hashToken } from '../secrets/token.ts'
import { writeMoment } from '../users/send-mail.ts'

const undoHours = 72

export interface NewFactor {
  readonly addedAt: Date
  /** Whether the account had a second factor before. */
  readonly wasProtected: boolean
}

type NewFactorMail = 'two-factor-on' | 'passkey-added' | 'recovery-codes-renewed'

/**
 * Tells the owner what was set up, in the transaction that does it, with a link that undoes it: somebody who knows the password
 * could otherwise keep them out with a factor of their own.
 */
export async function mailNewFactor<Kind extends NewFactorMail>(
  context: IdentityContext,
  tx: Queries,
  user: User,
  { addedAt, wasProtected }: NewFactor,
  kind: Kind,
  values: Omit<MailKinds[Kind], 'link' | 'when'>,
): Promise<void> {
  const token = createToken()
  const expiresAt = new Date(addedAt.getTime() + undoHours * 3_600_000)
  await tx.query('identity-new-factor-undo-keep', keepSql, [
    hashToken(token),
    user.id,
    addedAt,
    wasProtected,
    expiresAt,
  ])
  const { email: to, givenName, language } = user
  const link = `${context.identityUrl}/${language}/undo-new-factor?token=${token}`
  const all = { ...values, link, when: writeMoment(user, addedAt) } as unknown as MailKinds[Kind]
  await context.enqueueMail(tx, writeMail<NewFactorMail>(kind, { language, to, givenName, values: all }))
}

const keepSql =
  'insert into identity.new_factor_undos (token_hash, user_id, added_at, was_protected, expires_at) values ($1, $2, $3, $4, $5)'

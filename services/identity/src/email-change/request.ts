import { maskEmail } from '@bollard/audit'
import { ProblemError } from '@bollard/http'
import { accountExistsMail, writeMail } from '@bollard/mail'
import { countMail } from '../attempts/count-mail.ts'
import type { Call } from '../browser/read-call.ts'
import type { IdentityContext } from '../identity-context.ts'
import { createToken, hashToken } from '../secrets/token.ts'
import type { Actor } from '../session/actor.ts'
import { recordAudit } from '../users/audit.ts'
import { sendMail } from '../users/send-mail.ts'
import { lockUser, normaliseEmail } from '../users/user.ts'

const linkMinutes = 30

/**
 * Mails a link to a new address; a newer request takes the place of an earlier one. When the address belongs to another account,
 * everything looks the same to the caller, and its owner is told by mail.
 */
export async function requestEmailChange(
  context: IdentityContext,
  actor: Actor,
  newEmail: string,
  call: Call,
): Promise<void> {
  const email = normaliseEmail(newEmail)
  if (email === actor.email)
    throw new ProblemError('validation-failed', 'This is the address of the account already.', {
      errors: [{ pointer: '/email', code: 'invalid-value' }],
    })
  await context.limiter.take('emailChangePerUser', actor.userId)
  await countMail(context, call, 'EMAIL_CHANGE', email)

  const token = createToken()
  const at = context.now()
  await context.db.transaction(async (tx) => {
    await lockUser(tx, actor.userId)
    const expiresAt = new Date(at.getTime() + linkMinutes * 60_000)
    await tx.query('identity-email-change-keep', keepSql, [actor.userId, email, hashToken(token), expiresAt])
    await recordAudit(tx, call, at, {
      userId: actor.userId,
      action: 'email-change.requested',
      after: { email: maskEmail(email) },
    })
    const [owner] = await tx.query(
      'identity-owner-of-address',
      'select language, given_name as "givenName", email_verified as "emailVerified" from identity.owner_of_address($1)',
      [email],
    )
    if (owner?.emailVerified) {
      const link = `${context.identityUrl}/${owner.language}/sign-in`
      return sendMail(
        context,
        tx,
        accountExistsMail({ language: owner.language, to: email, givenName: owner.givenName, link }),
      )
    }
    // Without the name, which is whatever the account says, since the reader may be a stranger to it.
    const { language } = actor
    const link = `${context.identityUrl}/${language}/confirm-email-change?token=${token}`
    return sendMail(
      context,
      tx,
      writeMail('email-change-confirm', {
        language,
        to: email,
        givenName: '',
        values: { link, account: maskEmail(actor.email) },
      }),
    )
  })
}

const keepSql = `insert into identity.email_changes (user_id, new_email, token_hash, expires_at) values ($1, $2, $3, $4)
  on conflict (user_id) do update set new_email = excluded.new_email, token_hash = excluded.token_hash, expires_at = excluded.expires_at`

/** Cancels the pending change of address, if there is one; its link ends. */
export async function cancelEmailChange(context: IdentityContext, { userId }: Actor, call: Call): Promise<void> {
  await context.db.transaction(async (tx) => {
    const [change] = await tx.query('identity-email-change-end', endSql, [userId])
    if (change)
      await recordAudit(tx, call, context.now(), {
        userId,
        action: 'email-change.cancelled',
        before: { email: maskEmail(change.email) },
      })
  })
}

const endSql = 'delete from identity.email_changes where user_id = $1 returning new_email as email'

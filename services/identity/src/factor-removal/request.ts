import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { writeMail } from '@bollard/mail'
import { countMail } from '../attempts/count-mail.ts'
import type { Call } from '../browser/read-call.ts'
import type { IdentityContext } from '../identity-context.ts'
import { createToken, hashToken } from '../secrets/token.ts'
import { findPendingSignIn } from '../session/pending-sign-in.ts'
import { canUndoAddress } from '../users/address.ts'
import { recordAudit } from '../users/audit.ts'
import { sendMail } from '../users/send-mail.ts'
import { lockUser, readUser } from '../users/user.ts'
import { findFactorRemoval } from './wait.ts'

const linkMinutes = 30

/**
 * For somebody who has just given the right password and has lost every second factor: mails a link that starts the wait for
 * their removal. Answers when they will be removed, where that wait is under way already; null: a mail is on its way. Throws
 * `sign-in-expired`, `forbidden` for administrators, whom the whole deployment relies on, and `state-conflict` while a change of
 * the address can be undone: its former owner may be the one whom this keeps out.
 */
export async function requestFactorRemoval(
  context: IdentityContext,
  call: Call,
): Promise<{ removalAt: string | null }> {
  const user = await readUser(context.db, await findPendingSignIn(context, call))
  const at = context.now()
  if (user.isAdmin)
    throw new ProblemError('forbidden', 'The second factors of an administrator are removed on the server alone.')
  if (await canUndoAddress(context.db, user.id, at))
    throw new ProblemError(
      'state-conflict',
      'The address was changed a short time ago, and its former owner can still undo that. Try again after three days.',
    )
  const under = await findFactorRemoval(context.db, user.id)
  if (under?.state === 'WAITING') return { removalAt: under.at }
  await context.limiter.take('factorRemovalPerUser', user.id)
  await countMail(context, call, 'FACTOR_REMOVAL', user.email)

  const token = createToken()
  await context.db.transaction(async (tx) => {
    await lockUser(tx, user.id)
    await keep(tx, user.id, hashToken(token), new Date(at.getTime() + linkMinutes * 60_000))
    await recordAudit(tx, call, at, { userId: user.id, action: 'factor-removal.requested' })
    const { language, email: to, givenName } = user
    const link = `${context.identityUrl}/${language}/lost-factors/confirm?token=${token}`
    await sendMail(context, tx, writeMail('factor-removal-confirm', { language, to, givenName, values: { link } }))
  })
  return { removalAt: null }
}

/** A newer link takes the place of an earlier one; a wait that has started meanwhile stays as it is. */
async function keep(tx: Queries, userId: string, tokenHash: string, expiresAt: Date): Promise<void> {
  await tx.query('identity-factor-removal-keep', keepSql, [userId, tokenHash, expiresAt])
}

const keepSql = `insert into identity.factor_removals (user_id, token_hash, link_expires_at) values ($1, $2, $3)
  on conflict (user_id) do update set token_hash = excluded.token_hash, link_expires_at = excluded.link_expires_at
  where factor_removals.started_at is null`

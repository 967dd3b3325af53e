import { maskEmail } from '@bollard/audit'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { writeMail } from '@bollard/mail'
import { deadLink, followLink } from '../attempts/follow-link.ts'
import type { Call } from '../browser/read-call.ts'
import { cancelFactorRemoval } from '../factor-removal/cancel.ts'
import type { IdentityContext } from '../identity-context.ts'
import { createToken, hashToken } from '../secrets/token.ts'
import { moveAddress, onceMoreWhenTaken } from '../users/address.ts'
import { recordAudit } from '../users/audit.ts'
import { sendMail } from '../users/send-mail.ts'
import { lockUser } from '../users/user.ts'

const undoHours = 72

/**
 * Gives an account the new address that a token was mailed to. The token proves access to the mailbox, so nothing else is asked
 * for. The old address learns of it, and can undo it. Of two accounts that want one address the first gets it.
 */
export async function confirmEmailChange(
  context: IdentityContext,
  token: string,
  call: Call,
): Promise<{ email: string }> {
  return followLink(context, token, call, async (tokenHash) => {
    const outcome = await onceMoreWhenTaken(() => context.db.transaction((tx) => change(tx, context, call, tokenHash)))
    if (outcome === 'unknown') throw await deadChangeLink(context.db, tokenHash)
    if (outcome === 'taken') throw new ProblemError('token-invalid', 'The address belongs to another account now.')
    return outcome
  })
}

/** Why the token of a change is refused. */
export async function deadChangeLink(db: Queries, tokenHash: string): Promise<ProblemError> {
  const known = await db.query('identity-email-change-owner', ownerSql, [tokenHash])
  return deadLink(known.length > 0, 'The link is too old.')
}

async function change(
  tx: Queries,
  context: IdentityContext,
  call: Call,
  tokenHash: string,
): Promise<{ email: string } | 'unknown' | 'taken'> {
  const at = context.now()
  const [owner] = await tx.query('identity-email-change-owner', ownerSql, [tokenHash])
  // The person first, as everywhere, so that calls at the same moment wait for each other and never in a circle.
  const user = owner && (await lockUser(tx, owner.userId))
  const [wanted] = await tx.query('identity-email-change-use', useSql, [tokenHash, at])
  if (!user || !wanted) return 'unknown'
  if (!(await moveAddress(tx, user.id, wanted.email, at))) return 'taken'

  // Its links lie in the mailbox of the address before, to which it also tells that it ended.
  await cancelFactorRemoval(tx, context, call, user, 'ADDRESS')
  const undoToken = createToken()
  const expiresAt = new Date(at.getTime() + undoHours * 3_600_000)
  await tx.query('identity-email-undo-keep', undoSql, [hashToken(undoToken), user.id, user.email, at, expiresAt])
  const [before, after] = [{ email: maskEmail(user.email) }, { email: maskEmail(wanted.email) }]
  await recordAudit(tx, call, at, { userId: user.id, action: 'email.changed', before, after })
  const { language, email: to, givenName } = user
  const link = `${context.identityUrl}/${language}/undo-email-change?token=${undoToken}`
  await sendMail(
    context,
    tx,
    writeMail('email-changed', { language, to, givenName, values: { link, newEmail: wanted.email } }),
  )
  return { email: wanted.email }
}

const ownerSql = 'select user_id as "userId" from identity.email_changes where token_hash = $1'
const useSql =
  'delete from identity.email_changes where token_hash = $1 and expires_at > $2 returning new_email as email'
const undoSql =
  'insert into identity.email_undos (token_hash, user_id, old_email, changed_at, expires_at) values ($1, $2, $3, $4, $5)'

import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { hostCookie, readHostCookie } from '../browser/cookie.ts'
import type { Call } from '../browser/read-call.ts'
import { hasPassword } from '../credentials/password.ts'
import type { IdentityContext } from '../identity-context.ts'
import { createToken, hashToken } from '../secrets/token.ts'
import { lockUser } from '../users/user.ts'

const cookieName = 'sign_in'
const pendingSeconds = 600
const triesMax = 5

/** Remembers for 10 minutes that a password was right, unless it was changed since. Answers the cookie to set. */
export async function startPendingSignIn(
  context: IdentityContext,
  userId: string,
  passwordHash: string,
): Promise<string> {
  const token = createToken()
  const expiresAt = new Date(context.now().getTime() + pendingSeconds * 1000)
  await context.db.transaction(async (tx) => {
    if (!(await lockUser(tx, userId)) || !(await hasPassword(tx, userId, passwordHash)))
      throw new ProblemError('credentials-invalid', 'The password was changed a moment ago.')
    await tx.query(
      'identity-pending-start',
      'insert into identity.pending_sign_ins (token_hash, user_id, expires_at) values ($1, $2, $3)',
      [hashToken(token), userId, expiresAt],
    )
  })
  return hostCookie(context, cookieName, token, pendingSeconds)
}

/** Whose sign-in is under way in this browser, or `sign-in-expired`. */
export async function findPendingSignIn(context: IdentityContext, call: Call): Promise<string> {
  const values = [tokenHashOf(context, call), context.now(), triesMax]
  const [pending] = await context.db.query('identity-pending-find', findSql, values)
  return ownerOf(pending)
}

/** The same, and counts one of its five tries before it is made. */
export async function tryPendingSignIn(context: IdentityContext, call: Call): Promise<string> {
  const values = [tokenHashOf(context, call), context.now(), triesMax]
  const [pending] = await context.db.query('identity-pending-try', trySql, values)
  return ownerOf(pending)
}

/** Ends it when it is finished; of two at the same moment one is `sign-in-expired`. Answers the cookie that clears the browser. */
export async function finishPendingSignIn(tx: Queries, context: IdentityContext, call: Call): Promise<string> {
  const values = [tokenHashOf(context, call)]
  const [pending] = await tx.query('identity-pending-finish', finishSql, values)
  ownerOf(pending)
  return hostCookie(context, cookieName, '', 0)
}

const tokenHashOf = (context: IdentityContext, call: Call): string =>
  hashToken(readHostCookie(context, call.cookie, cookieName))

function ownerOf(pending: { userId: string } | undefined): string {
  if (!pending) throw new ProblemError('sign-in-expired')
  return pending.userId
}

const findSql = `select user_id as "userId" from identity.pending_sign_ins where token_hash = $1 and expires_at > $2 and tries < $3`
const trySql = `update identity.pending_sign_ins set tries = tries + 1
  where token_hash = $1 and expires_at > $2 and tries < $3 returning user_id as "userId"`
const finishSql = 'delete from identity.pending_sign_ins where token_hash = $1 returning user_id as "userId"'

import type { User } from '@bollard/contracts'
import { ProblemError, limitedIp } from '@bollard/http'
import type { Call, WithCookies } from '../browser/read-call.ts'
import type { IdentityContext } from '../identity-context.ts'
import { hashToken } from '../secrets/token.ts'
import { openSession } from '../session/open.ts'
import { lockUser, normaliseEmail, readUser } from '../users/user.ts'
import { confirmSignUp } from './confirm-sign-up.ts'
import { isCode } from './send-verification.ts'

const triesMax = 5

/**
 * Confirms an address with the six digits of its mail, and signs in; only in the browser that signed up. `code-invalid` says
 * neither whether the address is known nor whether the code was right once.
 */
export async function confirmCode(
  context: IdentityContext,
  request: { email: string; code: string },
  call: Call,
): Promise<WithCookies<User>> {
  const email = normaliseEmail(request.email)
  const ip = limitedIp(call.from.ip)
  await context.limiter.take('verifyPerIp', ip)
  // Other browsers are refused before they use up anything: a stranger must not be able to spend the tries of a sign-up.
  const userId = call.browserId === null ? null : await findSignUp(context, email, hashToken(call.browserId))
  if (userId === null) throw refusal()
  await context.limiter.take('codePerAddress', email)
  if (!(await confirm(context, call, userId, request.code))) throw refusal()
  await context.limiter.giveBack('codePerAddress', email)
  await context.limiter.giveBack('verifyPerIp', ip)
  return { body: await readUser(context.db, userId), cookies: await openSession(context, call, userId) }
}

const refusal = () =>
  new ProblemError(
    'code-invalid',
    'The code is wrong or too old, or another browser signed up. The link in the mail works longer.',
  )

async function findSignUp({ db, now }: IdentityContext, email: string, browserHash: string): Promise<string | null> {
  const [row] = await db.query('identity-email-code-sign-up', signUpSql, [email, browserHash, now(), triesMax])
  return row?.userId ?? null
}

/** Whether the code was right. A wrong one stays counted, so it is not thrown here: an error would roll the count back. Codes sent at the same moment are tried one after the other. */
function confirm(context: IdentityContext, call: Call, userId: string, code: string): Promise<boolean> {
  const { db, now, secret } = context
  return db.transaction(async (tx) => {
    const at = now()
    await lockUser(tx, userId)
    const [row] = await tx.query('identity-email-code-try', trySql, [userId, at, triesMax])
    if (!row || !isCode(row.codeHash, secret, userId, code)) return false
    await confirmSignUp(tx, context, call, at, userId)
    return true
  })
}

const signUpSql = `select user_id as "userId" from identity.email_codes join identity.users on users.id = email_codes.user_id
  where email = $1 and not email_verified and browser_hash = $2 and expires_at > $3 and tries < $4`
const trySql = `update identity.email_codes set tries = tries + 1 where user_id = $1 and expires_at > $2 and tries < $3 returning code_hash as "codeHash"`

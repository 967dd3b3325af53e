import type { User } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import { hashPassword } from '../auth/password-hash.ts'
import { hashToken } from '../auth/token.ts'
import type { Caller, IdentityContext, WithCookies } from '../identity-context.ts'
import { recordAudit } from '../record-audit.ts'
import { limitedIp } from '../request/rate-limit.ts'
import { openSession } from '../session/open.ts'
import { findUserByEmail, normaliseEmail, readUser } from '../user.ts'
import { hasAdmin, keepFirstAdminToken, takeFirstAdminToken } from './first-admin-token.ts'
import { refuseWeakPassword, registerUser, type Registration } from './register.ts'

/**
 * Makes the first administrator and signs them in. The token printed on the server stands in for the verification of the
 * address; it is spent only when the account was really made.
 */
export async function createFirstAdmin(
  context: IdentityContext,
  caller: Caller,
  request: Registration & { token: string },
): Promise<WithCookies<User>> {
  await context.limiter.take('firstAdminPerIp', limitedIp(caller.ip))
  refuseWeakPassword(request)
  if (await hasAdmin(context.db))
    throw new ProblemError('already-initialised', 'The first administrator already exists.')
  const tokenHash = hashToken(request.token)
  if (!(await takeFirstAdminToken(context.db, tokenHash)))
    throw new ProblemError('token-invalid', 'The token is not the one printed at the last start.')
  const userId = await makeAdmin(context, caller, request).catch(async (error: unknown) => {
    await keepFirstAdminToken(context.db, tokenHash)
    throw error
  })
  return { body: await readUser(context.db, userId), cookies: await openSession(context, caller, userId) }
}

async function makeAdmin(context: IdentityContext, caller: Caller, registration: Registration): Promise<string> {
  const { email, password } = registration
  const passwordHash = await context.hashQueue.hold({ lane: 'KNOWN', path: [normaliseEmail(email)] }, (inTurn) =>
    hashPassword(password, context.passwordCost, inTurn),
  )
  return context.db.transaction(async (tx) => {
    const known = await findUserByEmail(tx, registration.email)
    const at = context.now()
    const userId = known?.emailVerified ? null : await registerUser(tx, caller, at, registration, passwordHash)
    if (!userId) throw new ProblemError('email-taken', 'The address belongs to another account.')
    await tx.query(
      'identity-make-admin',
      'UPDATE identity.users SET is_admin = true, email_verified = true, updated_at = $2 WHERE id = $1',
      [userId, at],
    )
    await recordAudit(tx, caller, at, { userId, action: 'account.made-admin' })
    return userId
  })
}

import type { User } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError, limitedIp } from '@bollard/http'
import type { Call, WithCookies } from '../browser/read-call.ts'
import { refuseGuessable } from '../credentials/password-rules.ts'
import type { IdentityContext } from '../identity-context.ts'
import { hashPassword } from '../secrets/password-hash.ts'
import { createToken, hashToken } from '../secrets/token.ts'
import { openSession } from '../session/open.ts'
import { recordAudit } from '../users/audit.ts'
import { findUserByEmail, normaliseEmail, readUser } from '../users/user.ts'
import { registerUser, type Registration } from './register.ts'

/**
 * Makes the first administrator and signs them in. The token printed on the server stands in for the verification of the
 * address; it is spent only when the account was really made.
 */
export async function createFirstAdmin(
  context: IdentityContext,
  request: Registration & { token: string },
  call: Call,
): Promise<WithCookies<User>> {
  await context.limiter.take('firstAdminPerIp', limitedIp(call.from.ip))
  refuseGuessable(request.password, request, '/password')
  if (await hasAdmin(context.db))
    throw new ProblemError('already-initialised', 'The first administrator already exists.')
  const tokenHash = hashToken(request.token)
  if (!(await takeFirstAdminToken(context.db, tokenHash)))
    throw new ProblemError('token-invalid', 'The token is not the one printed at the last start.')
  const userId = await makeAdmin(context, call, request).catch(async (error: unknown) => {
    await keepFirstAdminToken(context.db, tokenHash)
    throw error
  })
  return { body: await readUser(context.db, userId), cookies: await openSession(context, call, userId) }
}

async function makeAdmin(context: IdentityContext, call: Call, registration: Registration): Promise<string> {
  const { email, password } = registration
  const passwordHash = await context.hashQueue.hold({ lane: 'KNOWN', path: [normaliseEmail(email)] }, (inTurn) =>
    hashPassword(password, context.passwordCost, inTurn),
  )
  return context.db.transaction(async (tx) => {
    const known = await findUserByEmail(tx, registration.email)
    const at = context.now()
    const userId = known?.emailVerified ? null : await registerUser(tx, call, at, registration, passwordHash)
    if (!userId) throw new ProblemError('email-taken', 'The address belongs to another account.')
    await tx.query(
      'identity-make-admin',
      'update identity.users set is_admin = true, email_verified = true, updated_at = $2 where id = $1',
      [userId, at],
    )
    await recordAudit(tx, call, at, { userId, action: 'account.made-admin' })
    return userId
  })
}

/** A new token for the first administrator; it replaces an earlier one. Null when there is an administrator already. */
export async function createFirstAdminToken(db: Queries): Promise<string | null> {
  if (await hasAdmin(db)) return null
  const token = createToken()
  await keepFirstAdminToken(db, hashToken(token))
  return token
}

export async function keepFirstAdminToken(db: Queries, tokenHash: string): Promise<void> {
  await db.query(
    'identity-first-admin-token-keep',
    'insert into identity.first_admin_token (token_hash) values ($1) on conflict (only_row) do update set token_hash = excluded.token_hash',
    [tokenHash],
  )
}

/** True once, for the right token: of two callers at the same moment one gets false. */
export async function takeFirstAdminToken(db: Queries, tokenHash: string): Promise<boolean> {
  const rows = await db.query(
    'identity-first-admin-token-take',
    'delete from identity.first_admin_token where token_hash = $1 returning token_hash',
    [tokenHash],
  )
  return rows.length === 1
}

export async function hasAdmin(db: Queries): Promise<boolean> {
  const rows = await db.query('identity-has-admin', 'select 1 as one from identity.users where is_admin limit 1')
  return rows.length === 1
}

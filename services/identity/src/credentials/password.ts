import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { tryGuess } from '../attempts/try-guess.ts'
import type { Call } from '../browser/read-call.ts'
import type { IdentityContext } from '../identity-context.ts'
import type { InTurn } from '../limits/fair-queue.ts'
import { hashPassword, isOutdated, verifyPassword } from '../secrets/password-hash.ts'

/** A person whose password was right. */
export interface PasswordOwner {
  readonly userId: string
  readonly emailVerified: boolean
  readonly isAdmin: boolean
  /** What the password was checked against. */
  readonly passwordHash: string
}

/** Null for a wrong password and, after as much work, for an unknown address. `email` is normalised. */
export async function findPasswordOwner(
  { db, passwordCost }: IdentityContext,
  email: string,
  password: string,
  inTurn: InTurn,
): Promise<PasswordOwner | null> {
  const [owner] = await db.query('identity-password-owner', ownerSql, [email])
  if (owner) return (await verifyPassword({ hash: owner.passwordHash, password }, inTurn)) ? owner : null
  await hashPassword(password, passwordCost, inTurn)
  return null
}

/** The hash of a person's password when it is this one, else null. */
export async function matchPassword(
  db: Queries,
  userId: string,
  password: string,
  inTurn: InTurn,
): Promise<string | null> {
  const [row] = await db.query('identity-password-hash', hashSql, [userId])
  return row && (await verifyPassword({ hash: row.hash, password }, inTurn)) ? row.hash : null
}

/** The hash of the password of somebody signed in. Throws `credentials-invalid`; guesses count together with those at the sign-in. */
export async function checkPassword(
  context: IdentityContext,
  call: Call,
  { userId, email }: { readonly userId: string; readonly email: string },
  password: string,
): Promise<string> {
  const passwordHash = await tryGuess(context, call, { email, userId }, (inTurn) =>
    matchPassword(context.db, userId, password, inTurn),
  )
  if (passwordHash === null) throw new ProblemError('credentials-invalid', 'The password is wrong.')
  return passwordHash
}

/** Whether the password is still the one with this hash or, without a hash, whether there is one: taking back an address ends it. */
export async function hasPassword(db: Queries, userId: string, passwordHash?: string): Promise<boolean> {
  const [row] = await db.query('identity-password-hash', hashSql, [userId])
  return row !== undefined && (passwordHash === undefined || row.hash === passwordHash)
}

const hashSql = `select password_hash as hash from identity.accounts where user_id = $1 and provider_id = 'credential' and password_hash is not null`
const ownerSql = `select users.id as "userId", users.email_verified as "emailVerified", users.is_admin as "isAdmin", accounts.password_hash as "passwordHash"
  from identity.users join identity.accounts on accounts.user_id = users.id
  where users.email = $1 and accounts.provider_id = 'credential' and accounts.password_hash is not null`

/**
 * Hashes a password anew that was right just now and whose hash was made at another cost than today's. Answers the hash that the
 * account has from then on. The password is the same, so nothing else changes.
 */
export async function renewHash(
  { db, passwordCost }: IdentityContext,
  { userId, passwordHash }: PasswordOwner,
  password: string,
  inTurn: InTurn,
): Promise<string> {
  if (!isOutdated(passwordHash, passwordCost)) return passwordHash
  const renewed = await hashPassword(password, passwordCost, inTurn)
  const written = await db.query('identity-password-renew', renewSql, [userId, passwordHash, renewed])
  return written.length === 1 ? renewed : passwordHash
}

const renewSql = `update identity.accounts set password_hash = $3 where user_id = $1 and password_hash = $2 and provider_id = 'credential' returning id`

/** Ends the password of an account: nobody signs in, not with a passkey either, before a link of the mailbox has set a new one. */
export async function endPassword(tx: Queries, userId: string): Promise<void> {
  await tx.query(
    'identity-password-end',
    `update identity.accounts set password_hash = null where user_id = $1 and provider_id = 'credential'`,
    [userId],
  )
}

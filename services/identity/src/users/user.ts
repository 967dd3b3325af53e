import { idSchema, type User } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'

/** The columns of `users` that leave the service, in the contract's words. */
export const userColumns = `id, email, given_name as "givenName", is_admin as "isAdmin", email_verified as "emailVerified", language, timezone, theme`

/** Null for an unknown id. */
export async function findUser(db: Queries, userId: string): Promise<User | null> {
  const rows = await db.query('identity-user-by-id', `select ${userColumns} from identity.users where id = $1`, [
    userId,
  ])
  return rows[0] ?? null
}

/** Addresses are kept in lower case. */
export async function findUserByEmail(db: Queries, email: string): Promise<User | null> {
  const rows = await db.query('identity-user-by-email', `select ${userColumns} from identity.users where email = $1`, [
    normaliseEmail(email),
  ])
  return rows[0] ?? null
}

export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** What is no UUID would be an error of the database, where it is only unknown. */
export function isUuid(id: string): boolean {
  return idSchema.safeParse(id).success
}

/** For users that were written a moment ago: their absence is a fault of ours. */
export async function readUser(db: Queries, userId: string): Promise<User> {
  const user = await findUser(db, userId)
  if (!user) throw new Error('A user that must exist is gone')
  return user
}

/**
 * Reads a user and lets changes to the security of this account wait for each other until the transaction ends. Null when the
 * account is gone.
 */
export async function lockUser(tx: Queries, userId: string): Promise<User | null> {
  const [user] = await tx.query(
    'identity-user-lock',
    `select ${userColumns} from identity.users where id = $1 for no key update`,
    [userId],
  )
  return user ?? null
}

/** Whether this is an IANA name that dates can be written in, such as `Europe/Berlin`; an offset such as `+01:00` is none. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/u.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Throws `account-suspended` where operators have suspended the account, for whoever has just proven that it is theirs. */
export async function refuseSuspended(db: Queries, userId: string): Promise<void> {
  const [suspended] = await db.query(
    'identity-user-suspended',
    'select 1 as one from identity.users where id = $1 and suspended_at is not null',
    [userId],
  )
  if (suspended)
    throw new ProblemError('account-suspended', 'The operator has suspended the account. The mail about it says why.')
}

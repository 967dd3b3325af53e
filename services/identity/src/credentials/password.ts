import type { Queries } from '@bollard/database'
import type { InTurn } from '../limits/fair-queue.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import type { IdentityContext } from '../identity-context.ts'

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
  const [owner] = await db.query<PasswordOwner>('identity-password-owner', ownerSql, [email])
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
  const [row] = await db.query<{ hash: string }>('identity-password-hash', hashSql, [userId])
  return row && (await verifyPassword({ hash: row.hash, password }, inTurn)) ? row.hash : null
}

/** Whether the password is still the one with this hash or, without a hash, whether there is one: taking back an address ends it. */
export async function hasPassword(db: Queries, userId: string, passwordHash?: string): Promise<boolean> {
  const [row] = await db.query<{ hash: string }>('identity-password-hash', hashSql, [userId])
  return row !== undefined && (passwordHash === undefined || row.hash === passwordHash)
}

const hashSql = `SELECT password_hash AS hash FROM identity.accounts WHERE user_id = $1 AND provider_id = 'credential' AND password_hash IS NOT NULL`
const ownerSql = `SELECT users.id AS "userId", users.email_verified AS "emailVerified", users.is_admin AS "isAdmin", accounts.password_hash AS "passwordHash"
  FROM identity.users JOIN identity.accounts ON accounts.user_id = users.id
  WHERE users.email = $1 AND accounts.provider_id = 'credential' AND accounts.password_hash IS NOT NULL`

import type { InTurn } from '../limits/fair-queue.ts'
import { hashPassword, isOutdated } from './password-hash.ts'
import type { IdentityContext } from '../identity-context.ts'
import type { PasswordOwner } from './password.ts'

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

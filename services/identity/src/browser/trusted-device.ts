import type { Queries } from '@bollard/database'
import type { IdentityContext } from '../identity-context.ts'
import { createToken, hashToken } from '../secrets/token.ts'
import { hostCookie, readHostCookie } from './cookie.ts'
import type { Call } from './read-call.ts'

const cookieName = 'trusted_device'
const trustSeconds = 30 * 86_400

/** Spares this browser the second factor of one account for 30 days. Answers the cookie to set; it takes the place of another account's. */
export async function trustDevice(tx: Queries, context: IdentityContext, userId: string): Promise<string> {
  const [token, now] = [createToken(), context.now()]
  await tx.query(
    'identity-device-trust',
    'insert into identity.trusted_devices (token_hash, user_id, created_at, expires_at) values ($1, $2, $3, $4)',
    [hashToken(token), userId, now, new Date(now.getTime() + trustSeconds * 1000)],
  )
  return hostCookie(context, cookieName, token, trustSeconds)
}

/** When this browser gave the second factor of this account; null when it is not trusted with it. */
export async function findTrust(context: IdentityContext, call: Call, userId: string): Promise<Date | null> {
  const token = readHostCookie(context, call.cookie, cookieName)
  if (token === '') return null
  const [device] = await context.db.query('identity-device-trusted', trustSql, [
    hashToken(token),
    userId,
    context.now(),
  ])
  return device?.trustedAt ?? null
}

/** Asks every browser of an account for its second factor again, also those that have just sent the password. */
export async function forgetSecondFactorAnswers(tx: Queries, userId: string): Promise<void> {
  await tx.query('identity-devices-forget', 'delete from identity.trusted_devices where user_id = $1', [userId])
  await tx.query('identity-pending-forget', 'delete from identity.pending_sign_ins where user_id = $1', [userId])
}

const trustSql =
  'select created_at as "trustedAt" from identity.trusted_devices where token_hash = $1 and user_id = $2 and expires_at > $3'

import type { Queries } from '@bollard/database'
import { Secret, TOTP } from 'otpauth'
import type { IdentityContext } from '../identity-context.ts'
import { allSecrets, deriveKey, type Secrets } from '../secrets/derive-key.ts'
import { openSecret, sealSecret } from './seal-secret.ts'

const stepSeconds = 30
/** What every authenticator app understands. */
const shape = { algorithm: 'SHA1', digits: 6, period: stepSeconds } as const

/** A new secret of 160 bits: as people type it, as an app reads it from a QR code, and as it is kept. */
export function createTotpSecret(
  context: Pick<IdentityContext, 'secret'>,
  user: { id: string; email: string },
): { secret: string; uri: string; sealed: Buffer } {
  const secret = new Secret({ size: 20 })
  const uri = new TOTP({ ...shape, issuer: 'Bollard', label: user.email, secret }).toString()
  return {
    secret: secret.base32,
    uri,
    sealed: sealSecret(deriveKey(context.secret, 'totp-secret'), user.id, secret.bytes),
  }
}

/** Null where no secret of the service opens it. */
export function openTotpSecret(secrets: Secrets, userId: string, sealed: Buffer): Buffer | null {
  for (const secret of allSecrets(secrets)) {
    const opened = openSecret(deriveKey(secret, 'totp-secret'), userId, sealed)
    if (opened) return opened
  }
  return null
}

/**
 * Uses a code of a person's authenticator app: true once, for the code of now, of the step before or of the one after, and
 * never for a step before the newest that was used. `confirmed` says whether the app has to be switched on already or only
 * started on.
 */
export async function useTotp(
  db: Queries,
  context: Pick<IdentityContext, 'secret' | 'now'>,
  userId: string,
  code: string,
  confirmed = true,
): Promise<boolean> {
  const [row] = await db.query('identity-totp-find', findSql, [userId])
  const bytes = row?.confirmed === confirmed ? openTotpSecret(context.secret, userId, row.sealed) : null
  if (!row || !bytes) return false
  const now = context.now().getTime()
  const secret = new Secret({ buffer: new Uint8Array(bytes).buffer })
  const delta = TOTP.validate({ ...shape, token: code, secret, timestamp: now, window: 1 })
  if (delta === null) return false
  const used = await db.query('identity-totp-use', useSql, [
    userId,
    Math.floor(now / 1000 / stepSeconds) + delta,
    row.sealed,
  ])
  return used.length === 1
}

const findSql =
  'select sealed_secret as sealed, confirmed_at is not null as confirmed from identity.totp_secrets where user_id = $1'
const useSql =
  'update identity.totp_secrets set last_step = $2 where user_id = $1 and last_step < $2 and sealed_secret = $3 returning user_id'

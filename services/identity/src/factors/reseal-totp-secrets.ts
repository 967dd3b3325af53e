import type { Queries } from '@bollard/database'
import { deriveKey, type Secrets } from '../secrets/derive-key.ts'
import { openSecret, sealSecret } from './seal-secret.ts'
import { openTotpSecret } from './totp.ts'

const atOnce = 500

/**
 * Seals the secrets of authenticator apps that a secret from before protects with the one of now. Runs as the owner of the table. Safe to
 * repeat and beside calls; where it was killed the next run goes on. `lost`: rows that none of the secrets opens.
 */
export async function resealTotpSecrets(db: Queries, secrets: Secrets): Promise<{ resealed: number; lost: number }> {
  const key = deriveKey(secrets, 'totp-secret')
  const done = { resealed: 0, lost: 0 }
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const rows = await db.query('identity-totp-sealed', rowsSql, [after, atOnce])
    for (const { userId, sealed } of rows) {
      after = userId
      if (openSecret(key, userId, sealed) !== null) continue
      const opened = openTotpSecret(secrets, userId, sealed)
      if (opened === null) done.lost += 1
      else {
        await db.query('identity-totp-reseal', resealSql, [userId, sealSecret(key, userId, opened), sealed])
        done.resealed += 1
      }
    }
    if (rows.length < atOnce) return done
  }
}

const rowsSql = `select user_id as "userId", sealed_secret as sealed from identity.totp_secrets where user_id > $1 order by user_id limit $2`
/** Not where the person has set up another app meanwhile. */
const resealSql = 'update identity.totp_secrets set sealed_secret = $2 where user_id = $1 and sealed_secret = $3'

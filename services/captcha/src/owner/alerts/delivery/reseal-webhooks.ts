import { randomBytes } from 'node:crypto'
import type { Queries } from '@bollard/database'
import { createSecretBox, resealedAtOnce, resealSecrets, type SigningKeys } from '@bollard/webhooks'

/** Seals the secrets of webhooks with the current key, those of the day before a change as well. `lost`: what no key opens. */
export async function resealWebhooks(
  db: Queries,
  signingKeys: SigningKeys,
): Promise<{ resealed: number; lost: number }> {
  return resealSecrets(createSecretBox(signingKeys, randomBytes), [
    {
      list: async (keyId, after) => db.query('captcha-webhooks-sealed-before', listSql, [keyId, after, resealedAtOnce]),
      replace: (id, { bytes, keyId }, before) =>
        db.query('captcha-webhook-seal', replaceSql, [id, bytes, keyId, before]),
    },
    {
      list: async (keyId, after) =>
        db.query('captcha-webhooks-former-sealed-before', listFormerSql, [keyId, after, resealedAtOnce]),
      replace: (id, { bytes, keyId }, before) =>
        db.query('captcha-webhook-former-seal', replaceFormerSql, [id, bytes, keyId, before]),
    },
  ])
}

const listSql = `select id as owner, secret as bytes, secret_key as "keyId" from captcha.webhooks
  where secret_key <> $1 and id > $2 order by id limit $3`
const replaceSql = 'update captcha.webhooks set secret = $2, secret_key = $3 where id = $1 and secret = $4'
const listFormerSql = `select id as owner, former_secret as bytes, former_secret_key as "keyId" from captcha.webhooks
  where former_secret_key <> $1 and former_secret is not null and id > $2 order by id limit $3`
const replaceFormerSql =
  'update captcha.webhooks set former_secret = $2, former_secret_key = $3 where id = $1 and former_secret = $4'

import type { Database } from '@bollard/database'
import type { SecretBox } from '@bollard/webhooks'
import { forgetAddresses } from './addresses/stored-addresses.ts'
import { dayMs } from './delivery/alert-times.ts'

/** Mails hold addresses, so they go soon; messages are what the list of deliveries shows. */
const mailDays = 7
const messageDays = 30
const alertDays = 400

/** Forgets what is over, and seals secrets of webhooks that an older key still protects with the current one. */
export async function keepHouse(db: Database, secrets: SecretBox, now: number): Promise<void> {
  const before = (days: number): Date => new Date(now - days * dayMs)
  await db.query(
    'captcha-outbox-forget',
    `delete from captcha.alert_outbox where status <> 'PENDING' and created_at < case when mail_to is null then $1 else $2 end::timestamptz`,
    [before(messageDays), before(mailDays)],
  )
  await db.query('captcha-alerts-forget', 'delete from captcha.alerts where ended_at < $1', [before(alertDays)])
  await db.query(
    'captcha-webhooks-former',
    'update captcha.webhooks set former_secret = null, former_secret_key = null, former_until = null where former_until < $1',
    [new Date(now)],
  )
  await forgetAddresses(db, new Date(now))
  await sealAnew(db, secrets)
}

async function sealAnew(db: Database, secrets: SecretBox): Promise<void> {
  const old = await db.query(
    'captcha-webhooks-sealed-before',
    'select id, secret as bytes, secret_key as "keyId" from captcha.webhooks where secret_key <> $1',
    [secrets.keyId],
  )
  for (const { id, ...sealed } of old) {
    const secret = secrets.open(sealed, id)
    if (secret === null) continue
    const anew = secrets.seal(secret, id)
    await db.query(
      'captcha-webhook-seal',
      'update captcha.webhooks set secret = $2, secret_key = $3 where id = $1 and secret = $4',
      [id, anew.bytes, anew.keyId, sealed.bytes],
    )
  }
}

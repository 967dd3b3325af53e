import type { Database } from '@bollard/database'
import type { SigningKeys } from '@bollard/webhooks'
import { forgetAddresses } from './addresses/stored-addresses.ts'
import { dayMs } from './delivery/alert-times.ts'
import { resealWebhooks } from './delivery/reseal-webhooks.ts'

/** Mails hold addresses, so they go soon; messages are what the list of deliveries shows. */
const mailDays = 7
const messageDays = 30
const alertDays = 400

/** Forgets what is over, and seals secrets of webhooks that an older key still protects with the current one. */
export async function keepHouse(db: Database, signingKeys: SigningKeys, now: number): Promise<void> {
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
  await resealWebhooks(db, signingKeys)
}

import type { Queries } from '@bollard/database'
import { clickDays } from './record-conversion.ts'

/** Empties click ids that are too old to count, and forgets clicks that led to nothing. Run it about once an hour. */
export async function sweepAdvertising(db: Queries, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - clickDays * 86_400_000)
  await db.query(
    'identity-advertising-expire',
    `update identity.conversions c set state = 'INELIGIBLE', reason = 'EXPIRED', next_attempt_at = null
    from identity.advertising_tokens t where t.id = c.token_id and t.created_at < $1 and c.state in ('RECORDED', 'ELIGIBLE', 'FAILED_RETRY')`,
    [oldest],
  )
  await db.query(
    'identity-advertising-empty',
    'update identity.advertising_tokens set gclid = null where gclid is not null and created_at < $1',
    [oldest],
  )
  await db.query(
    'identity-advertising-forget',
    `delete from identity.advertising_tokens t where t.created_at < $1
    and not exists (select from identity.conversions c where c.token_id = t.id)`,
    [oldest],
  )
}

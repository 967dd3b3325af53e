import type { Queries } from '@bollard/database'
import { clickDays } from './record-conversion.ts'

/** Empties click ids that are too old to count, and forgets clicks that led to nothing. Run it about once an hour. */
export async function sweepAdvertising(db: Queries, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - clickDays * 86_400_000)
  await db.query(
    'identity-advertising-expire',
    `UPDATE identity.conversions c SET state = 'INELIGIBLE', reason = 'EXPIRED', next_attempt_at = NULL
    FROM identity.advertising_tokens t WHERE t.id = c.token_id AND t.created_at < $1 AND c.state IN ('RECORDED', 'ELIGIBLE', 'FAILED_RETRY')`,
    [oldest],
  )
  await db.query(
    'identity-advertising-empty',
    'UPDATE identity.advertising_tokens SET gclid = NULL WHERE gclid IS NOT NULL AND created_at < $1',
    [oldest],
  )
  await db.query(
    'identity-advertising-forget',
    `DELETE FROM identity.advertising_tokens t WHERE t.created_at < $1
    AND NOT EXISTS (SELECT FROM identity.conversions c WHERE c.token_id = t.id)`,
    [oldest],
  )
}

import type { Database } from '@bollard/database'
import { clickDays } from './record-conversion.ts'

/**
 * Judges whether what was recorded may be sent: not without consent, not of a click that was too old, and what can happen to a click
 * once not twice. One process at a time, and after the commit of what was recorded, or two could both be the first one. Run it
 * every few minutes.
 */
export async function judgeConversions(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(
      'identity-conversions-turn',
      `SELECT pg_advisory_xact_lock(hashtextextended('identity.conversions', 0))`,
    )
    await tx.query('identity-conversions-judge', judgeSql, [clickDays])
  })
}

const judgeSql = `UPDATE identity.conversions c SET state = CASE WHEN judged.reason IS NULL THEN 'ELIGIBLE' ELSE 'INELIGIBLE' END, reason = judged.reason
  FROM identity.conversions o JOIN identity.advertising_tokens t ON t.id = o.token_id
  CROSS JOIN LATERAL (SELECT CASE
    WHEN NOT coalesce((t.consent->>'adUserData')::boolean, false) THEN 'NO_CONSENT'
    WHEN t.gclid IS NULL OR t.created_at < o.occurred_at - make_interval(days => $1) THEN 'EXPIRED'
    WHEN o.kind <> 'INVOICE_PAID' AND EXISTS (SELECT FROM identity.conversions other
      WHERE other.token_id = o.token_id AND other.kind = o.kind AND other.id <> o.id
        AND (other.state NOT IN ('RECORDED', 'INELIGIBLE', 'REJECTED') OR (other.state = 'RECORDED' AND other.id < o.id))) THEN 'DUPLICATE'
    END AS reason) AS judged
  WHERE o.id = c.id AND o.state = 'RECORDED'`

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
      `select pg_advisory_xact_lock(hashtextextended('identity.conversions', 0))`,
    )
    await tx.query('identity-conversions-judge', judgeSql, [clickDays])
  })
}

const judgeSql = `update identity.conversions c set state = case when judged.reason is null then 'ELIGIBLE' else 'INELIGIBLE' end, reason = judged.reason
  from identity.conversions o join identity.advertising_tokens t on t.id = o.token_id
  cross join lateral (select case
    when not coalesce((t.consent->>'adUserData')::boolean, false) then 'NO_CONSENT'
    when t.gclid is null or t.created_at < o.occurred_at - make_interval(days => $1) then 'EXPIRED'
    when o.kind <> 'INVOICE_PAID' and exists (select from identity.conversions other
      where other.token_id = o.token_id and other.kind = o.kind and other.id <> o.id
        and (other.state not in ('RECORDED', 'INELIGIBLE', 'REJECTED') or (other.state = 'RECORDED' and other.id < o.id))) then 'DUPLICATE'
    end as reason) as judged
  where o.id = c.id and o.state = 'RECORDED'`

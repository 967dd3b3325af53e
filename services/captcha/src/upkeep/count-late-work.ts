import type { Queries } from '@bollard/database'

/** How late work is, in seconds; 0 where nothing is due. */
export interface LateWork {
  /** The part of the roll-up queue with something in it that should have had its turn the longest. */
  readonly rollUpSeconds: number
  /** The alert or message of a webhook that should have been tried the longest. */
  readonly deliverySeconds: number
  /** Alerts and messages that wait, those that are to be tried again later among them. */
  readonly deliveries: number
}

/** Tells how late the work of the jobs is: of the roll-ups, and of alerts and webhooks. */
export async function countLate(db: Queries, now: Date): Promise<LateWork> {
  const [row] = await db.query('captcha-late-work', lateSql, [now])
  return row ?? { rollUpSeconds: 0, deliverySeconds: 0, deliveries: 0 }
}

// Turns are by the clock of the database, deliveries by ours. A part that never had a turn is as late as its first row is old.
const lateSql = `select
  coalesce((select greatest(0, extract(epoch from now() - min(case when isfinite(next_at) then next_at
      else (select to_timestamp(q.issued_ms[1] / 1000::float8) from captcha.pending_rollups q where q.part = t.part order by id limit 1) end)))
    from captcha.rollup_turns t
    where exists (select from captcha.pending_rollups q where q.part = t.part)
      or exists (select from captcha.pending_counts c where c.part = t.part)), 0)::float8 as "rollUpSeconds",
  coalesce((select greatest(0, extract(epoch from $1::timestamptz - min(next_try_at))) from captcha.alert_outbox
    where status = 'PENDING'), 0)::float8 as "deliverySeconds",
  (select count(*) from captcha.alert_outbox where status = 'PENDING')::int as deliveries`

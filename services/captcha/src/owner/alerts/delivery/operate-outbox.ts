import type { Queries } from '@bollard/database'

/** Mails about alerts, or messages to webhooks. */
type DeliveryKind = 'mail' | 'webhook'

/**
 * What operators see and do of deliveries of one kind. `ids` null names everything that was given up; each answers how many it changed.
 * A retried one gets its attempts anew, with the id that it had: a receiver can tell that it is the same.
 */
export function operateDeliveries(db: Queries, kind: DeliveryKind, now: () => Date) {
  return {
    async measure(): Promise<{ depth: number; oldestSeconds: number; retries: number; deadLetters: number }> {
      const [row] = await db.query('captcha-outbox-measure', measureSql, [kind, now()])
      return row ?? { depth: 0, oldestSeconds: 0, retries: 0, deadLetters: 0 }
    },
    deadLetters: {
      list: (limit: number) => db.query('captcha-dead-letters', listSql, [kind, limit]),
      async retry(tx: Queries, ids: readonly string[] | null): Promise<number> {
        return (await tx.query('captcha-dead-retry', retrySql, [kind, ids, now()])).length
      },
      async drop(tx: Queries, ids: readonly string[] | null): Promise<number> {
        return (await tx.query('captcha-dead-drop', dropSql, [kind, ids])).length
      },
    },
  }
}

const ofKind = `(case when o.webhook_id is null then 'mail' else 'webhook' end) = $1::text`

// Along the indexes of what waits and of what was given up: most rows were delivered.
const measureSql = `select count(*)::integer as depth,
    coalesce(greatest(0, extract(epoch from $2::timestamptz - min(created_at))), 0)::float8 as "oldestSeconds",
    (count(*) filter (where attempts > 0 and error is not null))::integer as retries,
    (select count(*) from captcha.alert_outbox o where o.status = 'FAILED' and ${ofKind})::integer as "deadLetters"
  from captcha.alert_outbox o where o.status = 'PENDING' and ${ofKind}`

// Of a webhook its host: the rest of the address may be a secret.
const listSql = `select o.id, o.type as kind, coalesce(o.mail_to, substring(w.url from '^[a-z]+://(?:[^/@]*@)?([^/?#]+)'), '') as "to",
    o.created_at as "createdAt", o.last_try_at as "endedAt", o.attempts, o.error, true as retryable
  from captcha.alert_outbox o left join captcha.webhooks w on w.id = o.webhook_id
  where ${ofKind} and o.status = 'FAILED' order by o.created_at desc, o.id desc limit $2`

const retrySql = `update captcha.alert_outbox o set status = 'PENDING', attempts = 0, next_try_at = $3
  where ${ofKind} and o.status = 'FAILED' and ($2::uuid[] is null or o.id = any ($2)) returning o.id`
const dropSql = `delete from captcha.alert_outbox o
  where ${ofKind} and o.status = 'FAILED' and ($2::uuid[] is null or o.id = any ($2)) returning o.id`

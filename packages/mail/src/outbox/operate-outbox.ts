import type { Queries } from '@bollard/database'

/** A mail of the outbox as its operators see it: never what it says. */
export interface OperatedMail {
  readonly id: string
  readonly to: string
  /** Name of its template. */
  readonly kind: string
  readonly state: 'PENDING' | 'SENT' | 'FAILED'
  readonly attempts: number
  readonly answer: string | null
  readonly createdAt: Date
  readonly endedAt: Date | null
  readonly nextTryAt: Date | null
  /** It was given up, and its text is still there. */
  readonly retryable: boolean
}

interface OutboxPage {
  readonly limit: number
  /** Id of the mail before. */
  readonly after: string | null
  readonly state: OperatedMail['state'] | null
  /** In any case; null for all. */
  readonly address: string | null
}

/** What operators see and do of an outbox. `ids` null names everything that was given up; each answers how many it changed. */
export function operateOutbox(db: Queries, now: () => Date) {
  return {
    listOutbox: ({ limit, after, state, address }: OutboxPage): Promise<OperatedMail[]> =>
      db.query('mail-operated', listSql, [after, state, address, limit]),
    listBounces: ({ limit, address }: Pick<OutboxPage, 'limit' | 'address'>) =>
      db.query('mail-bounces-operated', bouncesSql, [address, limit]),
    /** False where there is no such bounce. */
    async releaseBounce(tx: Queries, bounceId: string): Promise<boolean> {
      return (await tx.query('mail-bounce-release', releaseSql, [bounceId])).length > 0
    },
    deadLetters: {
      list: (limit: number) => db.query('mail-dead-letters', deadSql, [limit]),
      /** Puts mails whose text is still there back into the outbox, as if they were new. */
      async retry(tx: Queries, ids: readonly string[] | null): Promise<number> {
        const changed = await tx.query('mail-dead-retry', retrySql, [ids, now()])
        if (changed.length > 0) await tx.query('mail-dead-wake', `select pg_notify('mail_outbox', '')`, [])
        return changed.length
      },
      async drop(tx: Queries, ids: readonly string[] | null): Promise<number> {
        return (await tx.query('mail-dead-drop', dropSql, [ids])).length
      },
    },
    /** What waits, in the shape that every queue tells of itself. */
    async measure() {
      const [row] = await db.query('mail-outbox-measure', measureSql, [now()])
      return row ?? { depth: 0, oldestSeconds: 0, retries: 0, deadLetters: 0 }
    },
  }
}

const listSql = `select id, recipient as "to", tag as kind, state, attempts, error as answer, created_at as "createdAt", ended_at as "endedAt",
    case when state = 'PENDING' then next_try_at end as "nextTryAt", state = 'FAILED' and body_text <> '' as retryable
  from mail.outbox
  where ($1::uuid is null or id < $1) and ($2::text is null or state = $2) and ($3::text is null or lower(recipient) = lower($3))
  order by id desc limit $4`

/** Of the address, in the form of a UUID of version 8: whoever sees it in a log does not learn the address. */
const bounceId = `overlay(overlay(left(encode(sha256(address::bytea), 'hex'), 32) placing '8' from 13) placing '8' from 17)::uuid`
const bouncesSql = `select ${bounceId} as id, address, at, answer from mail.bounces
  where $1::text is null or address = lower($1) order by at desc, address limit $2`
const releaseSql = `delete from mail.bounces where ${bounceId} = $1 returning address`

const deadSql = `select id, recipient as "to", tag as kind, attempts, error, created_at as "createdAt", ended_at as "endedAt",
    body_text <> '' as retryable
  from mail.outbox where state = 'FAILED' order by ended_at desc, id desc limit $1`
const retrySql = `update mail.outbox set state = 'PENDING', attempts = 0, next_try_at = $2, leased_until = null, ended_at = null
  where state = 'FAILED' and body_text <> '' and ($1::uuid[] is null or id = any ($1)) returning id`
const dropSql = `delete from mail.outbox where state = 'FAILED' and ($1::uuid[] is null or id = any ($1)) returning id`

// Along the indexes of what waits and of what was given up: most rows are mails of 30 days that were sent.
const measureSql = `select count(*)::int as depth,
    coalesce(greatest(0, extract(epoch from $1::timestamptz - min(created_at))), 0)::float8 as "oldestSeconds",
    (count(*) filter (where attempts > 0 and error is not null))::int as retries,
    (select count(*) from mail.outbox where state = 'FAILED')::int as "deadLetters"
  from mail.outbox where state = 'PENDING'`

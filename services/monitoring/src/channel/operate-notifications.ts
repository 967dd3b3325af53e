import type { Database, Queries } from '@bollard/database'

/** How messages of all solutions fare. */
export interface NotificationFigures {
  /** What waits. */
  readonly depth: number
  /** Age of the oldest that waits, in seconds; 0 where none waits. */
  readonly oldestSeconds: number
  /** What waits after a try that failed. */
  readonly retries: number
  /** What was given up. */
  readonly deadLetters: number
  /** Of these, what was given up within the last hour. */
  readonly deadLettersOfHour: number
  /** How long a message that is due should have been tried, or a step of an alert followed, by now: nobody does such work. */
  readonly lateSeconds: number
}

/**
 * What operators of the installation see of messages to channels, and do with those that were given up. `ids` null names all of these; each
 * answers how many it changed. One that is retried has the id and the key that it had: a receiver can tell that it is the same.
 */
export function operateNotifications(db: Database, now: () => Date) {
  async function readFigures(): Promise<NotificationFigures> {
    const [row] = await db.query('monitoring-notifications-measure', measureSql, [now()])
    return row ?? { depth: 0, oldestSeconds: 0, retries: 0, deadLetters: 0, deadLettersOfHour: 0, lateSeconds: 0 }
  }
  return {
    readFigures,
    /** As a queue of the installation. */
    async measure(): Promise<Omit<NotificationFigures, 'deadLettersOfHour' | 'lateSeconds'>> {
      const { deadLettersOfHour: _1, lateSeconds: _2, ...queue } = await readFigures()
      return queue
    },
    deadLetters: {
      list: (limit: number) => db.query('monitoring-dead-letters', listSql, [limit]),
      async retry(tx: Queries, ids: readonly string[] | null): Promise<number> {
        return (await tx.query('monitoring-dead-retry', retrySql, [ids, null, now()])).length
      },
      async drop(tx: Queries, ids: readonly string[] | null): Promise<number> {
        return (await tx.query('monitoring-dead-drop', dropSql, [ids])).length
      },
    },
  }
}

// One message of a channel is tried at a time: the others are not late.
const measureSql = `select count(*)::integer as depth,
    coalesce(greatest(0, extract(epoch from $1::timestamptz - min(o.created_at))), 0)::float8 as "oldestSeconds",
    (count(*) filter (where o.attempts > 0 and o.error is not null))::integer as retries,
    (select count(*) from monitoring.notifications f where f.state = 'FAILED')::integer as "deadLetters",
    (select count(*) from monitoring.notifications f where f.state = 'FAILED' and f.ended_at > $1::timestamptz - interval '1 hour')::integer
      as "deadLettersOfHour",
    greatest(0, extract(epoch from $1::timestamptz - least(
      min(o.next_at) filter (where not exists (select from monitoring.notifications f
        where f.channel_id = o.channel_id and f.state = 'PENDING' and f.id < o.id)),
      (select min(a.next_at) from monitoring.alerts a), $1::timestamptz)))::float8 as "lateSeconds"
  from monitoring.notifications o where o.state = 'PENDING'`
const listSql = `select n.id, coalesce(c.target ->> 'preset', c.target ->> 'kind', '') as kind, c.name as "to", n.solution_id as "solutionId",
    n.created_at as "createdAt", n.ended_at as "endedAt", n.attempts, n.error, true as retryable
  from monitoring.notifications n join monitoring.channels c on c.id = n.channel_id
  where n.state = 'FAILED' order by n.id desc limit $1`
/** Of some by their ids, of one channel, or of all. */
export const retrySql = `update monitoring.notifications set state = 'PENDING', attempts = 0, next_at = $3, resent_at = $3, ended_at = null
  where state = 'FAILED' and ($1::uuid[] is null or id = any ($1)) and ($2::uuid is null or channel_id = $2) returning id`
const dropSql = `delete from monitoring.notifications where state = 'FAILED' and ($1::uuid[] is null or id = any ($1)) returning id`

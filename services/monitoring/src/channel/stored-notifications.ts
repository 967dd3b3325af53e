import type { Notification } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { decodeCursor, encodeCursor } from '@bollard/http'

interface NotificationQuery {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly channelId?: string | undefined
  readonly state?: string | undefined
}

/** A page of messages of a solution, newest first. */
export async function listNotifications(
  db: Queries,
  solutionId: string,
  { limit, cursor, channelId, state }: NotificationQuery,
): Promise<{ items: Notification[]; nextCursor: string | null }> {
  const before = cursor === undefined ? null : decodeCursor(cursor)
  const values = [solutionId, before, channelId ?? null, state ?? null, limit + 1]
  const rows = await db.query('monitoring-notifications', listSql, values)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const items = page.map(({ alerts, createdAt, nextTryAt, sentAt, ...row }) => ({
    ...row,
    state: row.state as Notification['state'],
    alerts: alerts.map(({ id, serviceName, event }) => ({ id, serviceName, event })),
    createdAt: createdAt.toISOString(),
    nextTryAt: nextTryAt?.toISOString() ?? null,
    sentAt: sentAt?.toISOString() ?? null,
  }))
  return { items, nextCursor: rows.length > limit && last ? encodeCursor(last.id) : null }
}

const listSql = `select id, channel_id as "channelId", dedupe_key as "dedupeKey", state, alerts, attempts, http_status as "httpStatus", error,
    created_at as "createdAt", next_at as "nextTryAt", sent_at as "sentAt"
  from monitoring.notifications where solution_id = $1 and ($2::uuid is null or id < $2) and ($3::uuid is null or channel_id = $3)
    and ($4::text is null or state = $4)
  order by id desc limit $5`

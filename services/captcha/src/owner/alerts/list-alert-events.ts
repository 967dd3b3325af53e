import { type AlertEvent, alertFactsSchema } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'

interface EventPage {
  readonly items: AlertEvent[]
  readonly nextCursor: string | null
}

/** What was raised on a site and what ended, newest first. Refuses a cursor that no earlier answer gave. */
export async function listAlertEvents(
  db: Queries,
  siteId: number,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<EventPage> {
  const after = cursor === undefined ? null : decodeCursor(cursor)
  // One more than asked for tells whether there is a further page.
  const rows = await db.query(
    'captcha-alert-events',
    `select e.id, e.alert_id as "alertId", e.change, e.at, a.raised_at as "raisedAt", e.facts
     from captcha.alert_events e join captcha.alerts a on a.id = e.alert_id
     where e.site_id = $1 and ($2::timestamptz is null or (e.at, e.id) < ($2, $3::uuid)) order by e.at desc, e.id desc limit $4`,
    [siteId, after?.at ?? null, after?.id ?? null, limit + 1],
  )
  const items = rows.slice(0, limit).map((row) => ({
    ...row,
    at: row.at.toISOString(),
    raisedAt: row.raisedAt.toISOString(),
    facts: alertFactsSchema.parse(row.facts),
  }))
  const last = items.at(-1)
  return {
    items,
    nextCursor:
      rows.length > limit && last !== undefined ? Buffer.from(`${last.at} ${last.id}`).toString('base64url') : null,
  }
}

function decodeCursor(cursor: string): { at: Date; id: string } {
  const [at = '', id = ''] = Buffer.from(cursor, 'base64url').toString('latin1').split(' ')
  const time = new Date(at)
  if (
    Number.isNaN(time.getTime()) ||
    time.toISOString() !== at ||
    !/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u.test(id)
  )
    throw new ProblemError('invalid-parameter', 'The cursor is not one of an earlier answer.')
  return { at: time, id }
}

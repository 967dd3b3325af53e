import type { Call, Caller } from '@bollard/access'
import type { Subscriber } from '@bollard/contracts'
import type { Database, Queries, RowOf } from '@bollard/database'
import { csvHead, csvLine } from '@bollard/export-file'
import { decodeCursor, encodeCursor, ProblemError } from '@bollard/http'
import { recordAudit } from '../access/record-audit.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { shownDestination } from './destination.ts'

type Box = MonitoringContext['box']
interface Filter {
  readonly statusPageId?: string | undefined
  readonly state?: Subscriber['state'] | undefined
}

/** A page of the subscribers of a solution, newest first. */
export async function listSubscribers(
  { db, box }: { readonly db: Queries; readonly box: Box },
  solutionId: string,
  { limit, cursor, statusPageId, state }: Filter & { readonly limit: number; readonly cursor?: string | undefined },
): Promise<{ items: Subscriber[]; nextCursor: string | null }> {
  const before = cursor === undefined ? null : decodeCursor(cursor)
  const values = [solutionId, before, statusPageId ?? null, state ?? null, limit + 1]
  const rows = await db.query('monitoring-subscribers', listSql, values)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    items: page.map((row) => toSubscriber(box, row)),
    nextCursor: rows.length > limit && last ? encodeCursor(last.id) : null,
  }
}

const columns = ['destination', 'channel', 'state', 'page', 'language', 'createdAt', 'confirmedAt'] as const
const readAtOnce = 1_000

/** All subscribers as CSV. */
export async function exportSubscribers(
  { db, box }: { readonly db: Queries; readonly box: Box },
  solutionId: string,
  filter: Filter,
): Promise<string> {
  const slugs = await db.query('monitoring-page-slugs', slugsSql, [solutionId])
  const pages = new Map(slugs.map(({ id, slug }) => [id, slug]))
  let text = csvHead(columns)
  for (let cursor: string | undefined; ;) {
    const { items, nextCursor } = await listSubscribers({ db, box }, solutionId, {
      ...filter,
      limit: readAtOnce,
      cursor,
    })
    for (const item of items) text += csvLine(columns, { ...item, page: pages.get(item.statusPageId) ?? '' })
    if (nextCursor === null) return text
    cursor = nextCursor
  }
}

/** Notes in the audit log that addresses of people were taken along. */
export async function noteExport(
  { db, now }: { readonly db: Database; readonly now: () => Date },
  actor: Caller,
  solutionId: string,
  call: Call,
): Promise<void> {
  await db.transaction((tx) => recordAudit(tx, actor, call, now(), { solutionId, action: 'subscribers.exported' }))
}

/** Forgets a subscriber. Throws `not-found`. */
export async function deleteSubscriber(
  { db, now }: { readonly db: Database; readonly now: () => Date },
  actor: Caller,
  { solutionId, id }: { readonly solutionId: string; readonly id: string },
  call: Call,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [removed] = await tx.query('monitoring-subscriber-remove', removeSql, [solutionId, id])
    if (removed === undefined) throw new ProblemError('not-found')
    const target = { kind: 'subscriber', id }
    await recordAudit(tx, actor, call, now(), { solutionId, action: 'subscriber.removed', target, before: removed })
  })
}

function toSubscriber(box: Box, row: RowOf<'monitoring-subscribers'>): Subscriber {
  const { id, statusPageId, channel, state, componentIds, language, createdAt, confirmedAt } = row
  return {
    id,
    statusPageId,
    channel,
    destination: shownDestination(box, row),
    state,
    componentIds: [...componentIds],
    language: language as Subscriber['language'],
    createdAt: createdAt.toISOString(),
    confirmedAt: confirmedAt?.toISOString() ?? null,
  }
}

const listSql = `select id, page_id as "statusPageId", channel, sealed, key_id as "keyId", state, component_ids as "componentIds", language,
    created_at as "createdAt", confirmed_at as "confirmedAt"
  from monitoring.subscribers where solution_id = $1 and ($2::uuid is null or id < $2) and ($3::uuid is null or page_id = $3)
    and ($4::text is null or state = $4) order by id desc limit $5`
const slugsSql = 'select id, slug from monitoring.status_pages where solution_id = $1'
const removeSql = 'delete from monitoring.subscribers where solution_id = $1 and id = $2 returning channel, state'

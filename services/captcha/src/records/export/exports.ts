import { type Export, type ExportFormat, type LogFilter, logFilterSchema } from '@bollard/contracts'
import type { Database, Queries } from '@bollard/database'
import type { LogPosition } from '../log/log-cursor.ts'
import { addressFilter, shownFilter } from '../log/log-filter.ts'
import { retentionDays } from '../log/retention-days.ts'

export interface StoredExport {
  readonly id: string
  readonly siteId: number
  readonly solutionId: string
  readonly format: ExportFormat
  readonly filters: unknown
  readonly status: Export['status']
  readonly from: Date
  readonly to: Date
  readonly createdAt: Date
  readonly finishedAt: Date | null
  readonly expiresAt: Date
  readonly afterAt: Date | null
  readonly afterId: string | null
  readonly rows: number
  readonly truncated: boolean
  readonly parts: number
  readonly bytes: number
  readonly crc: number
  readonly compressedBytes: number
  readonly failures: number
}

const columns = `e.id, e.site_id as "siteId", (select s.solution_id from captcha.sites s where s.id = e.site_id) as "solutionId", e.format, e.filters, e.status,
  e.from_at as "from", e.to_at as "to", e.created_at as "createdAt", e.finished_at as "finishedAt", e.expires_at as "expiresAt", e.after_at as "afterAt",
  e.after_id as "afterId", e.row_count as rows, e.truncated, e.part_count as parts, e.byte_count::float8 as bytes, e.crc::float8 as crc,
  e.compressed_bytes::float8 as "compressedBytes", e.failures`

/** At a time, and in all that are not expired yet, for each site. */
export const exportsMax = { open: 3, kept: 20 } as const

/**
 * Queues an export of what was issued between two times, in a transaction; undefined when the site has as many as it may have. Its file is
 * kept for 7 days, and no longer than the site keeps its log.
 */
export async function insertExport(
  tx: Queries,
  wanted: { id: string; siteId: number; format: ExportFormat; filters: LogFilter; createdBy: string; createdAt: Date },
): Promise<StoredExport | undefined> {
  // Two requests at once take turns here, or both could be the last that is allowed.
  await tx.query('captcha-export-lock', 'select id from captcha.sites where id = $1 for no key update', [wanted.siteId])
  const [row] = await tx.query('captcha-export-insert', insertStatement, [
    wanted.id,
    wanted.siteId,
    wanted.format,
    JSON.stringify(addressFilter(wanted.filters)),
    wanted.createdBy,
    wanted.createdAt,
    wanted.filters.from ?? null,
    wanted.filters.to ?? null,
  ])
  return row
}

// Without a beginning in the filter, progress counts from the beginning of the log.
const insertStatement = `
insert into captcha.exports as e (id, site_id, format, filters, created_by, created_at, from_at, to_at, expires_at, served_at)
select $1, s.id, $3, $4::jsonb, $5, $6,
  coalesce($7::timestamptz, (select v.issued_at from captcha.verifications v where v.site_id = s.id and v.outcome < 3 order by v.issued_at limit 1), $6),
  least(coalesce($8::timestamptz, $6), $6), $6::timestamptz + make_interval(days => least(7, ${retentionDays})), $6
from captcha.sites s
where s.id = $2 and (select count(*) < ${exportsMax.kept} and count(*) filter (where k.status in ('QUEUED', 'RUNNING')) < ${exportsMax.open}
  from captcha.exports k where k.site_id = s.id and k.status <> 'EXPIRED')
returning ${columns}`

/** Exports of a site, latest first, after the one with the id `after`. */
export async function listExports(
  db: Queries,
  query: { siteId: number; after: string | null; limit: number },
): Promise<StoredExport[]> {
  return db.query(
    'captcha-exports',
    `select ${columns} from captcha.exports e where e.site_id = $1 and ($2::uuid is null or e.id < $2) order by e.id desc limit $3`,
    [query.siteId, query.after, query.limit],
  )
}

export async function findExport(db: Queries, key: { siteId: number; id: string }): Promise<StoredExport | undefined> {
  const [row] = await db.query(
    'captcha-export',
    `select ${columns} from captcha.exports e where e.site_id = $1 and e.id = $2`,
    [key.siteId, key.id],
  )
  return row
}

/** Deletes an export; its format, or undefined when there was none. Its file cannot be reached any more, and is dropped by `dropParts`. */
export async function deleteExport(
  db: Queries,
  key: { siteId: number; id: string },
): Promise<ExportFormat | undefined> {
  const [row] = await db.query(
    'captcha-export-delete',
    'delete from captcha.exports where site_id = $1 and id = $2 returning format',
    [key.siteId, key.id],
  )
  return row?.format
}

/** Deletes all exports of a site: copies of what is being erased. */
export async function deleteExportsOf(db: Queries, siteId: number): Promise<void> {
  await db.query('captcha-exports-delete', 'delete from captcha.exports where site_id = $1', [siteId])
}

/** One part of a file; undefined when it is gone. */
export async function readPart(db: Queries, exportId: string, number: number): Promise<Buffer | undefined> {
  const [row] = await db.query(
    'captcha-export-part',
    'select data from captcha.export_parts where export_id = $1 and number = $2',
    [exportId, number],
  )
  return row?.data
}

/** Ends exports whose time is over, and forgets those that ended a month ago. Their files go by `dropParts`. */
export async function expireExports(db: Database, now: number): Promise<void> {
  await db.query(
    'captcha-exports-expire',
    `update captcha.exports set status = 'EXPIRED', lease_owner = null where expires_at <= $1 and status <> 'EXPIRED'`,
    [new Date(now)],
  )
  await db.query('captcha-exports-forget', `delete from captcha.exports where status = 'EXPIRED' and expires_at < $1`, [
    new Date(now - 30 * 86_400_000),
  ])
}

const partsAtATime = 200

/** Drops parts of files that are deleted or expired, some at a time; whether there may be more. */
export async function dropParts(db: Database): Promise<boolean> {
  const dropped = await db.query('captcha-export-parts-drop', dropStatement)
  return dropped.length === partsAtATime
}

// The order of the primary key, so that two processes never wait for each other in a circle.
const dropStatement = `
with old as (
  select p.export_id, p.number from captcha.export_parts p left join captcha.exports e on e.id = p.export_id
  where e.id is null or e.status = 'EXPIRED' order by p.export_id, p.number limit ${partsAtATime} for update of p skip locked
)
delete from captcha.export_parts p using old where p.export_id = old.export_id and p.number = old.number returning p.number`

/** A stored export as people see it. */
export function describeExport(row: StoredExport): Export {
  return {
    id: row.id,
    format: row.format,
    filters: shownFilter(filterOf(row)),
    status: row.status,
    progress: progressOf(row),
    rows: row.rows,
    truncated: row.truncated,
    bytes: row.bytes,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt.toISOString(),
  }
}

/** The filter as it was asked for. */
export function filterOf(row: Pick<StoredExport, 'filters'>): LogFilter {
  return logFilterSchema.parse(row.filters)
}

/** The last verification that is written. */
export function positionOf({ afterAt, afterId }: StoredExport): LogPosition | null {
  return afterAt === null || afterId === null ? null : { issuedAt: afterAt, id: afterId }
}

/** How much of its time is read: 0 … 1, and 1 only at the end. */
function progressOf({ status, from, to, afterAt }: StoredExport): number {
  if (status === 'DONE' || status === 'EXPIRED') return 1
  const whole = to.getTime() - from.getTime()
  if (afterAt === null || whole <= 0) return 0
  return Math.min(0.99, Math.max(0, Math.round(((to.getTime() - afterAt.getTime()) / whole) * 100) / 100))
}

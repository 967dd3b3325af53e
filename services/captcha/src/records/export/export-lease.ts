import type { Database, Queries } from '@bollard/database'
import type { LogPosition } from '../log/log-cursor.ts'
import type { StoredExport } from './exports.ts'

/** Whoever holds an export works at it alone for so long after its last sign. */
export const leaseMs = 30_000
/** So often in a row an export may fail, or be left behind by a process that was killed, before it is given up. */
const failuresMax = 5

/** Takes the export that waited longest and nobody works at; its id, or undefined when there is none. */
export async function claimExport(
  db: Queries,
  owner: string,
  now: number,
): Promise<{ readonly id: string; readonly siteId: number } | undefined> {
  const [row] = await db.query('captcha-export-claim', claimStatement, [owner, new Date(now), new Date(now + leaseMs)])
  return row
}

// A lease that was neither given back nor kept up is one of a process that died.
const claimStatement = `
update captcha.exports e set
  status = case when next.failures > ${failuresMax} then 'FAILED' else 'RUNNING' end, failures = next.failures, served_at = $2,
  finished_at = case when next.failures > ${failuresMax} then $2 end,
  lease_owner = $1, lease_until = $3
from (
  select k.id, (k.failures + case when k.lease_until is null then 0 else 1 end)::smallint as failures
  from captcha.exports k where k.status in ('QUEUED', 'RUNNING') and (k.lease_until is null or k.lease_until < $2)
  order by k.served_at, k.id limit 1 for update skip locked
) next where e.id = next.id returning e.id, e.site_id as "siteId", e.status`

/** What was written since the last time. */
export interface Progress {
  /** The part as stored, and its text's length and the checksum up to its end; null when there is no new text. */
  readonly part: { readonly data: Buffer; readonly bytes: number; readonly crc: number } | null
  readonly rows: number
  readonly position: LogPosition | null
  readonly end: { readonly truncated: boolean } | null
}

/**
 * Stores a part and where it ends, in one transaction, so that after a crash the next one goes on right there. False when
 * the export was deleted, has expired or is somebody else's by now: then nothing is stored.
 */
export async function saveProgress(
  db: Database,
  owner: string,
  job: Pick<StoredExport, 'id' | 'parts'>,
  { part, rows, position, end }: Progress,
  now: number,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const kept = await tx.query('captcha-export-save', saveStatement, [
      job.id,
      owner,
      job.parts,
      part === null ? 0 : 1,
      rows,
      part?.bytes ?? 0,
      part?.crc ?? null,
      part?.data.length ?? 0,
      position?.issuedAt ?? null,
      position?.id ?? null,
      new Date(now),
      new Date(now + leaseMs),
      end !== null,
      end?.truncated ?? false,
    ])
    if (kept.length === 0) return false
    if (part !== null)
      await tx.query(
        'captcha-export-part-insert',
        'insert into captcha.export_parts (export_id, number, data) values ($1, $2, $3)',
        [job.id, job.parts, part.data],
      )
    return true
  })
}

const saveStatement = `
update captcha.exports set part_count = part_count + $4, row_count = row_count + $5, byte_count = byte_count + $6, crc = coalesce($7, crc),
  compressed_bytes = compressed_bytes + $8, after_at = coalesce($9, after_at), after_id = coalesce($10, after_id), failures = 0,
  truncated = $14, status = case when $13 then 'DONE' else 'RUNNING' end, finished_at = case when $13 then $11::timestamptz end,
  lease_until = case when $13 then null else $12::timestamptz end, lease_owner = case when $13 then null else lease_owner end
where id = $1 and lease_owner = $2 and part_count = $3 and status = 'RUNNING' returning id`

/** Gives an export back, for whoever comes next. */
export async function releaseExport(
  db: Queries,
  owner: string,
  id: string,
  { failed, now }: { failed: boolean; now: number },
): Promise<void> {
  await db.query(
    'captcha-export-release',
    `update captcha.exports set lease_owner = null, lease_until = null, served_at = $3, failures = failures + $4::smallint
     where id = $1 and lease_owner = $2 and status = 'RUNNING'`,
    [id, owner, new Date(now), failed ? 1 : 0],
  )
}

import type { Erasure, ErasureRequest } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { deleteExportsOf } from '../export/exports.ts'
import type { LogPosition } from '../log/log-cursor.ts'
import { issuedAtOf } from '../store/verification-id.ts'
import { eraseRows } from './erase-slice.ts'

export interface StoredErasure {
  readonly id: string
  readonly scope: Erasure['scope']
  readonly status: Erasure['status']
  readonly erased: number
  readonly createdAt: Date
  readonly finishedAt: Date | null
}

const columns = `id, scope, status, erased::float8 as erased, created_at as "createdAt", finished_at as "finishedAt"`

const dayMs = 86_400_000

/** Of a site at a time. */
const runningMax = 3

/** The log's stages, see `erase-slice.ts`, and then the archive. */
export type ErasureStage = 0 | 1 | 2
export const inArchive: ErasureStage = 2

/**
 * Takes a request to erase, in a transaction: ids are erased at once, everything else waits for the eraser, and so do ids that may be in the
 * archive. Exports of the site are copies, so they go too. Undefined when the site has as many running as it may have.
 */
export async function requestErasure(
  tx: Queries,
  {
    id,
    siteId,
    request,
    createdBy,
    now,
    archives,
  }: {
    id: string
    siteId: number
    request: ErasureRequest
    createdBy: string
    now: number
    /** Whether days of the log are being archived here. */
    archives: boolean
  },
): Promise<StoredErasure | undefined> {
  const createdAt = new Date(now)
  await tx.query('captcha-erasure-lock', 'select id from captcha.sites where id = $1 for no key update', [siteId])
  if (request.verificationIds !== undefined) {
    const ids = await archivedOf(tx, siteId, request.verificationIds, { now, archives })
    if (ids.length > 0 && (await isBusy(tx, siteId))) return undefined
    const erased = await eraseRows(tx, siteId, request.verificationIds.flatMap(placeOf), false)
    if (erased > 0) await deleteExportsOf(tx, siteId)
    const values = [id, siteId, 'VERIFICATIONS', null, createdAt]
    if (ids.length > 0) return insert(tx, [...values, 'RUNNING', erased, createdBy, createdAt, null, inArchive, ids])
    return insert(tx, [...values, 'DONE', erased, createdBy, createdAt, createdAt, 0, null])
  }
  if (await isBusy(tx, siteId)) return undefined
  await deleteExportsOf(tx, siteId)
  const scope = request.network !== undefined ? 'NETWORK' : request.before !== undefined ? 'BEFORE' : 'ALL'
  // A past of networks is made of those visitors. Of a single network it goes within 30 days, for nobody here can tell which it is.
  if (scope === 'ALL')
    await tx.query('captcha-erasure-history', 'delete from captcha.network_history where site_id = $1', [siteId])
  const before = new Date(Math.min(now, request.before === undefined ? now : Date.parse(request.before)))
  return insert(tx, [
    id,
    siteId,
    scope,
    request.network ?? null,
    before,
    'RUNNING',
    0,
    createdBy,
    createdAt,
    null,
    0,
    null,
  ])
}

async function isBusy(tx: Queries, siteId: number): Promise<boolean> {
  const [running] = await tx.query(
    'captcha-erasures-running',
    `select count(*)::int as n from captcha.erasures where site_id = $1 and status = 'RUNNING'`,
    [siteId],
  )
  return (running?.n ?? 0) >= runningMax
}

/** Ids that the archive may have, or that are on their way into it at this moment: today's are in neither. */
async function archivedOf(
  tx: Queries,
  siteId: number,
  ids: readonly string[],
  { now, archives }: { now: number; archives: boolean },
): Promise<readonly string[]> {
  const today = Math.floor(now / dayMs) * dayMs
  const older = ids.filter((id) => issuedAtOf(id.toLowerCase()) < today)
  if (older.length === 0 || archives || (await hasArchived(tx, siteId))) return older
  return []
}

/** Whether the archive has anything of a site. */
export async function hasArchived(tx: Queries, siteId: number): Promise<boolean> {
  const [row] = await tx.query(
    'captcha-erasure-archived',
    'select exists (select from captcha.archived_days where site_id = $1) as archived',
    [siteId],
  )
  return row?.archived === true
}

async function insert(tx: Queries, values: readonly unknown[]): Promise<StoredErasure | undefined> {
  const [row] = await tx.query(
    'captcha-erasure-insert',
    // Bits of a host are cut off: a network of its own has none.
    `insert into captcha.erasures (id, site_id, scope, network, before_at, status, erased, created_by, created_at, finished_at, served_at, stage, verification_ids)
     values ($1, $2, $3, network($4::inet), $5, $6, $7, $8, $9, $10, $9, $11, $12) returning ${columns}`,
    values,
  )
  return row
}

/** An id of any other kind names no verification. */
function placeOf(id: string): LogPosition[] {
  const issuedAt = issuedAtOf(id.toLowerCase())
  return Number.isNaN(issuedAt) ? [] : [{ id, issuedAt: new Date(issuedAt) }]
}

/** Requests of a site, latest first, after the one with the id `after`. */
export async function listErasures(
  db: Queries,
  query: { siteId: number; after: string | null; limit: number },
): Promise<StoredErasure[]> {
  return db.query(
    'captcha-erasures',
    `select ${columns} from captcha.erasures where site_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3`,
    [query.siteId, query.after, query.limit],
  )
}

export async function findErasure(
  db: Queries,
  key: { siteId: number; id: string },
): Promise<StoredErasure | undefined> {
  const [row] = await db.query(
    'captcha-erasure',
    `select ${columns} from captcha.erasures where site_id = $1 and id = $2`,
    [key.siteId, key.id],
  )
  return row
}

export function describeErasure({ id, scope, status, erased, createdAt, finishedAt }: StoredErasure): Erasure {
  return {
    id,
    scope,
    status,
    erased,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  }
}

/** A request that is being carried out, and how far. */
export interface ErasureJob {
  readonly id: string
  readonly siteId: number
  readonly solutionId: string
  readonly network: string | null
  readonly verificationIds: readonly string[] | null
  readonly before: Date
  readonly stage: ErasureStage
  readonly afterAt: Date | null
  readonly afterId: string | null
}

/** Takes the request that waited longest and nobody works at. */
export async function claimErasure(
  db: Queries,
  owner: string,
  now: number,
  leaseMs: number,
): Promise<ErasureJob | undefined> {
  const [job] = await db.query(
    'captcha-erasure-claim',
    `update captcha.erasures e set lease_owner = $1, lease_until = $3, served_at = $2
     from (select k.id from captcha.erasures k where k.status = 'RUNNING' and (k.lease_until is null or k.lease_until < $2)
       order by k.served_at, k.id limit 1 for update skip locked) next
     where e.id = next.id
     returning e.id, e.site_id as "siteId", (select s.solution_id from captcha.sites s where s.id = e.site_id) as "solutionId",
       e.verification_ids as "verificationIds", e.network::text as network, e.before_at as before, e.stage, e.after_at as "afterAt", e.after_id as "afterId"`,
    [owner, new Date(now), new Date(now + leaseMs)],
  )
  return job
}

/** Notes how far a request has come, in the transaction that erased; false when it is somebody else's by now. */
export async function saveErasure(
  tx: Queries,
  owner: string,
  id: string,
  { erased, stage, after, until }: { erased: number; stage: ErasureStage; after: LogPosition | null; until: Date },
): Promise<boolean> {
  const rows = await tx.query(
    'captcha-erasure-save',
    `update captcha.erasures set erased = erased + $3, stage = $4, after_at = $5, after_id = $6, lease_until = $7
     where id = $1 and lease_owner = $2 and status = 'RUNNING' returning id`,
    [id, owner, erased, stage, after?.issuedAt ?? null, after?.id ?? null, until],
  )
  return rows.length > 0
}

/** Ends a request; what it named is forgotten, and so is every export that was made meanwhile. */
export async function finishErasure(tx: Queries, owner: string, { id, siteId }: ErasureJob, at: Date): Promise<void> {
  const rows = await tx.query(
    'captcha-erasure-finish',
    `update captcha.erasures set status = 'DONE', finished_at = $3, network = null, verification_ids = null, after_at = null, after_id = null, lease_owner = null, lease_until = null
     where id = $1 and lease_owner = $2 and status = 'RUNNING' returning id`,
    [id, owner, at],
  )
  if (rows.length === 0) return
  await deleteExportsOf(tx, siteId)
  // Summaries hold traces of the values of rows that are gone; upkeep makes them anew of what is left.
  await tx.query('captcha-erasure-summaries', 'delete from captcha.log_chunks where site_id = $1', [siteId])
}

/** Gives a request back, for whoever comes next; not before `until`, if given. */
export async function releaseErasure(
  db: Queries,
  owner: string,
  id: string,
  now: number,
  until: number | null = null,
): Promise<void> {
  await db.query(
    'captcha-erasure-release',
    'update captcha.erasures set lease_owner = null, lease_until = $4, served_at = $3 where id = $1 and lease_owner = $2',
    [id, owner, new Date(now), until === null ? null : new Date(until)],
  )
}

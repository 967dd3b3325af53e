import { randomUUIDv7 } from 'node:crypto'
import type { AccountExport } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import type { Call } from '../browser/read-call.ts'
import type { IdentityContext } from '../identity-context.ts'
import type { Actor } from '../session/actor.ts'
import { recordAudit } from '../users/audit.ts'
import { makeExport } from './make-export.ts'

interface ExportRow {
  readonly id: string
  readonly status: 'PENDING' | 'READY' | 'FAILED'
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly bytes: number | null
}

/** Begins an export; its file is made after the answer. Three a day. */
export async function createExport(context: IdentityContext, { userId }: Actor, call: Call): Promise<AccountExport> {
  const at = context.now()
  await context.limiter.take('exportPerUser', userId)
  const begun = await context.db.transaction(async (tx) => {
    const made = await beginExport(tx, userId, at)
    const target = { kind: 'account-export', id: made.id }
    await recordAudit(tx, call, at, { userId, action: 'account-export.requested', target })
    return made
  })
  carryOnExport(context, begun.id, userId)
  return begun
}

/** Writes down that an export is to be made, in the transaction of the caller. */
export async function beginExport(tx: Queries, userId: string, at: Date): Promise<AccountExport> {
  const id = randomUUIDv7()
  await tx.query('identity-export-create', createSql, [id, userId, at])
  return { id, status: 'PENDING', createdAt: at.toISOString(), expiresAt: null, bytes: null }
}

/** Makes its file, after that transaction and after the answer. */
export function carryOnExport(context: IdentityContext, exportId: string, userId: string): void {
  context.inBackground(() => makeExport({ ...context, db: context.workerDb }, exportId, userId))
}

export async function listExports(
  context: IdentityContext,
  { userId }: Pick<Actor, 'userId'>,
): Promise<{ items: AccountExport[] }> {
  const rows = await context.db.query(
    'identity-exports',
    `select ${columns} from identity.account_exports where user_id = $1 order by id desc`,
    [userId],
  )
  return { items: rows.map((row) => toExport(row, context.now())) }
}

export async function getExport(
  context: IdentityContext,
  { userId }: Pick<Actor, 'userId'>,
  exportId: string,
): Promise<AccountExport> {
  const [row] = await context.db.query(
    'identity-export',
    `select ${columns} from identity.account_exports where id = $1 and user_id = $2`,
    [exportId, userId],
  )
  if (!row) throw new ProblemError('not-found')
  return toExport(row, context.now())
}

/** The ZIP file of one's own export. */
export async function readExport(
  context: IdentityContext,
  actor: Pick<Actor, 'userId'>,
  exportId: string,
): Promise<Buffer> {
  const { status } = await getExport(context, actor, exportId)
  if (status === 'EXPIRED') throw new ProblemError('export-expired')
  const [row] = await context.db.query(
    'identity-export-file',
    'select file from identity.account_exports where id = $1 and user_id = $2',
    [exportId, actor.userId],
  )
  if (status !== 'READY' || !row?.file) throw new ProblemError('export-not-ready')
  return row.file
}

function toExport({ id, status, createdAt, expiresAt, bytes }: ExportRow, now: Date): AccountExport {
  const isOver = expiresAt !== null && expiresAt <= now
  return {
    id,
    status: isOver ? 'EXPIRED' : status,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    bytes: isOver ? null : bytes,
  }
}

const columns = 'id, status, created_at as "createdAt", expires_at as "expiresAt", length(file) as bytes'
const createSql = `insert into identity.account_exports (id, user_id, status, created_at, started_at) values ($1, $2, 'PENDING', $3, $3)`

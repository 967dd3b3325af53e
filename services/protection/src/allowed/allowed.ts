import type { Call, Caller } from '@bollard/access'
import { formatNetwork, parseNetwork } from '@bollard/addresses'
import { type AllowedVisitor, allowedVisitorsMax } from '@bollard/contracts'
import type { Queries, RowOf } from '@bollard/database'
import { decodeCursor, encodeCursor, ProblemError } from '@bollard/http'
import { createAllowList } from '@bollard/limits'
import { maskedNetwork } from '../access/masked-network.ts'
import { recordAudit } from '../access/record-audit.ts'
import { toProblem } from '../limiter/to-limiter.ts'
import type { WriteContext } from '../limiter/write-limiters.ts'
import { lockSpace, touchPolicy } from '../space/space.ts'

type AllowedNew = Pick<AllowedVisitor, 'field' | 'value' | 'until' | 'note'>

/** Newest first. */
export async function listAllowed(
  db: Queries,
  solutionId: string,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
  at: Date,
): Promise<{ items: AllowedVisitor[]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : decodeCursor(cursor)
  const rows = await db.query('protection-allowed-list', listSql, [solutionId, after, limit + 1, at])
  const items = rows.slice(0, limit).map(toAllowed)
  return { items, nextCursor: rows.length > limit ? encodeCursor(items.at(-1)?.id ?? '') : null }
}

/** Lets somebody pass. Throws `quota-exceeded`, `in-use` and `validation-failed`. */
export async function createAllowed(
  { db, now, newId }: WriteContext,
  actor: Caller,
  { solutionId, ...input }: AllowedNew & { readonly solutionId: string },
  call: Call,
): Promise<AllowedVisitor> {
  const { field, until, note } = input
  const value = normalValue(input)
  const [at, id] = [now(), newId()]
  return db.transaction(async (tx) => {
    await lockSpace(tx, solutionId)
    const [held] = await tx.query('protection-allowed-held', heldSql, [solutionId, field, value])
    if (held?.isThere === true)
      throw new ProblemError('in-use', undefined, { errors: [{ pointer: '/value', code: 'taken' }] })
    if ((held?.count ?? 0) >= allowedVisitorsMax)
      throw new ProblemError('quota-exceeded', `An allow-list may have ${allowedVisitorsMax} entries.`)
    await tx.query('protection-allowed-insert', insertSql, [
      id,
      solutionId,
      field,
      value,
      until,
      note,
      at,
      actor.userId,
    ])
    await touchPolicy(tx, solutionId)
    await recordAudit(tx, actor, call, at, {
      solutionId,
      action: 'allowed-visitor.created',
      target: { kind: 'allowed-visitor', id },
      after: { field, value: masked(field, value), until, note },
    })
    const createdAt = at.toISOString()
    return { id, field, value, until, note, createdAt, createdBy: actor.userId, used: 0 }
  })
}

/** Throws `not-found`. */
export async function deleteAllowed(
  { db, now }: WriteContext,
  actor: Caller,
  { solutionId, id }: { readonly solutionId: string; readonly id: string },
  call: Call,
): Promise<void> {
  const at = now()
  await db.transaction(async (tx) => {
    await lockSpace(tx, solutionId)
    const [row] = await tx.query('protection-allowed-delete', deleteSql, [solutionId, id])
    if (row === undefined) throw new ProblemError('not-found')
    await touchPolicy(tx, solutionId)
    await recordAudit(tx, actor, call, at, {
      solutionId,
      action: 'allowed-visitor.deleted',
      target: { kind: 'allowed-visitor', id },
      before: { field: row.field, value: masked(row.field, row.value), note: row.note },
    })
  })
}

/** Throws `validation-failed` for what names nobody. */
function normalValue({ field, value, note }: AllowedNew): string {
  try {
    createAllowList([{ field, value, note, until: null }])
  } catch (error) {
    toProblem(error)
  }
  const network = field === 'address' ? parseNetwork(value) : null
  return network === null ? value : formatNetwork(network)
}

function masked(field: AllowedVisitor['field'], value: string): string {
  return field === 'address' ? maskedNetwork(value) : value
}

function toAllowed(row: RowOf<'protection-allowed-list'>): AllowedVisitor {
  return { ...row, until: row.until?.toISOString() ?? null, createdAt: row.createdAt.toISOString() }
}

const listSql = `select a.id, a.field, a.value, a.until, a.note, a.created_at as "createdAt", a.created_by as "createdBy",
    (select coalesce(sum(u.requests), 0)::int from protection.allowed_days u
      where u.allowed_id = a.id and u.day > ($4::timestamptz at time zone 'UTC')::date - 30) as used
  from protection.allowed_visitors a where a.solution_id = $1 and ($2::uuid is null or a.id < $2) order by a.id desc limit $3`
const heldSql = `select count(*)::int as count, coalesce(bool_or(field = $2 and value = $3), false) as "isThere"
  from protection.allowed_visitors where solution_id = $1`
const insertSql = `insert into protection.allowed_visitors (id, solution_id, field, value, until, note, created_at, created_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`
const deleteSql =
  'delete from protection.allowed_visitors where solution_id = $1 and id = $2 returning field, value, note'

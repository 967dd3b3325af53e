import type { Call, Caller } from '@bollard/access'
import { parseNetwork } from '@bollard/addresses'
import { type LimiterOverride, limiterOverridesMax } from '@bollard/contracts'
import type { Queries, RowOf } from '@bollard/database'
import { decodeCursor, encodeCursor, ProblemError } from '@bollard/http'
import { normalValue } from '@bollard/limits'
import { maskedNetwork } from '../access/masked-network.ts'
import { recordAudit } from '../access/record-audit.ts'
import type { LimiterConfig } from '../limiter/to-limiter.ts'
import type { WriteContext } from '../limiter/write-limiters.ts'
import { lockSpace, touchPolicy } from '../space/space.ts'

/** A limiter of a solution. */
interface OfLimiter {
  readonly solutionId: string
  readonly limiterId: string
}
type OverrideNew = Pick<LimiterOverride, 'values' | 'limit' | 'until' | 'note'>
type Paging = { readonly limit: number; readonly cursor?: string | undefined }

/** Newest first. Throws `not-found` for an unknown limiter. */
export async function listOverrides(
  db: Queries,
  of: OfLimiter,
  { limit, cursor }: Paging,
): Promise<{ items: LimiterOverride[]; nextCursor: string | null }> {
  await readKey(db, of)
  const after = cursor === undefined ? null : decodeCursor(cursor)
  const rows = await db.query('protection-overrides', listSql, [of.limiterId, after, limit + 1])
  const items = rows.slice(0, limit).map(toOverride)
  return { items, nextCursor: rows.length > limit ? encodeCursor(items.at(-1)?.id ?? '') : null }
}

/** Another limit for a key, in place of one that it had. Throws `not-found`, `quota-exceeded` and `validation-failed`. */
export async function createOverride(
  { db, now, newId }: WriteContext,
  actor: Caller,
  { solutionId, limiterId, ...input }: OverrideNew & OfLimiter,
  call: Call,
): Promise<LimiterOverride> {
  const [at, id] = [now(), newId()]
  return db.transaction(async (tx) => {
    await lockSpace(tx, solutionId)
    const values = normalValues(await readKey(tx, { solutionId, limiterId }), input.values)
    await tx.query('protection-override-replace', replaceSql, [limiterId, values])
    const [held] = await tx.query('protection-override-count', countSql, [limiterId])
    if ((held?.count ?? 0) >= limiterOverridesMax)
      throw new ProblemError('quota-exceeded', `A limiter may have ${limiterOverridesMax} overrides.`)
    const made = [id, limiterId, solutionId, values, input.limit, input.until, input.note, at, actor.userId]
    const [row] = await tx.query('protection-override-insert', insertSql, made)
    if (row === undefined) throw new Error('a row that was just inserted is not there')
    await touchPolicy(tx, solutionId)
    const after = { values: values.map(maskedValue), limit: input.limit, until: input.until, note: input.note }
    await recordAudit(tx, actor, call, at, {
      solutionId,
      action: 'limiter-override.created',
      target: { kind: 'limiter', id: limiterId },
      after,
    })
    return toOverride(row)
  })
}

/** The limiter's own limit holds again. Throws `not-found`. */
export async function deleteOverride(
  { db, now }: WriteContext,
  actor: Caller,
  { solutionId, limiterId, id }: OfLimiter & { readonly id: string },
  call: Call,
): Promise<void> {
  const at = now()
  await db.transaction(async (tx) => {
    await lockSpace(tx, solutionId)
    const [row] = await tx.query('protection-override-delete', deleteSql, [solutionId, limiterId, id])
    if (row === undefined) throw new ProblemError('not-found')
    await touchPolicy(tx, solutionId)
    await recordAudit(tx, actor, call, at, {
      solutionId,
      action: 'limiter-override.deleted',
      target: { kind: 'limiter', id: limiterId },
      before: { values: row.values.map(maskedValue), limit: row.limit, note: row.note },
    })
  })
}

async function readKey(db: Queries, { solutionId, limiterId }: OfLimiter): Promise<LimiterConfig['key']> {
  const [row] = await db.query('protection-limiter-key', keySql, [solutionId, limiterId])
  if (row === undefined) throw new ProblemError('not-found')
  return row.config.key
}

const faults: Readonly<Record<string, string>> = {
  network: 'bad-network',
  operator: 'bad-operator',
  country: 'unknown-country',
  path: 'invalid',
  email: 'email',
}

/** Values as keys have them, in their one spelling; a network as wide as it was written. */
function normalValues(key: LimiterConfig['key'], values: readonly string[]): string[] {
  const fail = (index: number, code: string) => ({ pointer: index < 0 ? '/values' : `/values/${index}`, code })
  const errors = values.length === key.length ? [] : [fail(-1, 'one-for-each-part')]
  const normal = values.map((value, index) => {
    const part = key[index]
    const known = value === '*' || part === undefined ? value : normalValue(part, value)
    if (known === null) errors.push(fail(index, faults[part?.from ?? ''] ?? 'invalid'))
    return known ?? value
  })
  if (errors.length > 0) throw new ProblemError('validation-failed', undefined, { errors })
  return normal
}

/** Of an address the audit log keeps a part. */
function maskedValue(value: string): string {
  return parseNetwork(value) === null ? value : maskedNetwork(value)
}

function toOverride(row: RowOf<'protection-overrides'>): LimiterOverride {
  return { ...row, until: row.until?.toISOString() ?? null, createdAt: row.createdAt.toISOString() }
}

const columns = 'id, values, max as "limit", until, note, created_at as "createdAt", created_by as "createdBy"'
const listSql = `select ${columns} from protection.limiter_overrides where limiter_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3`
const replaceSql = 'delete from protection.limiter_overrides where limiter_id = $1 and values = $2::text[]'
const countSql = 'select count(*)::int as count from protection.limiter_overrides where limiter_id = $1'
const insertSql = `insert into protection.limiter_overrides (id, limiter_id, solution_id, values, max, until, note, created_at, created_by)
  values ($1, $2, $3, $4::text[], $5, $6, $7, $8, $9) returning ${columns}`
const deleteSql = `delete from protection.limiter_overrides where solution_id = $1 and limiter_id = $2 and id = $3
  returning values, max as "limit", note`
const keySql = 'select config from protection.limiters where solution_id = $1 and id = $2'

import type { ConversionExport } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import type { IdentityContext } from '../identity-context.ts'
import { isUuid } from '../users/user.ts'

/** What of a batch is neither sent nor given back; what became too old after the upload may have arrived in time. */
export const openInExport = `(c.state IN ('ELIGIBLE', 'FAILED_RETRY') OR (c.state = 'INELIGIBLE' AND c.reason = 'EXPIRED'))`

/** Batches, newest first, from before one on; `only` names one. */
export async function readExports(
  db: Queries,
  { only = null, before = null, limit }: { only?: string | null; before?: string | null; limit: number },
): Promise<ConversionExport[]> {
  const rows = await db.query('identity-conversion-exports', exportsSql, [only, before, limit])
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }))
}

/** Throws `not-found`. */
export async function readConversionExport(db: Queries, id: string): Promise<ConversionExport> {
  const [found] = await readExports(db, { only: id, limit: 1 })
  if (!found) throw new ProblemError('not-found')
  return found
}

const exportsSql = `select e.id, e.created_by::text as "createdBy", e.created_at as "createdAt",
    count(c.id) filter (where ${openInExport})::int as open, count(c.id) filter (where c.state in ('SENT', 'CONFIRMED'))::int as sent
  from identity.conversion_exports e left join identity.conversions c on c.export_id = e.id
  where ($1::uuid is null or e.id = $1) and ($2::uuid is null or e.id < $2) group by e.id order by e.id desc limit $3`

/** A page of batches, newest first; for administrators. */
export async function listConversionExports(
  context: IdentityContext,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<{ items: ConversionExport[]; nextCursor: string | null }> {
  if (cursor !== undefined && !isUuid(cursor))
    throw new ProblemError('invalid-parameter', 'The cursor is not one of an earlier answer.')
  const rows = await readExports(context.db, { before: cursor ?? null, limit: limit + 1 })
  const items = rows.slice(0, limit)
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}

import type { ConversionExport } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'

interface ExportRow {
  readonly id: string
  readonly createdBy: string
  readonly createdAt: Date
  readonly open: number
  readonly sent: number
}

/** What of a batch is neither sent nor given back; what became too old after the upload may have arrived in time. */
export const openInExport = `(c.state IN ('ELIGIBLE', 'FAILED_RETRY') OR (c.state = 'INELIGIBLE' AND c.reason = 'EXPIRED'))`

/** Batches, newest first, from before one on; `only` names one. */
export async function readExports(
  db: Queries,
  { only = null, before = null, limit }: { only?: string | null; before?: string | null; limit: number },
): Promise<ConversionExport[]> {
  const rows = await db.query<ExportRow>('identity-conversion-exports', exportsSql, [only, before, limit])
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }))
}

/** Throws `not-found`. */
export async function readExport(db: Queries, id: string): Promise<ConversionExport> {
  const [found] = await readExports(db, { only: id, limit: 1 })
  if (!found) throw new ProblemError('not-found')
  return found
}

const exportsSql = `SELECT e.id, e.created_by::text AS "createdBy", e.created_at AS "createdAt",
    count(c.id) FILTER (WHERE ${openInExport})::int AS open, count(c.id) FILTER (WHERE c.state IN ('SENT', 'CONFIRMED'))::int AS sent
  FROM identity.conversion_exports e LEFT JOIN identity.conversions c ON c.export_id = e.id
  WHERE ($1::uuid IS NULL OR e.id = $1) AND ($2::uuid IS NULL OR e.id < $2) GROUP BY e.id ORDER BY e.id DESC LIMIT $3`

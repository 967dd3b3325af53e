import type { Impact, ReportStage, StatusReport } from '@bollard/contracts'
import type { Queries, RowOf } from '@bollard/database'
import { decodeCursor, encodeCursor, ProblemError } from '@bollard/http'

export type ReportRow = RowOf<'monitoring-report'>

interface ReportQuery {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly statusPageId?: string | undefined
  readonly state?: 'OPEN' | 'RESOLVED' | undefined
}

/** A page of the reports of a solution, newest first. */
export async function listReports(
  db: Queries,
  solutionId: string,
  { limit, cursor, statusPageId, state }: ReportQuery,
): Promise<{ items: StatusReport[]; nextCursor: string | null }> {
  const before = cursor === undefined ? null : decodeCursor(cursor)
  const rows = await db.query('monitoring-reports', listSql, [
    solutionId,
    before,
    statusPageId ?? null,
    state ?? null,
    limit + 1,
  ])
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { items: page.map(toReport), nextCursor: rows.length > limit && last ? encodeCursor(last.id) : null }
}

/** One report with its updates. Throws `not-found`. */
export async function readReport(db: Queries, solutionId: string, id: string): Promise<StatusReport> {
  const [row] = await db.query('monitoring-report', oneSql, [solutionId, id])
  if (row === undefined) throw new ProblemError('not-found')
  return toReport(row)
}

/** An update as it lies in the JSON of its report. */
export interface UpdateRow {
  readonly id: string
  readonly at: string
  readonly stage: ReportStage
  readonly text: string
  readonly correctedAt: string | null
  readonly impacts: { readonly componentId: string; readonly impact: Impact }[]
}

function toReport({ startedAt, resolvedAt, updates, ...row }: ReportRow): StatusReport {
  return {
    ...row,
    startedAt: startedAt.toISOString(),
    resolvedAt: resolvedAt?.toISOString() ?? null,
    updates: timesOf(updates),
  }
}

/** Updates as PostgreSQL wrote them into JSON, with times as every answer writes them. */
export function timesOf(updates: unknown): UpdateRow[] {
  return (updates as UpdateRow[]).map(({ at, correctedAt, ...update }) => ({
    ...update,
    at: new Date(at).toISOString(),
    correctedAt: correctedAt === null ? null : new Date(correctedAt).toISOString(),
  }))
}

/** The updates of a report `r`, oldest first. */
export const updatesOf = `(select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'at', u.at, 'stage', u.stage, 'text', u.text, 'impacts', u.impacts,
      'correctedAt', u.corrected_at)
    order by u.id), '[]') from monitoring.report_updates u where u.report_id = r.id) as updates`
const columns = `r.id, r.page_id as "statusPageId", r.title, r.stage, r.started_at as "startedAt", r.resolved_at as "resolvedAt", r.version, ${updatesOf}`
const listSql = `select ${columns} from monitoring.status_reports r
  where r.solution_id = $1 and ($2::uuid is null or r.id < $2) and ($3::uuid is null or r.page_id = $3)
    and ($4::text is null or (r.resolved_at is null) = ($4 = 'OPEN'))
  order by r.id desc limit $5`
const oneSql = `select ${columns} from monitoring.status_reports r where r.solution_id = $1 and r.id = $2`

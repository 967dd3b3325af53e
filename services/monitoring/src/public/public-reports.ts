import { type Impact, type PublicReport, recentReportDays } from '@bollard/contracts'
import type { Queries, RowOf } from '@bollard/database'
import { timesOf, updatesOf } from '../report/stored-reports.ts'

/** At most so many stand on a page at once. */
const shownMax = 50

/** Open reports of a page and those that ended lately, newest first. */
export async function findCurrentReports(db: Queries, pageId: string, at: Date): Promise<PublicReport[]> {
  const since = new Date(at.getTime() - recentReportDays * 86_400_000)
  const rows = await db.query('monitoring-public-reports', currentSql, [pageId, since, shownMax])
  return rows.map(toPublic)
}

/** Reports that began within a span, newest first. */
export async function findReportsBetween(db: Queries, pageId: string, from: Date, to: Date): Promise<PublicReport[]> {
  return (await db.query('monitoring-public-reports-between', betweenSql, [pageId, from, to])).map(toPublic)
}

/** One report of a page; null where it has no such report. */
export async function findReport(db: Queries, pageId: string, id: string): Promise<PublicReport | null> {
  const [row] = await db.query('monitoring-public-report', oneSql, [pageId, id])
  return row === undefined ? null : toPublic(row)
}

/** When the first report of a page began. */
export async function findFirstReport(db: Queries, pageId: string): Promise<Date | null> {
  const [row] = await db.query('monitoring-public-first-report', firstSql, [pageId])
  return row?.first ?? null
}

/** What open reports say of components by now, and since when. */
export function impactsOf(reports: readonly PublicReport[]): Map<string, { impact: Impact; since: string }> {
  const worst = new Map<string, { impact: Impact; since: string }>()
  for (const { startedAt, updates } of reports.filter(({ resolvedAt }) => resolvedAt === null)) {
    const said = new Map(
      updates.toReversed().flatMap(({ impacts }) => impacts.map(({ componentId, impact }) => [componentId, impact])),
    )
    for (const [componentId, impact] of said) {
      const known = worst.get(componentId)
      if (known === undefined || rank[impact] > rank[known.impact]) worst.set(componentId, { impact, since: startedAt })
    }
  }
  return worst
}

const rank: Readonly<Record<Impact, number>> = { UP: 0, DEGRADED: 1, DOWN: 2 }

function toPublic({ startedAt, resolvedAt, updates, ...report }: RowOf<'monitoring-public-report'>): PublicReport {
  return {
    ...report,
    startedAt: startedAt.toISOString(),
    resolvedAt: resolvedAt?.toISOString() ?? null,
    updates: timesOf(updates)
      .toReversed()
      .map(({ at, correctedAt, stage, text, impacts }) => ({ at, correctedAt, stage, text, impacts })),
  }
}

const columns = `r.id, r.title, r.stage, r.started_at as "startedAt", r.resolved_at as "resolvedAt", ${updatesOf}`
const currentSql = `select ${columns} from monitoring.status_reports r where r.page_id = $1 and (r.resolved_at is null or r.resolved_at >= $2)
  order by (r.resolved_at is null) desc, r.started_at desc, r.id desc limit $3`
const betweenSql = `select ${columns} from monitoring.status_reports r where r.page_id = $1 and r.started_at >= $2 and r.started_at < $3
  order by r.started_at desc, r.id desc limit 500`
const oneSql = `select ${columns} from monitoring.status_reports r where r.page_id = $1 and r.id = $2`
const firstSql = 'select min(started_at) as first from monitoring.status_reports where page_id = $1'

import type { PublicMaintenance, PublicReport } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import type { BuiltPage } from './build-page.ts'
import { maintenanceBetween } from './public-maintenance.ts'
import { findReportsBetween } from './public-reports.ts'

/** Reports and maintenance of a month such as `2026-11` of the page's time zone, newest first. */
export async function readHistory(
  db: Queries,
  { page, windows, components }: BuiltPage,
  month: string,
): Promise<{ month: string; reports: PublicReport[]; maintenance: PublicMaintenance[] }> {
  const [bounds] = await db.query('monitoring-public-month', monthSql, [`${month}-01`, page.timeZone])
  if (bounds === undefined) throw new Error('PostgreSQL always answers with bounds')
  const reports = await findReportsBetween(db, page.id, bounds.from, bounds.to)
  const planned = maintenanceBetween(windows, components, bounds.from.getTime(), bounds.to.getTime())
  return { month, reports, maintenance: planned.toReversed() }
}

const monthSql = `select ($1::date::timestamp at time zone $2) as "from", (($1::date + interval '1 month') at time zone $2) as "to"`

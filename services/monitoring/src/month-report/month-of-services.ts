import type { Queries } from '@bollard/database'
import { readMonthReport } from './month-reports.ts'

/** A month of one service, as reports of other services of the installation tell it. */
export interface MonthOfService {
  readonly name: string
  readonly uptimePercent: number | null
  readonly downSeconds: number
  readonly outages: number
}

/** Of one report. */
const servicesMax = 100

/** A month of all services of a solution, by name; null where it monitors nothing. */
export async function readMonthOfServices(
  db: Queries,
  now: Date,
  { solutionId, month }: { readonly solutionId: string; readonly month: string },
): Promise<MonthOfService[] | null> {
  const services = await db.query('monitoring-month-services', servicesSql, [solutionId, servicesMax])
  if (services.length === 0) return null
  const told: MonthOfService[] = []
  for (const { id, name } of services) {
    const asked = { solutionId, serviceId: id, month, method: 'DURATION' } as const
    const { uptimePercent, downSeconds, outages } = await readMonthReport(db, now, asked)
    told.push({ name, uptimePercent, downSeconds, outages: outages.length })
  }
  return told
}

const servicesSql = 'select id, name from monitoring.services where solution_id = $1 order by lower(name), id limit $2'

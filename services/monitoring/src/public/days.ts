import type { PublicComponent } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { dayAt, partsPerMillion, responseTimes } from '@bollard/uptime'

const dayMs = 86_400_000

/** The figures of a component that hardly change within minutes. */
export type Figures = Pick<
  PublicComponent,
  'uptimePercent' | 'downSeconds' | 'degradedSeconds' | 'maintenanceSeconds' | 'responseTimes'
>

export interface Days {
  /** The first day, such as `2026-08-30`; the last one is today. */
  readonly first: string
  readonly count: number
}

/** The last `count` days of a zone. */
export function lastDays(timeZone: string, count: number, now: number): Days {
  const today = Date.parse(dayAt(timeZone, now).day)
  return { first: new Date(today - (count - 1) * dayMs).toISOString().slice(0, 10), count }
}

/** Figures of services, by their ids; today reaches to its last whole hour. */
export async function readFigures(
  db: Queries,
  { solutionId, serviceIds }: { readonly solutionId: string; readonly serviceIds: readonly string[] },
  days: Days,
  times: { readonly shown: boolean; readonly at: Date },
): Promise<Map<string, Figures>> {
  const rows = await db.query('monitoring-public-days', daysSql, [solutionId, days.first, serviceIds])
  const known = new Map(rows.map((row) => [row.serviceId, row]))
  const since = new Date(times.at.getTime() - dayMs)
  const hours = times.shown ? await db.query('monitoring-public-hours', hoursSql, [solutionId, serviceIds, since]) : []
  const byService = Map.groupBy(hours, ({ serviceId }) => serviceId)
  return new Map(
    serviceIds.map((serviceId) => {
      const found = known.get(serviceId)
      const spread = (seconds: readonly number[] | null | undefined): number[] =>
        spreadOver(days, found?.days ?? [], seconds ?? [])
      const parts = partsPerMillion({ good: Number(found?.up ?? 0), counted: Number(found?.counted ?? 0) })
      return [
        serviceId,
        {
          uptimePercent: parts === null ? null : parts / 10_000,
          downSeconds: spread(found?.down),
          degradedSeconds: spread(found?.degraded),
          maintenanceSeconds: spread(found?.maintenance),
          responseTimes: times.shown ? toTimes(byService.get(serviceId) ?? []) : null,
        },
      ]
    }),
  )
}

function spreadOver({ count }: Days, at: readonly number[], seconds: readonly number[]): number[] {
  const spread = Array.from({ length: count }, () => -1)
  for (const [index, day] of at.entries()) if (day < count) spread[day] = seconds[index] ?? 0
  return spread
}

function toTimes(hours: readonly { at: Date; rollup: Parameters<typeof responseTimes>[0] }[]) {
  return hours.flatMap(({ at, rollup }) => {
    const times = responseTimes(rollup)
    if (times === null) return []
    const ms = (share: number): number => Math.round(times.percentile(share) * 10) / 10
    return [{ at: at.toISOString(), p50Ms: ms(0.5), p95Ms: ms(0.95) }]
  })
}

const ofState = (state: string): string =>
  `array_agg(((rollup -> 'time' ->> '${state}')::numeric / 1000)::int order by day)`
// One row a service, since a row a day would take longer to read than to find.
const daysSql = `select service_id as "serviceId", sum(up_seconds) as up, sum(counted_seconds) as counted,
    array_agg(day - $2::date order by day) as days, array_agg(down_seconds order by day) as down,
    ${ofState('DEGRADED')} as degraded, ${ofState('MAINTENANCE')} as maintenance
  from monitoring.day_rollups where solution_id = $1 and day >= $2::date and service_id = any ($3::uuid[]) group by service_id`
const hoursSql = `select service_id as "serviceId", at, rollup from monitoring.hour_rollups
  where solution_id = $1 and service_id = any ($2::uuid[]) and at >= $3 order by at`

import type { RollupAnswer, rollupSteps } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { dayAt, mergeRollUps, minuteAt, responseTimes, type RollUp, rollUpOf } from '@bollard/uptime'
import { assertSpan } from './uptime.ts'

interface Asked {
  readonly solutionId: string
  readonly serviceId: string
  readonly from: string
  readonly to: string
  readonly step: (typeof rollupSteps)[number]
  readonly timeZone: string
}

const daysMax = { MINUTE: 2, HOUR: 60, DAY: 400 } as const

/** Counts and response times of a service, oldest first. Minutes are made of single results, which are kept for two days. */
export async function listRollups(
  db: Queries,
  { solutionId, serviceId, step, timeZone, ...asked }: Asked,
): Promise<{ items: RollupAnswer[]; nextCursor: null }> {
  const [from, until] = assertSpan(asked, daysMax[step])
  const values = [solutionId, serviceId, from, until]
  if (step === 'MINUTE') {
    const results = await db.query('monitoring-results-between', resultsSql, values)
    return { items: byMinute(results), nextCursor: null }
  }
  if (step === 'HOUR') {
    const rows = await db.query('monitoring-hours-between', hoursSql, values)
    return { items: rows.map(({ at, rollup }) => toAnswer(at, rollup)), nextCursor: null }
  }
  const [first, last] = [dayAt(timeZone, from.getTime()).day, dayAt(timeZone, until.getTime() - 1).day]
  const rows = await db.query('monitoring-days-between', daysSql, [solutionId, serviceId, first, last])
  return { items: rows.map(({ day, rollup }) => toAnswer(startOf(timeZone, day), rollup)), nextCursor: null }
}

/** The first moment of a day such as `2026-11-27`: noon in UTC lies in it or in one beside it, whatever the zone. */
export function startOf(timeZone: string, day: string): Date {
  const noon = Date.parse(`${day}T12:00:00Z`)
  const found = [-12, 0, 12].map((hours) => dayAt(timeZone, noon + hours * 3_600_000)).find((one) => one.day === day)
  return new Date(found?.from ?? noon)
}

export interface ResultRow {
  readonly at: Date
  readonly verdict: Parameters<typeof rollUpOf>[0]['verdict']
  readonly totalMs: number
}

/** The roll-up of a single result. */
export function rollUpOfRow({ verdict, totalMs }: ResultRow): RollUp {
  return rollUpOf({ verdict, phases: { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, totalMs } })
}

function byMinute(results: readonly ResultRow[]): RollupAnswer[] {
  const minutes = Map.groupBy(results, ({ at }) => minuteAt(at.getTime()).from)
  return [...minutes].map(([from, rows]) => toAnswer(new Date(from), mergeRollUps(rows.map(rollUpOfRow))))
}

/** A roll-up as it is shown. What was imported has no percentiles. */
export function toAnswer(at: Date, rollup: RollUp): RollupAnswer {
  const { checks, time } = rollup
  const times = responseTimes(rollup)
  const percentile = (share: number): number | null =>
    rollup.sketch.length === 0 ? null : (times?.percentile(share) ?? null)
  return {
    at: at.toISOString(),
    checks: Object.values(checks).reduce((sum, count) => sum + count, 0),
    up: checks.UP,
    degraded: checks.DEGRADED,
    down: checks.DOWN,
    challenged: checks.CHALLENGED,
    unknown: checks.UNKNOWN,
    averageMs: times?.meanMs ?? null,
    minMs: times?.minMs ?? null,
    maxMs: times?.maxMs ?? null,
    p50Ms: percentile(0.5),
    p95Ms: percentile(0.95),
    p99Ms: percentile(0.99),
    downSeconds: time.DOWN / 1_000,
  }
}

const resultsSql = `select at, verdict, total_ms as "totalMs" from monitoring.results
  where solution_id = $1 and service_id = $2 and at >= $3 and at < $4 order by at`
const hoursSql = `select at, rollup from monitoring.hour_rollups where solution_id = $1 and service_id = $2 and at >= $3 and at < $4 order by at`
const daysSql = `select day::text as day, rollup from monitoring.day_rollups
  where solution_id = $1 and service_id = $2 and day >= $3::date and day <= $4::date order by day`

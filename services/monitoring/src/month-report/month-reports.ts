import { type MonitoringMonthReport, uptimeMethods } from '@bollard/contracts'
import type { Database, Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import {
  compareReports,
  freezeReport,
  type MonthReport,
  monthReport,
  monthWindow,
  partsPerMillion,
  type StateTime,
  type Uptime,
  UptimeFault,
  uptimeFormulas,
} from '@bollard/uptime'
import { assertService } from '../result/stored-results.ts'
import { readHistory, toCounts } from '../figures/uptime.ts'

type Method = (typeof uptimeMethods)[number]
/** A month as it was closed, by each formula. */
export type FrozenReports = Readonly<Record<Method, MonthReport>>

interface OfService {
  readonly solutionId: string
  readonly serviceId: string
}

/** Of one round. */
const atOnce = 500
/** What was slow to come is waited for so long after the end of a month. */
const waitHours = 3
/** Months that are closed belatedly, after workers did not run. */
const monthsBack = 3

/** The report of a month, as it was closed, or reckoned now. Throws `not-found` for a service or a month that is not there yet. */
export async function readMonthReport(
  db: Queries,
  now: Date,
  { month, method, ...service }: OfService & { readonly month: string; readonly method: Method },
): Promise<MonitoringMonthReport> {
  const { timeZone } = await assertService(db, service)
  const report = await reportOf(db, now, { ...service, month, timeZone, method })
  const before = await reportOf(db, now, { ...service, month: monthBefore(month), timeZone, method })
  return toAnswer(report, before)
}

/** Closes months that are over, of all services that had begun by then. Safe in several processes at once. Answers how many. */
export async function freezeMonths(db: Database, now: Date): Promise<number> {
  for (let frozen = 0; ;) {
    const due = await db.query('monitoring-months-due', dueSql, [now, waitHours, monthsBack, atOnce])
    for (const { month, ...rest } of due) {
      if (month === null) continue
      const one = { ...rest, month }
      const reports = await reckon(db, now, one)
      const closed = Object.fromEntries(
        uptimeMethods.map((method) => [method, freezeReport(reports[method], now.getTime())]),
      )
      await db.query('monitoring-month-freeze', freezeSql, [
        one.serviceId,
        one.month,
        one.solutionId,
        JSON.stringify(closed),
        now,
      ])
    }
    frozen += due.length
    if (due.length < atOnce) return frozen
  }
}

interface OfMonth extends OfService {
  readonly month: string
  readonly timeZone: string
}

async function reportOf(
  db: Queries,
  now: Date,
  { method, ...of }: OfMonth & { readonly method: Method },
): Promise<MonthReport> {
  const [frozen] = await db.query('monitoring-month-report', findSql, [of.solutionId, of.serviceId, of.month])
  return (frozen?.report ?? (await reckon(db, now, of)))[method]
}

async function reckon(
  db: Queries,
  now: Date,
  { solutionId, serviceId, month, timeZone }: OfMonth,
): Promise<FrozenReports> {
  try {
    const { from, until } = monthWindow(month, timeZone)
    const end = new Date(Math.min(until, now.getTime()))
    const history = await readHistory(db, { solutionId, serviceId, from: new Date(from), until: end })
    const rows = await db.query('monitoring-month-days', daysSql, [solutionId, serviceId, `${month}-01`])
    const days = Object.fromEntries(rows.map(({ day, rollup }) => [day, rollup]))
    const report = (method: Method): MonthReport =>
      monthReport({ month, timeZone, history, days, formula: uptimeFormulas[method], objective: null }, now.getTime())
    return { DURATION: report('DURATION'), CHECKS: report('CHECKS'), WEIGHTED: report('WEIGHTED') }
  } catch (error) {
    if (error instanceof UptimeFault) throw new ProblemError('not-found')
    throw error
  }
}

function monthBefore(month: string): string {
  const first = new Date(`${month}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() - 1)
  return first.toISOString().slice(0, 7)
}

function toAnswer(report: MonthReport, before: MonthReport): MonitoringMonthReport {
  const { checks, response } = report
  const time = (ms: number): string => new Date(ms).toISOString()
  const compared = compareReports(report, before)
  const inPercent = (parts: number | null): number | null => (parts === null ? null : parts / 10_000)
  return {
    month: report.month,
    timeZone: report.timeZone,
    from: time(report.from),
    to: time(report.until),
    complete: report.complete,
    frozenAt: report.frozenAt === null ? null : time(report.frozenAt),
    uptimePercent: percentOf(report.uptime),
    formula: report.formula,
    seconds: secondsOf(report.time),
    checks: toCounts(checks),
    response,
    outages: report.outages.map(({ from, until }) => ({ from: time(from), to: time(until) })),
    downSeconds: report.downMs / 1_000,
    longestOutageSeconds: report.longestOutageMs / 1_000,
    days: report.days.map(({ day, uptime }) => ({ day, uptimePercent: percentOf(uptime) })),
    comparison: {
      uptimePercent: {
        now: inPercent(compared.uptime.now),
        before: inPercent(compared.uptime.before),
        change: inPercent(compared.uptime.change),
      },
      downMs: compared.downMs,
      outages: compared.outages,
      longestOutageMs: compared.longestOutageMs,
      p95Ms: compared.p95Ms,
    },
  }
}

function percentOf(uptime: Uptime): number | null {
  const parts = partsPerMillion(uptime)
  return parts === null ? null : parts / 10_000
}

function secondsOf(time: StateTime): StateTime {
  return Object.fromEntries(Object.entries(time).map(([state, ms]) => [state, ms / 1_000])) as StateTime
}

const findSql = 'select report from monitoring.month_reports where solution_id = $1 and service_id = $2 and month = $3'
const daysSql = `select day::text as day, rollup from monitoring.day_rollups
  where solution_id = $1 and service_id = $2 and day >= $3::date and day < $3::date + interval '1 month'`
// A month whose hours are not all rolled up yet waits.
const dueSql = `select s.id as "serviceId", s.solution_id as "solutionId", p.time_zone as "timeZone", m.month
  from monitoring.services s join monitoring.spaces p on p.solution_id = s.solution_id
    cross join lateral (select to_char(local - make_interval(months => back), 'YYYY-MM') as month,
        (local - make_interval(months => back - 1)) at time zone p.time_zone as ends_at
      from generate_series(1, $3::int) back, date_trunc('month', ($1::timestamptz - make_interval(hours => $2)) at time zone p.time_zone) local) m
  where s.created_at < m.ends_at
    and not exists (select from monitoring.month_reports r where r.service_id = s.id and r.month = m.month)
    and not exists (select from monitoring.pending_hours h where h.service_id = s.id and h.hour < m.ends_at)
  order by s.id, m.month limit $4`
const freezeSql = `insert into monitoring.month_reports (service_id, month, solution_id, report, frozen_at) values ($1, $2, $3, $4::jsonb, $5)
  on conflict (service_id, month) do nothing`

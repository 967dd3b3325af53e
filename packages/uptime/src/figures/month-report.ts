import { UptimeFault } from '../calendar/uptime-fault.ts'
import { dayMs, dateOf, dayNumberFrom, momentOf, parseDay } from '../calendar/zone.ts'
import { type TimeWindow, lengthOf } from '../maintenance/time-window.ts'
import { type DowntimeBudget, downtimeBudget } from './budget.ts'
import { type RollUp, daysBetween, emptyRollUp, mergeRollUps, responseTimes } from './roll-up.ts'
import { type StateHistory, type StateTime, outagesBetween, timeByState, timeByStateOfEach } from './state-time.ts'
import { type Uptime, type UptimeFormula, isDownBy, partsPerMillion, uptimeOf } from './uptime.ts'

/** What a month's report is made of. */
export interface MonthMaterial {
  /** `2026-03` */
  readonly month: string
  readonly timeZone: string
  readonly history: StateHistory
  /** Roll-ups of days of the zone, by `2026-03-29`. Their time in states is not used: it comes from the history. */
  readonly days: Readonly<Record<string, RollUp>>
  readonly formula: UptimeFormula
  /** In parts of a million; null without one. */
  readonly objective: number | null
}

/** Everything a page or a file shows of a month, as plain JSON, with the formula it was computed with. */
export interface MonthReport {
  readonly version: 1
  readonly month: string
  readonly timeZone: string
  /** The whole month, or as much of it as has passed. */
  readonly from: number
  readonly until: number
  /** Whether the month has ended. */
  readonly complete: boolean
  readonly formula: UptimeFormula
  readonly uptime: Uptime
  readonly time: StateTime
  readonly checks: RollUp['checks']
  readonly response: {
    readonly meanMs: number
    readonly p50Ms: number
    readonly p95Ms: number
    readonly p99Ms: number
  } | null
  readonly outages: readonly TimeWindow[]
  /** What is missing to the whole uptime, halves included; by CHECKS as long as the outages were. */
  readonly downMs: number
  readonly longestOutageMs: number
  /** Of the objective over the whole month; null without one. */
  readonly budget: (DowntimeBudget & { readonly objective: number }) | null
  readonly days: readonly { readonly day: string; readonly uptime: Uptime }[]
  /** When it was closed: from then on it stays as it is. */
  readonly frozenAt: number | null
}

/** The month of a zone, such as `2026-03`. Throws an UptimeFault with the code `bad-date` for anything else. */
export function monthWindow(month: string, timeZone: string): TimeWindow {
  const first = parseDay(`${month}-01`, 'month')
  const { year, month: number } = dateOf(first)
  return {
    from: momentOf(timeZone, first * dayMs),
    until: momentOf(timeZone, dayNumberFrom(year, number + 1, 1) * dayMs),
  }
}

/**
 * The report of a month as far as it has passed at `now`. Throws what `monthWindow` throws, and `not-begun` for a month
 * to come.
 */
export function monthReport(material: MonthMaterial, now: number): MonthReport {
  const { month, timeZone, history, formula, objective } = material
  const { from, until: end } = monthWindow(month, timeZone)
  if (now <= from) throw new UptimeFault('not-begun', 'month', `${month} has not begun`)
  const until = Math.min(now, end)
  const days = daysBetween(timeZone, from, end).filter((day) => day.from < until)
  const edges = [...days.map((day) => day.from), until]
  const rollUps = days.map(
    ({ day }) => (Object.hasOwn(material.days, day) ? material.days[day] : undefined) ?? emptyRollUp,
  )
  const whole = mergeRollUps(rollUps)
  const byChecks = formula.method === 'CHECKS'
  const times = timeByStateOfEach(history, edges)
  const time = timeByState(history, from, until)
  const outages = outagesBetween(history, from, until, (state) => isDownBy(formula, state))
  const uptime = uptimeOf(formula, byChecks ? whole.checks : time)
  const downMs = byChecks ? lengthOf(outages) : Math.floor((uptime.counted - uptime.good) / 2)
  return {
    version: 1,
    month,
    timeZone,
    from,
    until,
    complete: now >= end,
    formula,
    uptime,
    time,
    checks: whole.checks,
    response: responseOf(whole),
    outages,
    downMs,
    longestOutageMs: outages.reduce((longest, outage) => Math.max(longest, outage.until - outage.from), 0),
    budget: objective === null ? null : { ...downtimeBudget(objective, end - from, downMs), objective },
    days: days.map(({ day }, index) => ({
      day,
      uptime: uptimeOf(formula, byChecks ? (rollUps[index] ?? emptyRollUp).checks : (times[index] ?? time)),
    })),
    frozenAt: null,
  }
}

/**
 * The report closed. Throws an UptimeFault with the code `not-over` before the month has ended, and `frozen` the second
 * time.
 */
export function freezeReport(report: MonthReport, now: number): MonthReport {
  if (!report.complete || now < report.until)
    throw new UptimeFault('not-over', 'month', `${report.month} has not ended`)
  if (report.frozenAt !== null) throw new UptimeFault('frozen', 'month', `The report of ${report.month} is closed`)
  return { ...report, frozenAt: now }
}

/** A figure of two periods. `change` is `now - before`; null where either has none. */
export interface Compared {
  readonly now: number | null
  readonly before: number | null
  readonly change: number | null
}

/**
 * What has changed from one period to another: uptime in parts of a million, downtime and response times in
 * milliseconds.
 */
export function compareReports(
  now: MonthReport,
  before: MonthReport,
): Readonly<Record<'uptime' | 'downMs' | 'outages' | 'longestOutageMs' | 'p95Ms', Compared>> {
  const compare = (of: (report: MonthReport) => number | null): Compared => {
    const [one, other] = [of(now), of(before)]
    return { now: one, before: other, change: one === null || other === null ? null : one - other }
  }
  return {
    uptime: compare(({ uptime }) => partsPerMillion(uptime)),
    downMs: compare(({ downMs }) => downMs),
    outages: compare(({ outages }) => outages.length),
    longestOutageMs: compare(({ longestOutageMs }) => longestOutageMs),
    p95Ms: compare(({ response }) => response?.p95Ms ?? null),
  }
}

function responseOf(rollUp: RollUp): MonthReport['response'] {
  const times = responseTimes(rollUp)
  if (times === null) return null
  const { meanMs, percentile } = times
  return { meanMs, p50Ms: percentile(0.5), p95Ms: percentile(0.95), p99Ms: percentile(0.99) }
}

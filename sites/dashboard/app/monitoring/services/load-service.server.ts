import { apiOf, attempt, load } from '@bollard/site-kit/server'
import type { Sender } from './sender.ts'

const dayMs = 86_400_000
/** So many days stand as posts. */
export const postDays = 90
/** So many months can be chosen. */
const monthsMax = 24

/** Everything the page of one service shows. */
export async function loadService(sender: Sender, serviceId: string, now: number) {
  const { context, request, solutionId } = sender
  const api = apiOf(context, request)
  const ids = { solutionId, serviceId }
  const to = new Date(now).toISOString()
  const from = new Date(now - (postDays - 1) * dayMs).toISOString()
  const hoursFrom = new Date(now - dayMs).toISOString()
  const [service, solution] = await Promise.all([
    load(context, request, api.getMonitoredService(ids)),
    load(context, request, api.getSolution({ solutionId })),
  ])
  const months = monthsOf({ from: service.createdAt, now, zone: solution.timezone })
  const month = months.find((one) => one === new URL(request.url).searchParams.get('month')) ?? months[0] ?? ''
  const [days, hours, uptime, places, results, changes, heartbeat, report] = await Promise.all([
    load(context, request, api.listRollups({ ...ids, from, to, step: 'DAY' })),
    load(context, request, api.listRollups({ ...ids, from: hoursFrom, to, step: 'HOUR' })),
    load(context, request, api.getUptime({ ...ids, from, to, method: 'DURATION' })),
    load(context, request, api.listLatestResults(ids)),
    load(context, request, api.listCheckResults({ ...ids, limit: 20 })),
    load(context, request, api.listStateChanges({ ...ids, limit: 20 })),
    service.check.kind === 'HEARTBEAT' && solution.myRole !== 'VIEWER'
      ? load(context, request, api.getHeartbeatAddress(ids))
      : null,
    attempt(api.getMonthReport({ ...ids, month, method: 'DURATION' })),
  ])
  return {
    service,
    downSeconds: postsOf(days.items, { now, zone: solution.timezone }),
    hours: hours.items,
    uptime,
    places: places.items,
    results: results.items,
    changes: changes.items,
    heartbeat,
    months,
    month,
    report: report.ok ? report.value : null,
  }
}

/** Months such as 2026-11 since a service began, as the zone of the solution counts them, the present one first. */
export function monthsOf({ from, now, zone }: { from: string; now: number; zone: string }): string[] {
  const monthOf = (at: Date) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(at).slice(0, 7)
  const first = monthOf(new Date(from))
  const [year, month] = monthOf(new Date(now)).split('-').map(Number)
  return Array.from({ length: monthsMax }, (_, back) =>
    new Date(Date.UTC(year ?? 0, (month ?? 1) - 1 - back)).toISOString().slice(0, 7),
  ).filter((one, back) => back === 0 || one >= first)
}

/** Seconds down of the last days in the zone of the solution, the latest last; -1 where nothing was checked. */
export function postsOf(
  days: readonly { readonly at: string; readonly checks: number; readonly downSeconds: number }[],
  { now, zone }: { readonly now: number; readonly zone: string },
): number[] {
  const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' })
  const known = new Map(days.map((day) => [dayOf.format(new Date(day.at)), day.downSeconds]))
  const today = Date.parse(`${dayOf.format(new Date(now))}T00:00:00Z`)
  return Array.from({ length: postDays }, (_, index) => {
    const day = new Date(today - (postDays - 1 - index) * dayMs).toISOString().slice(0, 10)
    return known.get(day) ?? -1
  })
}

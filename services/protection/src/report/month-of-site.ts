import type { Share } from '@bollard/contracts'
import type { Database, Queries, RowOf } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { monthWindow, UptimeFault } from '@bollard/uptime'
import { everyDue } from './every-due.ts'
import { mistakesOf, readSums, readTop, totalsOf } from '../statistics/read-statistics.ts'
import type { CaptchaMonth, ReportPorts } from '../report-ports.ts'

/** What the protection of a site did in a month. */
export interface ProtectionMonth {
  readonly requests: number
  readonly challenged: number
  readonly throttled: number
  readonly denied: number
  readonly failedOpen: number
  readonly savedBytes: number | null
  readonly savedMessages: number
  readonly mistakes: Share
  readonly topPaths: readonly { readonly path: string; readonly stopped: number }[]
  readonly topReasons: readonly { readonly code: string; readonly requests: number }[]
}

/** A month of one site, as it is closed. Null where nothing was counted. */
export interface MonthOfSite {
  readonly captcha: CaptchaMonth | null
  readonly protection: ProtectionMonth | null
}

export interface OfMonth {
  readonly solutionId: string
  /** Such as `2026-11`. */
  readonly month: string
  readonly timeZone: string
}

/** Gateways report late; what comes later still is in the figures and not in the report. */
const waitHours = 6
/** Months that are closed belatedly, after workers did not run. Counts are kept for as long. */
const monthsBack = 2
const atOnce = 100

/** The bounds of a month, in milliseconds since 1970. Throws `not-found` for one that has not begun. */
export function windowOf(
  { month, timeZone }: Pick<OfMonth, 'month' | 'timeZone'>,
  now: Date,
): { from: Date; to: Date } {
  try {
    const { from, until } = monthWindow(month, timeZone)
    if (from > now.getTime()) throw new ProblemError('not-found')
    return { from: new Date(from), to: new Date(until) }
  } catch (error) {
    if (error instanceof UptimeFault) throw new ProblemError('not-found')
    throw error
  }
}

export function monthBefore(month: string): string {
  const first = new Date(`${month}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() - 1)
  return first.toISOString().slice(0, 7)
}

/** A month as it was closed, or reckoned now. */
export async function readMonth(
  { db, now, reports }: { readonly db: Queries; readonly now: () => Date; readonly reports: ReportPorts },
  of: OfMonth,
): Promise<MonthOfSite> {
  const [frozen] = await db.query('protection-month-find', findSql, [of.solutionId, of.month])
  return frozen?.report ?? reckon({ db, now, reports }, of)
}

/** Closes months that are over; one that cannot be reckoned now holds up no other. Safe in several processes at once. Answers how many. */
export async function freezeMonths(context: {
  readonly db: Database
  readonly now: () => Date
  readonly reports: ReportPorts
}): Promise<number> {
  const { db, now } = context
  return everyDue(
    atOnce,
    (last: RowOf<'protection-months-due'> | null) => {
      const after = [last?.solutionId ?? null, last?.month ?? null]
      return db.query('protection-months-due', dueSql, [now(), waitHours, monthsBack, atOnce, ...after])
    },
    async ({ month, ...of }) => {
      if (month === null) return
      const report = await reckon(context, { ...of, month })
      await db.query('protection-month-freeze', freezeSql, [of.solutionId, month, JSON.stringify(report), now()])
    },
  )
}

async function reckon(
  { db, now, reports }: { readonly db: Queries; readonly now: () => Date; readonly reports: ReportPorts },
  of: OfMonth,
): Promise<MonthOfSite> {
  const span = { solutionId: of.solutionId, ...windowOf(of, now()) }
  const sums = await readSums(db, span)
  const totals = totalsOf(sums)
  const captcha = await reports.readCaptchaMonth(of.solutionId, of.month)
  if (totals.requests === 0 && totals.savedMessages === 0) return { captcha, protection: null }
  const paths = await readTop(db, { ...span, dimension: 'path' })
  const reasons = await readTop(db, { ...span, dimension: 'reason' })
  return {
    captcha,
    protection: {
      requests: totals.requests,
      challenged: totals.challenge,
      throttled: totals.throttle,
      denied: totals.deny,
      failedOpen: totals.failedOpen,
      savedBytes: totals.savedBytes,
      savedMessages: totals.savedMessages,
      mistakes: mistakesOf(sums),
      topPaths: paths.map(({ value, stopped }) => ({ path: value, stopped })),
      topReasons: reasons.map(({ value, stopped }) => ({ code: value, requests: stopped })),
    },
  }
}

const findSql = 'select report from protection.month_reports where solution_id = $1 and month = $2'
const dueSql = `select s.solution_id as "solutionId", s.time_zone as "timeZone", m.month
  from protection.spaces s cross join lateral (select to_char(local - make_interval(months => back), 'YYYY-MM') as month,
      (local - make_interval(months => back - 1)) at time zone s.time_zone as ends_at
    from generate_series(1, $3::int) back, date_trunc('month', ($1::timestamptz - make_interval(hours => $2)) at time zone s.time_zone) local) m
  where s.created_at < m.ends_at
    and not exists (select from protection.month_reports r where r.solution_id = s.solution_id and r.month = m.month)
    and ($5::uuid is null or (s.solution_id, m.month) > ($5, $6::text))
  order by s.solution_id, m.month limit $4`
const freezeSql = `insert into protection.month_reports (solution_id, month, report, frozen_at)
  select s.solution_id, $2, $3::jsonb, $4 from protection.spaces s where s.solution_id = $1 on conflict (solution_id, month) do nothing`

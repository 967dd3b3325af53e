import type { StatisticsTotals } from '@bollard/contracts'
import { getStatistics, type StatisticsContext } from './get-statistics.ts'

export interface MonthFigures extends Pick<
  StatisticsTotals,
  'started' | 'passed' | 'flagged' | 'refused' | 'checkMsMedian'
> {
  /** Solved of those who finished, in percent; null where nobody did. */
  readonly passRate: number | null
}

/** Figures of a month such as `2026-11`, in days of the site; null without a captcha, and where nothing happened. */
export async function readMonth(
  context: StatisticsContext,
  solutionId: string,
  month: string,
): Promise<MonthFigures | null> {
  const [site] = await context.db.query('captcha-month-site', siteSql, [solutionId])
  if (site === undefined) return null
  const [year = 0, number = 1] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
  const { totals } = await getStatistics(context, site.id, { period: '30d', from: `${month}-01`, to: last })
  const { started, passed, flagged, refused, checkMsMedian, passRate } = totals
  if (started + passed + flagged + refused === 0) return null
  return { started, passed, flagged, refused, checkMsMedian, passRate: passRate === null ? null : passRate * 100 }
}

const siteSql = 'select id from captcha.sites where solution_id = $1'

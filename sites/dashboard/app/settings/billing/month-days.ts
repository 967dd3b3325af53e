import type { Accounting, UsageCounts } from '@bollard/contracts'
import type { DrawnBucket } from '../../chart/lay-out-chart.ts'

/** What of a count costs nothing and is no stopped bot. */
export function otherFree({ bypass, rejectedOrigin, clientFailover }: UsageCounts): number {
  return bypass + rejectedOrigin + clientFailover
}

/** Every day of a month such as `2026-11` for the chart, also those on which nothing happened: counted below, free of charge above. */
export function daysOfMonth({ period, perDay }: Pick<Accounting, 'period' | 'perDay'>): DrawnBucket[] {
  const byDay = new Map(perDay.map((counts) => [counts.day, counts]))
  const next = new Date(`${period}-01T00:00:00Z`)
  next.setUTCMonth(next.getUTCMonth() + 1)
  const length = new Date(next.getTime() - 1).getUTCDate()
  return Array.from({ length }, (_, index) => {
    const day = `${period}-${String(index + 1).padStart(2, '0')}`
    const counts = byDay.get(day)
    return {
      at: day,
      passed: counts?.billable ?? 0,
      flagged: counts ? otherFree(counts) : 0,
      refused: counts?.failedBots ?? 0,
    }
  })
}

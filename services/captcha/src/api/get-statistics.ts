import type { Period, Statistics } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import type { CountName } from '../counts.ts'
import { countKind } from '../counts.ts'
import type { HourCount } from '../store/read-statistics.ts'
import { checkTimes, countsByBucket, refusalReasons } from '../store/read-statistics.ts'
import { periodWindow } from './period-window.ts'

/** Figures of a site, read from the roll-ups alone: they cost the same at any traffic. */
export async function getStatistics(db: Database, siteId: number, period: Period, now: number): Promise<Statistics> {
  const { from, to, previousFrom, bucketMinutes, starts } = periodWindow(period, now)
  const current = { siteId, from, to }
  const previous = { siteId, from: previousFrom, to: from }
  const [counts, times, reasons, previousCounts, previousTimes] = await Promise.all([
    countsByBucket(db, { ...current, bucketMinutes }),
    checkTimes(db, current),
    refusalReasons(db, current),
    countsByBucket(db, { ...previous, bucketMinutes }),
    checkTimes(db, previous),
  ])
  return {
    period,
    from: from.toISOString(),
    to: to.toISOString(),
    bucketMinutes,
    totals: totals(counts, times),
    previous: totals(previousCounts, previousTimes),
    buckets: starts.map((start) => {
      const inBucket = counts.filter(({ at }) => at.getTime() === start.getTime())
      return { at: start.toISOString(), passed: sum(inBucket, 'passed'), flagged: sum(inBucket, 'flagged'), refused: sum(inBucket, 'refused') }
    }),
    refusalReasons: reasons,
  }
}

function totals(counts: readonly HourCount[], times: { median: number | null; p95: number | null }): Statistics['totals'] {
  return {
    issued: sum(counts, 'issued'),
    passed: sum(counts, 'passed'),
    flagged: sum(counts, 'flagged'),
    refused: sum(counts, 'refused'),
    fetched: sum(counts, 'fetched'),
    checkMsMedian: times.median,
    checkMsP95: times.p95,
  }
}

function sum(counts: readonly HourCount[], name: CountName): number {
  return counts.reduce((total, { kind, n }) => (kind === countKind[name] ? total + n : total), 0)
}

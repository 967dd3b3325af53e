import type { StatisticsTotals } from '@bollard/contracts'
import { countKind, type CountName } from '../store/counts.ts'
import { checkTimeGrowth, dimensions } from './dimensions.ts'
import type { Counts, Line, ValueCounts } from './read-rollups.ts'

/** How long after its start a verification can still come to an end: two rounds of ten minutes. */
export const answerableMs = 1_200_000

/** The figures of a period. `recent` are the lines of it whose visitors may still answer. */
export function sumUpTotals(
  lines: readonly Line[],
  recent: readonly Line[],
  checkTimes: readonly ValueCounts[],
): StatisticsTotals {
  const total = sumOf(lines.filter(({ dimension }) => dimension === dimensions.total))
  const count = (name: CountName): number => eventsOf(lines, name)
  const solved = total.passed + total.flagged
  const finished = solved + total.refused
  const unanswered = unansweredOf(lines)
  // Where a clock stood wrong, or a count was lost, no part is less than nothing.
  const open = Math.min(unansweredOf(recent), unanswered)
  return {
    started: begunIn(lines),
    issued: count('issued'),
    passed: total.passed,
    flagged: total.flagged,
    refused: total.refused,
    solved,
    open,
    expired: unanswered - open,
    fetched: total.fetched,
    neverFetched: Math.max(0, solved - total.fetched),
    fetchedAgain: count('fetchedAgain'),
    fetchRefused: count('fetchRefused'),
    bypassed: count('bypassed'),
    steppedUp: count('steppedUp'),
    blocked: count('blocked') + count('blockedUnlogged'),
    blockedUnlogged: count('blockedUnlogged'),
    refusedUnlogged: count('refusedUnlogged'),
    throttled: count('throttled') + count('answerThrottled'),
    replayed: count('replayed'),
    answeredLate: count('expired'),
    workWrong: count('workWrong'),
    outage: count('outage'),
    probed: count('probed'),
    passRate: finished === 0 ? null : solved / finished,
    checkMsMedian: quantile(checkTimes, 0.5),
    checkMsP95: quantile(checkTimes, 0.95),
  }
}

function unansweredOf(lines: readonly Line[]): number {
  const ended =
    sumOf(lines.filter(({ dimension }) => dimension === dimensions.total)).n +
    eventsOf(lines, 'blockedUnlogged') +
    eventsOf(lines, 'refusedUnlogged')
  return Math.max(0, begunIn(lines) - ended)
}

/** Visitors who began. One who was asked to wait has a start for each time, and only the last of them counts. */
export function begunIn(lines: readonly Line[]): number {
  return Math.max(0, eventsOf(lines, 'started') - eventsOf(lines, 'throttled'))
}

export function eventsOf(lines: readonly Line[], name: CountName): number {
  const value = String(countKind[name])
  return lines.reduce(
    (sum, line) => (line.dimension === dimensions.event && line.value === value ? sum + line.n : sum),
    0,
  )
}

export function sumOf(lines: readonly Counts[]): Counts {
  const sum = { n: 0, passed: 0, flagged: 0, refused: 0, fetched: 0 }
  for (const line of lines) {
    sum.n += line.n
    sum.passed += line.passed
    sum.flagged += line.flagged
    sum.refused += line.refused
    sum.fetched += line.fetched
  }
  return sum
}

/** Milliseconds below which a share of the visitors stayed, from the histogram: the geometric middle of a bucket is within 6 % of each in it. */
function quantile(checkTimes: readonly ValueCounts[], share: number): number | null {
  const buckets = checkTimes
    .flatMap(({ value, n }) => (value === null || value === '' ? [] : [{ bucket: Number(value), n }]))
    .toSorted((a, b) => a.bucket - b.bucket)
  const total = buckets.reduce((sum, { n }) => sum + n, 0)
  let seen = 0
  for (const { bucket, n } of buckets) {
    seen += n
    if (seen >= total * share) return Math.round(checkTimeGrowth ** (bucket + 0.5))
  }
  return null
}

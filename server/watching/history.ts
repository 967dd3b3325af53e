import type { Sample } from './samples.ts'
import type { Readings, Selector } from './signals.ts'

interface Growth {
  /** Milliseconds since 1970. */
  readonly at: number
  /** By how much each counter that is followed has grown since the first reading, restarts of processes left out. */
  readonly totals: readonly number[]
}

/** What was read from /metrics lately, as much of it as rules and figures need. */
export interface History extends Readings {
  add(samples: readonly Sample[], at: number): void
  /** Values of a label of the latest reading. */
  labelsOf(metric: string, label: string): string[]
  /** Moments with a reading between two times, the oldest first. */
  momentsBetween(from: number, to: number): number[]
  /** By how much a counter grew between two moments. */
  growth(of: Selector, from: number, to: number): number
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Older readings stand farther apart: every one for 20 minutes, one a minute for 7 hours, one in ten minutes for a bit over three days. */
const thinning = [
  { olderThanMs: 20 * minuteMs, apartMs: minuteMs },
  { olderThanMs: 7 * hourMs, apartMs: 10 * minuteMs },
] as const
const keptMs = 73 * hourMs

/** Follows `counters`; of other series only the latest value is known. */
export function createHistory(counters: readonly Selector[]): History {
  const keys = new Map<string, number>()
  const followed: Selector[] = []
  for (const counter of counters) {
    const key = JSON.stringify(counter)
    if (keys.has(key)) continue
    keys.set(key, followed.length)
    followed.push(counter)
  }
  const matchers = followed.map(matcherOf)
  const byMetric = Map.groupBy(followed.keys(), (index) => followed[index]?.metric ?? '')
  const totals: number[] = followed.map(() => 0)
  const previous = new Map<string, number>()
  let latest: readonly Sample[] = []
  let log: Growth[] = []
  let first = true

  function follow(sample: Sample): void {
    const indexes = byMetric.get(sample.metric)
    if (indexes === undefined) return
    const key = `${sample.metric} ${JSON.stringify(sample.labels)}`
    // A series that is new came from zero, unless nothing was known before; one that fell was begun anew.
    const before = previous.get(key) ?? (first ? sample.value : 0)
    const grown = sample.value >= before ? sample.value - before : sample.value
    previous.set(key, sample.value)
    if (grown === 0) return
    for (const index of indexes) if (matchers[index]?.(sample)) totals[index] = (totals[index] ?? 0) + grown
  }
  const indexOf = (of: Selector): number => {
    const index = keys.get(JSON.stringify(of))
    if (index === undefined) throw new RangeError(`${of.metric} is not followed`)
    return index
  }
  /** The last reading at or before a moment; the first one where there is none. */
  const readingAt = (at: number): Growth | undefined => log.findLast((one) => one.at <= at) ?? log[0]
  const growth = (of: Selector, from: number, to: number): number => {
    const index = indexOf(of)
    return (readingAt(to)?.totals[index] ?? 0) - (readingAt(from)?.totals[index] ?? 0)
  }
  return {
    get at() {
      return log.at(-1)?.at ?? 0
    },
    add(samples, at) {
      for (const sample of samples) follow(sample)
      first = false
      latest = samples
      log.push({ at, totals: [...totals] })
      log = thin(log, at)
    },
    value(of, across) {
      const isMatch = matcherOf(of)
      const values = latest.filter(isMatch).map(({ value }) => value)
      if (values.length === 0) return null
      return across === 'sum' ? values.reduce((sum, value) => sum + value, 0) : Math[across](...values)
    },
    increase(of, seconds) {
      const now = log.at(-1)
      return now === undefined ? null : growth(of, now.at - seconds * 1_000, now.at)
    },
    labelsOf: (metric, label) => [
      ...new Set(latest.flatMap((sample) => (sample.metric === metric ? [sample.labels[label] ?? ''] : []))),
    ],
    momentsBetween: (from, to) => log.flatMap(({ at }) => (at >= from && at <= to ? [at] : [])),
    growth,
  }
}

function matcherOf({ metric, where = {} }: Selector): (sample: Sample) => boolean {
  const patterns = Object.entries(where).map(([label, text]) => [label, new RegExp(`^(?:${text})$`, 'u')] as const)
  return (sample) =>
    sample.metric === metric && patterns.every(([label, pattern]) => pattern.test(sample.labels[label] ?? ''))
}

function thin(log: Growth[], now: number): Growth[] {
  let kept = Number.NEGATIVE_INFINITY
  return log.filter(({ at }) => {
    const age = now - at
    if (age > keptMs) return false
    const apartMs = thinning.findLast(({ olderThanMs }) => age > olderThanMs)?.apartMs ?? 0
    if (at - kept < apartMs) return false
    kept = at
    return true
  })
}

import type { Period } from '@bollard/contracts'

const minuteMs = 60_000
const dayMinutes = 1_440
const shapes: Record<Period, { readonly days: number; readonly bucketMinutes: number }> = {
  '24h': { days: 1, bucketMinutes: 60 },
  '7d': { days: 7, bucketMinutes: 240 },
  '30d': { days: 30, bucketMinutes: dayMinutes },
}

export interface PeriodWindow {
  readonly from: Date
  readonly to: Date
  readonly previousFrom: Date
  readonly bucketMinutes: number
  /** Start of each bucket, oldest first. */
  readonly starts: readonly Date[]
}

/** A period that ends with the bucket in which `now` lies, cut at whole buckets in UTC. */
export function periodWindow(period: Period, now: number): PeriodWindow {
  const { days, bucketMinutes } = shapes[period]
  const bucketMs = bucketMinutes * minuteMs
  const lengthMs = days * dayMinutes * minuteMs
  const to = (Math.floor(now / bucketMs) + 1) * bucketMs
  const from = to - lengthMs
  const starts = Array.from({ length: lengthMs / bucketMs }, (_, index) => new Date(from + index * bucketMs))
  return { from: new Date(from), to: new Date(to), previousFrom: new Date(from - lengthMs), bucketMinutes, starts }
}

import { wilsonInterval } from '@bollard/bot-score'
import type { Accuracy, FeedbackLabel, Period, Share } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import { countKind } from '../store/counts.ts'
import { countLabelled, type LabelledCount } from '../store/feedback.ts'

/** How often the captcha was wrong, by what the customer told of single verifications. See `accuracySchema` for what it cannot tell. */
export async function getAccuracy(db: Database, siteId: number, period: Period, now: number): Promise<Accuracy> {
  const { from, to } = periodWindow(period, now)
  const counts = await countLabelled(db, { siteId, from, to })
  return { period, from: from.toISOString(), to: to.toISOString(), ...summarise(counts) }
}

/** Counts by outcome, and the shares of mistakes with their intervals. */
export function summarise(counts: readonly LabelledCount[]): Omit<Accuracy, 'period' | 'from' | 'to'> {
  const [people, bots] = [outcomesOf(counts, 'PERSON'), outcomesOf(counts, 'BOT')]
  const delayed = sum(
    counts.filter(
      ({ label, outcome, delayed: isDelayed }) => label === 'PERSON' && outcome !== countKind.refused && isDelayed,
    ),
  )
  return {
    people,
    bots,
    refusedPeople: share(people.refused, total(people)),
    delayedPeople: share(delayed, total(people)),
    missedBots: share(bots.passed + bots.flagged, total(bots)),
  }
}

function outcomesOf(counts: readonly LabelledCount[], label: FeedbackLabel): Accuracy['people'] {
  const of = (kind: 'passed' | 'flagged' | 'refused'): number =>
    sum(counts.filter((count) => count.label === label && count.outcome === countKind[kind]))
  return { passed: of('passed'), flagged: of('flagged'), refused: of('refused') }
}

function share(count: number, of: number): Share {
  const interval = wilsonInterval(count, of)
  return interval && { count, of, ...interval }
}

function total({ passed, flagged, refused }: Accuracy['people']): number {
  return passed + flagged + refused
}

function sum(counts: readonly LabelledCount[]): number {
  return counts.reduce((so, { n }) => so + n, 0)
}

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

/** A period that ends with the bucket that contains `now`, cut at whole buckets in UTC. */
export function periodWindow(period: Period, now: number): PeriodWindow {
  const { days, bucketMinutes } = shapes[period]
  const bucketMs = bucketMinutes * minuteMs
  const lengthMs = days * dayMinutes * minuteMs
  const to = (Math.floor(now / bucketMs) + 1) * bucketMs
  const from = to - lengthMs
  const starts = Array.from({ length: lengthMs / bucketMs }, (_, index) => new Date(from + index * bucketMs))
  return { from: new Date(from), to: new Date(to), previousFrom: new Date(from - lengthMs), bucketMinutes, starts }
}

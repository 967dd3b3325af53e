import { wilsonInterval } from '@bollard/bot-score'
import type { Accuracy, FeedbackLabel, Period, Share } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import { countKind } from '../store/counts.ts'
import { countLabelled, type LabelledCount } from '../store/feedback.ts'
import { periodWindow } from '../statistics/period-window.ts'

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

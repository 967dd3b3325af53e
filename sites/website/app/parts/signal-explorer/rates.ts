import { wilsonInterval } from '@bollard/bot-score'

/** Scores of one run of the bot lab, 0 person … 1 bot; of visitors that got one. */
export interface LabScores {
  readonly bots: readonly number[]
  readonly genuine: readonly number[]
}

/** How many of the lab's visitors a threshold catches. */
export interface Rates {
  readonly caught: number
  readonly bots: number
  readonly accused: number
  readonly genuine: number
}

/** How many scores are at least the threshold, of bots and of real browsers. */
export function ratesAt({ bots, genuine }: LabScores, threshold: number): Rates {
  const from = (scores: readonly number[]) => scores.filter((score) => score >= threshold).length
  return { caught: from(bots), bots: bots.length, accused: from(genuine), genuine: genuine.length }
}

/** A place on the curve: the shares of real browsers and of bots at or above some threshold, both 0 … 1. */
export interface CurvePoint {
  readonly falsePositives: number
  readonly truePositives: number
}

/** The curve from the strictest threshold to none at all, one point for each score that occurs. */
export function curveOf(scores: LabScores): CurvePoint[] {
  const thresholds = [...new Set([...scores.bots, ...scores.genuine])].toSorted((one, other) => other - one)
  return [{ falsePositives: 0, truePositives: 0 }, ...thresholds.map((at) => pointAt(scores, at))]
}

/** Where a threshold lies on the curve. */
export function pointAt(scores: LabScores, threshold: number): CurvePoint {
  const { caught, bots, accused, genuine } = ratesAt(scores, threshold)
  return { falsePositives: accused / genuine, truePositives: caught / bots }
}

/** The chance that a bot scores above a real browser, ties counted as half: the area under the curve. */
export function areaUnder({ bots, genuine }: LabScores): number {
  const wins = bots.reduce(
    (sum, bot) => sum + genuine.reduce((won, person) => won + (bot > person ? 1 : bot === person ? 0.5 : 0), 0),
    0,
  )
  return wins / (bots.length * genuine.length)
}

/** A rate in words: `pattern` has `{count}`, `{of}`, `{share}`, and `{low}` and `{high}` of the 95% interval. */
export function rateText(pattern: string, count: number, of: number, locale: string): string {
  const percent = (share: number) => share.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 1 })
  const { share, low, high } = wilsonInterval(count, of) ?? { share: 0, low: 0, high: 1 }
  const values = new Map<string, string | number>([
    ['count', count],
    ['of', of],
    ['share', percent(share)],
    ['low', percent(low)],
    ['high', percent(high)],
  ])
  return pattern.replaceAll(/\{(\w+)\}/gu, (place, name: string) => String(values.get(name) ?? place))
}

import type { AlertFacts, AlertSettings } from '@bollard/contracts'
import type { Judgement } from './judgement.ts'

type PassRateFacts = Extract<AlertFacts, { kind: 'PASS_RATE_FALLING' }>

/** Visitors whom nothing stopped, and how many of them got through. */
export interface PassCounts {
  readonly visitors: number
  readonly through: number
}

export interface PassFigures {
  readonly hours: number
  readonly recent: PassCounts
  /** The same hours of the days before. */
  readonly before: PassCounts
}

/** As rare as three in a million by chance: the test is made four times an hour for every site. */
const significantZ = 4.5
const beforeFactor = 3
/** Below this part of the owner's bound the fall counts as over. */
const calmPart = 0.5

/**
 * Whether fewer people get through than before. People are the visitors whom no hard evidence and no rule stopped: bots that
 * are refused change nothing here. The window is the shortest with enough visitors.
 *
 * Two-proportion z-test with the pooled share (NIST/SEMATECH e-Handbook 7.3.3): z = (p₂ − p₁) / √(p(1−p)(1/n₁ + 1/n₂)). A
 * fall counts when it is no chance and large enough to matter; with many visitors the first alone would tell of trifles.
 */
export function judgePassRate(
  windows: readonly PassFigures[],
  bounds: AlertSettings['passRateFalling'],
): Judgement<PassRateFacts> {
  const enough = windows.find((figures) => isEnough(figures, bounds))
  const { recent, before, hours } = enough ?? windows.at(-1) ?? { recent: none, before: none, hours: 0 }
  const facts: PassRateFacts = {
    kind: 'PASS_RATE_FALLING',
    rate: shareOf(recent),
    before: shareOf(before),
    visitors: recent.visitors,
    hours,
  }
  if (enough === undefined) return { state: 'unknown', facts }
  const fall = (facts.before - facts.rate) * 100
  if (fall >= bounds.points && zOf(recent, before) >= significantZ) return { state: 'on', facts }
  return { state: fall < bounds.points * calmPart ? 'off' : 'between', facts }
}

/** Whether so few visitors that chance alone moves the share are ruled out. */
export function isEnough({ recent, before }: PassFigures, bounds: AlertSettings['passRateFalling']): boolean {
  return recent.visitors >= bounds.least && before.visitors >= bounds.least * beforeFactor
}

const none: PassCounts = { visitors: 0, through: 0 }

function shareOf({ visitors, through }: PassCounts): number {
  return visitors === 0 ? 0 : through / visitors
}

function zOf(recent: PassCounts, before: PassCounts): number {
  const pooled = (recent.through + before.through) / (recent.visitors + before.visitors)
  const deviation = Math.sqrt(pooled * (1 - pooled) * (1 / recent.visitors + 1 / before.visitors))
  return deviation === 0 ? 0 : (shareOf(before) - shareOf(recent)) / deviation
}

import { decide, defaultThreshold, type ShareInterval, wilsonInterval } from '@bollard/bot-score'
import { sigmoid, softplus } from './logistic.ts'

/** Verifications that were judged alike, with what they really were. */
export interface Judged {
  /** Log-odds of the score, as the product computes them. */
  readonly logOdds: number
  readonly hardEvidence: boolean
  /** What the labelled sample adds to the log-odds, see `Fit.shift`. */
  readonly shift: number
  readonly people: number
  readonly bots: number
}

export interface Rate extends ShareInterval {
  readonly count: number
  readonly of: number
}

/** One bin of the reliability table; the shares are null where the bin is empty. */
export interface Bin {
  readonly from: number
  readonly to: number
  readonly n: number
  readonly expected: number | null
  readonly found: ShareInterval | null
}

export interface Measures {
  /** Mean squared error of the probability (G. W. Brier, 1950), and mean negative log-likelihood in nats; of the sample, so with its shift. */
  readonly brier: number
  readonly logLoss: number
  readonly reliability: readonly Bin[]
  /** At the product's own bars, without the shift. Rates within people and within bots do not hang on how many of each were labelled. */
  readonly atBars: readonly { readonly bar: Bar; readonly peopleHit: Rate | null; readonly botsHit: Rate | null }[]
}

export const bars = ['more-work', 'refused', 'score-only'] as const
/** More work or refusal; refusal, which needs hard evidence; and a score from which evidence that is hard would refuse. */
export type Bar = (typeof bars)[number]

const binCount = 10

export function measure(judged: readonly Judged[]): Measures {
  const n = judged.reduce((sum, { people, bots }) => sum + people + bots, 0)
  let [brier, logLoss] = [0, 0]
  for (const { logOdds, shift, people, bots } of judged) {
    const probability = sigmoid(logOdds + shift)
    brier += people * probability ** 2 + bots * (1 - probability) ** 2
    logLoss += people * softplus(logOdds + shift) + bots * softplus(-logOdds - shift)
  }
  return {
    brier: brier / n,
    logLoss: logLoss / n,
    reliability: Array.from({ length: binCount }, (_, index) => binOf(judged, index)),
    atBars: bars.map((bar) => rateAt(judged, bar)),
  }
}

function binOf(judged: readonly Judged[], index: number): Bin {
  const inside = judged.filter(
    ({ logOdds, shift }) => Math.min(binCount - 1, Math.floor(sigmoid(logOdds + shift) * binCount)) === index,
  )
  const bots = total(inside, ({ bots: own }) => own)
  const n = total(inside, ({ people, bots: own }) => people + own)
  const expected = total(inside, (one) => (one.people + one.bots) * sigmoid(one.logOdds + one.shift))
  return {
    from: index / binCount,
    to: (index + 1) / binCount,
    n,
    expected: n === 0 ? null : expected / n,
    found: wilsonInterval(bots, n),
  }
}

function rateAt(judged: readonly Judged[], bar: Bar): Measures['atBars'][number] {
  const hit = judged.filter((one) => reaches(one, bar))
  return {
    bar,
    peopleHit: rate(
      total(hit, ({ people }) => people),
      total(judged, ({ people }) => people),
    ),
    botsHit: rate(
      total(hit, ({ bots }) => bots),
      total(judged, ({ bots }) => bots),
    ),
  }
}

function reaches({ logOdds, hardEvidence }: Judged, bar: Bar): boolean {
  const score = sigmoid(logOdds)
  switch (bar) {
    case 'more-work':
      return decide({ score, hardEvidence, round: 0, threshold: defaultThreshold }) !== 'pass'
    case 'refused':
      return decide({ score, hardEvidence, round: 0, threshold: defaultThreshold }) === 'refuse'
    case 'score-only':
      return score >= defaultThreshold
    default:
      return bar satisfies never
  }
}

function rate(count: number, of: number): Rate | null {
  const interval = wilsonInterval(count, of)
  return interval && { count, of, ...interval }
}

function total(judged: readonly Judged[], of: (one: Judged) => number): number {
  return judged.reduce((so, one) => so + of(one), 0)
}

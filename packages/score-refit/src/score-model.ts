import { createScorer, type Evidence, type Weights } from '@bollard/bot-score'
import { checksByCode } from './labelled.ts'

/** The score of one piece of evidence as a function of the weights, near the weights it was asked with. */
export interface Linearised {
  readonly logOdds: number
  readonly hardEvidence: boolean
  /** Every code found. */
  readonly codes: readonly string[]
  /** Codes whose weight moves the log-odds one to one. Codes of a group that has reached its cap move nothing. */
  readonly movedBy: readonly string[]
}

/** Reasons are rounded to three digits, so a group counts as capped from this difference per reason on. */
const roundingPerReason = 0.000_6

/**
 * The very scorer of the product, with the slope of what it answers: the caps of its groups make it piecewise linear in
 * the weights. That way the fit is of the score that will count, and knows nothing of its rules.
 */
export function createModel(weights: Weights): (evidence: Evidence) => Linearised {
  const scorer = createScorer(weights)
  return (evidence) => {
    const { logOdds, hardEvidence, reasons } = scorer(evidence)
    const sums = new Map<string, { raw: number; counted: number; codes: string[] }>()
    for (const { code, group, weight } of reasons) {
      const raw = weights[code] ?? checksByCode.get(code)?.weight ?? 0
      const key = `${group} ${raw < 0 ? 'for' : 'against'}`
      const sum = sums.get(key) ?? { raw: 0, counted: 0, codes: [] }
      sums.set(key, { raw: sum.raw + raw, counted: sum.counted + weight, codes: [...sum.codes, code] })
    }
    const movedBy = [...sums.values()].flatMap(({ raw, counted, codes }) =>
      Math.abs(raw - counted) <= roundingPerReason * codes.length ? codes : [],
    )
    return { logOdds, hardEvidence, codes: reasons.map(({ code }) => code), movedBy }
  }
}

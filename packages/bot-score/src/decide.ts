export type Decision = 'pass' | 'step-up' | 'refuse'
export type Outcome = 'PASSED' | 'FLAGGED' | 'REFUSED'

/** From this score on a visitor is asked for more work, once. */
export const stepUpFrom = 0.3
/** From this score on a visitor against whom there is hard evidence is stopped, unless the site says otherwise. */
export const defaultThreshold = 0.5

export interface DecisionInput {
  readonly score: number
  readonly hardEvidence: boolean
  /** 0 for the first answer, 1 for the answer to the harder challenge. */
  readonly round: number
  /** The site's own bar for stopping, 0 … 1. */
  readonly threshold: number
}

/** Doubt raises the work instead of blocking; only hard evidence stops a visitor. */
export function decide({ score, hardEvidence, round, threshold }: DecisionInput): Decision {
  if (hardEvidence && score >= threshold) return 'refuse'
  return round === 0 && score >= Math.min(stepUpFrom, threshold) ? 'step-up' : 'pass'
}

/** What a final decision is called in the log; a step-up is no result yet. */
export function outcomeOf(decision: Exclude<Decision, 'step-up'>, score: number): Outcome {
  if (decision === 'refuse') return 'REFUSED'
  return score >= stepUpFrom ? 'FLAGGED' : 'PASSED'
}

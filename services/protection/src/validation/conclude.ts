import type { ValidationAnswer } from '@bollard/contracts'
import type { FormVerdict } from '@bollard/validations'

type Conclusion = ValidationAnswer['found']

/** From which weights on a form is reviewed and refused. */
export interface Thresholds {
  readonly reviewFrom: number
  readonly refuseFrom: number | null
}

/**
 * What a verdict comes to. A field that cannot be right refuses, since the visitor can put it right. Weights only mean
 * doubt, and a visitor who has passed the captcha has a way out of every doubt: their message waits for a person and is
 * never refused. What could not be told weighs nothing.
 */
export function conclude(
  { outcome, weight }: Pick<FormVerdict, 'outcome' | 'weight'>,
  { reviewFrom, refuseFrom }: Thresholds,
  hasPassedCaptcha: boolean,
): Conclusion {
  if (outcome === 'FAIL') return 'DENY'
  if (refuseFrom !== null && weight >= refuseFrom && !hasPassedCaptcha) return 'DENY'
  return weight >= reviewFrom ? 'REVIEW' : 'ALLOW'
}

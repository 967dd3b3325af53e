import type { SolutionPlan } from '@bollard/contracts'

export type Interval = NonNullable<SolutionPlan['interval']>

/** The interval that an address or a form names; `otherwise` for what is none. */
export function readInterval(value: unknown, otherwise: Interval): Interval {
  return value === 'MONTHLY' || value === 'YEARLY' ? value : otherwise
}

import { ProblemError } from '@bollard/http'
import type { SiteEnvironment } from '../sites/site.ts'
import type { Throttle } from '../volume/volume.ts'
import type { EdgeContext } from './edge-context.ts'

/** The refusal of a visitor whose network is far over its budget: when to come back, and with what. Counts it. */
export function throttled(
  context: Pick<EdgeContext, 'counter'>,
  { site, id }: SiteEnvironment,
  throttle: Throttle,
  at: number,
  what: 'throttled' | 'answerThrottled' = 'throttled',
): ProblemError {
  context.counter.count(site.id, id, what, at)
  return new ProblemError('throttled', undefined, throttle)
}

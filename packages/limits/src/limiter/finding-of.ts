import { type Finding, type Quota, reason, type Reason, type ReasonCode } from '@bollard/decisions'
import type { Climbed, Ladder } from '../ladder/ladder.ts'
import type { Limit } from '../limit/limit.ts'
import type { Rule } from '../limit/rule.ts'
import type { Outcome } from '../store/charge.ts'

/** What a limiter says about a request of which nothing is to be counted. */
export const nothing: Finding = { conclusion: 'ALLOW', reasons: [] }

/** Who has counted, where it wasn't the store. */
const sourceReasons: Readonly<Record<Outcome['source'], readonly Reason[]>> = {
  STORE: [],
  LOCAL: [reason('counted-by-one-process', 0)],
  OPEN: [reason('store-away-open', 0)],
  CLOSED: [reason('store-away-closed', 100)],
  FULL: [reason('store-full', 0)],
}

/** What has come of a limiter's charge. */
export interface Found {
  readonly id: string
  readonly limit: Limit
  readonly rule: Rule
  readonly outcome: Outcome
}

/** What a limiter without a ladder says: throttled where the limit had no room. */
export function findingOf(found: Found): Finding {
  const { outcome } = found
  const { fits, waitMs } = outcome
  const source = sourceReasons[outcome.source]
  // Nearly all requests, and without the copies that the rest takes.
  if (fits && outcome.source === 'STORE')
    return { conclusion: 'ALLOW', reasons: source, retryAfterMs: waitMs, quotas: [quotaOf(found)] }
  const reached = !fits && isCountedBySomebody(outcome)
  return {
    conclusion: fits ? 'ALLOW' : 'THROTTLE',
    reasons: reached ? [reason('limit-reached', 100), ...source] : source,
    retryAfterMs: waitMs,
    ...shown(found),
  }
}

/** What a limiter with a ladder says. A rung that asks for work lets those pass who have done it. */
export function findingOfRung(found: Found, ladder: Ladder, { rung, answered }: Climbed): Finding {
  const { outcome } = found
  const rest = shown(found)
  const source = sourceReasons[outcome.source]
  const say = (code: ReasonCode, weight: number): readonly Reason[] => [reason(code, weight), ...source]
  if (rung === null) return { conclusion: 'ALLOW', reasons: source, ...rest }
  if (rung === 'LOG') return { conclusion: 'ALLOW', reasons: say('ladder-log', 10), ...rest }
  if (rung === 'EASY' || rung === 'HARD') {
    if (answered) return { conclusion: 'ALLOW', reasons: say('ladder-work-done', 10), ...rest }
    const code = rung === 'EASY' ? 'ladder-easy-work' : 'ladder-hard-work'
    return { conclusion: 'CHALLENGE', reasons: say(code, 40), challenge: { percent: ladder.work[rung] }, ...rest }
  }
  const retryAfterMs = Math.max(ladder.holdMs, outcome.waitMs ?? 0)
  if (rung === 'THROTTLE') return { conclusion: 'THROTTLE', reasons: say('ladder-throttle', 80), retryAfterMs, ...rest }
  return { conclusion: 'DENY', reasons: say('ladder-deny', 100), retryAfterMs, ...rest }
}

/** False where the store was away or full, and nobody counts. */
export function isCountedBySomebody({ source }: Outcome): boolean {
  return source === 'STORE' || source === 'LOCAL'
}

function shown(found: Found): Pick<Finding, 'quotas' | 'failedOpen'> {
  if (isCountedBySomebody(found.outcome)) return { quotas: [quotaOf(found)] }
  return { failedOpen: found.outcome.fits }
}

function quotaOf({ id: name, limit, rule, outcome: { remaining, resetMs } }: Found): Quota {
  const concurrent = limit.kind === 'CONCURRENCY'
  return {
    name,
    unit: concurrent ? 'concurrent-requests' : 'requests',
    limit: rule.limit,
    remaining,
    windowMs: concurrent ? null : windowOf(limit, rule),
    // Requests end when they end.
    resetMs: concurrent ? null : resetMs,
  }
}

/** Of a bucket, how long it takes to fill. */
function windowOf(limit: Limit, rule: Rule): number {
  if (limit.kind === 'TOKEN_BUCKET') return (rule.limit * limit.everyMs) / limit.tokens
  return limit.kind === 'SLIDING_WINDOW' ? limit.windowMs : rule.span
}

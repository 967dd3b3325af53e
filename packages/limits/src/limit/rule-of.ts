import { createCalendar } from './calendar-period.ts'
import { slotsOfCell } from './cell.ts'
import type { Rule } from './rule.ts'
import { type Limit, requireLimit } from './limit.ts'

/** A meter counts on until so many times its limit, so that what is far above can be told from what is just above. */
export const meterTimes = 8

/**
 * Compiles a limit: answers its rule at a moment. A `meter` also counts beyond the limit, for the ladder. Throws a
 * LimitFault where the limit cannot be used.
 */
export function compileLimit(limit: Limit, { meter = false } = {}): (now: number) => Rule {
  requireLimit(limit)
  if (limit.kind === 'FIXED_WINDOW') {
    const span = limit.windowMs
    return (now) => ({ kind: 'COUNTER', limit: limit.limit, span, origin: Math.floor(now / span) * span })
  }
  if (limit.kind === 'QUOTA') {
    const periodAt = createCalendar(limit.period, limit.zone)
    return (now) => {
      const { from, until } = periodAt(now)
      return { kind: 'COUNTER', limit: limit.limit, span: until - from, origin: from }
    }
  }
  const rule = ruleOf(limit, meter)
  return () => rule
}

function ruleOf(limit: Exclude<Limit, { kind: 'FIXED_WINDOW' | 'QUOTA' }>, meter: boolean): Rule {
  switch (limit.kind) {
    case 'TOKEN_BUCKET':
      return { kind: 'BUCKET', limit: limit.limit, span: limit.everyMs, origin: limit.tokens }
    case 'CONCURRENCY':
      return { kind: 'LEASES', limit: limit.limit, span: limit.leaseMs, origin: 0 }
    case 'SLIDING_WINDOW':
      return limit.limit * (meter ? meterTimes : 1) <= slotsOfCell
        ? { kind: 'LOG', limit: limit.limit, span: limit.windowMs, origin: 0 }
        : { kind: 'SLOTS', limit: limit.limit, span: Math.ceil(limit.windowMs / (slotsOfCell - 1)), origin: 0 }
  }
}

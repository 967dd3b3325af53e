import type { Limit } from '../limit/limit.ts'
import { createCalendar } from '../limit/calendar-period.ts'

/** A request that was counted. */
export interface Use {
  readonly at: number
  readonly cost: number
}

/**
 * What a request finds by the definition of its limit, from all uses so far and nothing else. All moments are in order.
 */
export function reckon(limit: Limit, uses: readonly Use[], now: number): { readonly used: number } {
  switch (limit.kind) {
    case 'FIXED_WINDOW': {
      const begin = now - (now % limit.windowMs)
      return { used: sum(uses.filter(({ at }) => at >= begin)) }
    }
    case 'QUOTA': {
      const { from } = createCalendar(limit.period, limit.zone)(now)
      return { used: sum(uses.filter(({ at }) => at >= from)) }
    }
    case 'SLIDING_WINDOW':
      return { used: sum(uses.filter(({ at }) => at > now - limit.windowMs)) }
    case 'CONCURRENCY':
      return { used: sum(uses.filter(({ at }) => at + limit.leaseMs > now)) }
    case 'TOKEN_BUCKET': {
      // Tokens as fractions of `everyMs`, so that nothing is rounded.
      let lack = 0n
      let before = uses[0]?.at ?? now
      for (const { at, cost } of [...uses, { at: now, cost: 0 }]) {
        lack -= BigInt(at - before) * BigInt(limit.tokens)
        if (lack < 0n) lack = 0n
        lack += BigInt(cost) * BigInt(limit.everyMs)
        before = at
      }
      return { used: Number(lack) / limit.everyMs }
    }
  }
}

function sum(uses: readonly Use[]): number {
  return uses.reduce((total, { cost }) => total + cost, 0)
}

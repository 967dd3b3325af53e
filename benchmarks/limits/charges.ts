import { randomBytes } from 'node:crypto'
import { createDecisionIds } from '@bollard/decisions'
import { type Charge, compileLimit, createKeyNames, type Limit } from '@bollard/limits'

const hour = 3_600_000

/** One limit of each kind, which 1,000 requests exceed whatever the time is. */
export const limits: readonly Limit[] = [
  { kind: 'FIXED_WINDOW', limit: 300, windowMs: 24 * hour },
  { kind: 'SLIDING_WINDOW', limit: 16, windowMs: hour },
  { kind: 'SLIDING_WINDOW', limit: 300, windowMs: hour },
  { kind: 'TOKEN_BUCKET', limit: 300, tokens: 1, everyMs: hour },
  { kind: 'CONCURRENCY', limit: 300, leaseMs: hour },
  { kind: 'QUOTA', limit: 300, period: 'MONTH', zone: 'Europe/Berlin' },
]

const keyOf = createKeyNames(Buffer.from('benchmark'), 'limits')

export function chargeOf(limit: Limit, key: string, now: number): Charge {
  return {
    key: keyOf([key]),
    rule: compileLimit(limit)(now),
    cost: 1,
    mode: 'LIMIT',
    outage: 'CLOSED',
  }
}

const idAt = createDecisionIds(randomBytes)

export function requestId(): string {
  return idAt(Date.now())
}

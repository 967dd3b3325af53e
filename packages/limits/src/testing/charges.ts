import { decisionId } from '@bollard/decisions'
import fc from 'fast-check'
import { createKeyNames, type LimitKey } from '../key/limit-key.ts'
import type { Limit } from '../limit/limit.ts'
import { compileLimit } from '../limit/rule-of.ts'
import type { Charge } from '../store/charge.ts'

/** Begins a Tuesday in summer, at no border of a window. */
export const begin = Date.UTC(2026, 6, 14, 9, 12, 34, 567)

export function keyOf(name: string): LimitKey {
  return keyNames([name])
}

const keyNames = createKeyNames(Buffer.from('secret'), 'test')

/** The lease of the request with this number. */
export function leaseOf(number: number): string {
  const random = Buffer.alloc(10)
  random.writeUInt32BE(number, 6)
  return decisionId(begin, random)
}

/** Answers the charge of a request to this limit at a moment. */
export function charging(
  limit: Limit,
  key = 'key',
  more: Partial<Charge> = {},
): (now: number, cost?: number) => Charge {
  const ruleAt = compileLimit(limit, { meter: more.mode === 'METER' })
  return (now, cost = 1) => ({ key: keyOf(key), rule: ruleAt(now), cost, mode: 'LIMIT', outage: 'OPEN', ...more })
}

/** Limits of every kind, with few units, so that they are reached. */
export const limits: fc.Arbitrary<Limit> = fc.oneof(
  fc.record({
    kind: fc.constant('FIXED_WINDOW'),
    limit: fc.integer({ min: 1, max: 30 }),
    windowMs: fc.constant(60_000),
  }),
  fc.record({
    kind: fc.constant('SLIDING_WINDOW'),
    limit: fc.integer({ min: 1, max: 40 }),
    windowMs: fc.constant(60_000),
  }),
  fc.record({
    kind: fc.constant('TOKEN_BUCKET'),
    limit: fc.integer({ min: 1, max: 30 }),
    tokens: fc.integer({ min: 1, max: 7 }),
    everyMs: fc.integer({ min: 1, max: 9_999 }),
  }),
  fc.record({ kind: fc.constant('CONCURRENCY'), limit: fc.integer({ min: 1, max: 9 }), leaseMs: fc.constant(20_000) }),
  fc.record({
    kind: fc.constant('QUOTA'),
    limit: fc.integer({ min: 1, max: 30 }),
    period: fc.constant('DAY'),
    zone: fc.constant('Europe/Berlin'),
  }),
)

/** Requests: milliseconds since the one before, mostly few, and cost. */
export const requests = fc.array(
  fc.record({
    gapMs: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 9_000 }), fc.constant(70_000)),
    cost: fc.integer({ min: 1, max: 3 }),
  }),
  { maxLength: 80 },
)

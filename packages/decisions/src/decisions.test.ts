import fc from 'fast-check'
import { expect, test } from 'vitest'
import { conclusions, type Decision, type Finding, type PartResult, type PartState, type Quota } from './decision.ts'
import { decisionHeaders } from './decision-headers.ts'
import { createDecisionIds, decisionId } from './decision-id.ts'
import { mergeParts } from './merge-parts.ts'

const findings: fc.Arbitrary<Finding> = fc.record(
  {
    conclusion: fc.constantFrom(...conclusions),
    reasons: fc.array(fc.record({ code: fc.constantFrom('a', 'b', 'c'), weight: fc.integer({ min: 0, max: 100 }) }), {
      maxLength: 3,
    }),
    challenge: fc.record({ percent: fc.integer({ min: 1, max: 1_000 }) }),
    retryAfterMs: fc.option(fc.integer({ min: 0, max: 10_000 })),
    pardons: fc.boolean(),
    failedOpen: fc.boolean(),
  },
  { requiredKeys: ['conclusion', 'reasons'] },
)
const results: fc.Arbitrary<PartResult[]> = fc.uniqueArray(
  fc.record({
    part: fc.constantFrom('one', 'two', 'three', 'four', 'five'),
    state: fc.constantFrom<PartState>('RUN', 'CACHED', 'DRY_RUN', 'NOT_RUN'),
    finding: fc.option(findings),
    fault: fc.constant(null),
    elapsedMs: fc.constant(0),
  }),
  { selector: ({ part }) => part, maxLength: 5 },
)

function resultOf(finding: Finding, state: PartState = 'RUN', part = 'part'): PartResult {
  return { part, state, finding, fault: null, elapsedMs: 0 }
}

test('the order of the parts changes nothing', () => {
  fc.assert(
    fc.property(results, fc.infiniteStream(fc.nat()), (parts, random) => {
      const shuffled = parts
        .map((part) => ({ part, at: random.next().value ?? 0 }))
        .toSorted((one, other) => one.at - other.at)
        .map(({ part }) => part)
      expect(mergeParts(shuffled)).toEqual(mergeParts(parts))
    }),
  )
})

test('what is a dry run or was not run changes nothing', () => {
  fc.assert(
    fc.property(results, (parts) => {
      const counting = parts.filter(({ state }) => state === 'RUN' || state === 'CACHED')
      expect(mergeParts(parts)).toEqual(mergeParts(counting))
    }),
  )
})

test('one part more is never milder, unless it pardons, and then nothing refuses', () => {
  fc.assert(
    fc.property(results, findings, (parts, more) => {
      const before = mergeParts(parts)
      const after = mergeParts([...parts, resultOf(more, 'RUN', 'more')])
      if (more.pardons === true) expect(after.conclusion).toBe('ALLOW')
      else expect(conclusions.indexOf(after.conclusion)).toBeGreaterThanOrEqual(conclusions.indexOf(before.conclusion))
      expect(after.challenge !== null).toBe(after.conclusion === 'CHALLENGE')
    }),
  )
})

test('the most work and the longest wait count, of those parts that decide', () => {
  const throttle = (retryAfterMs: number | null) => resultOf({ conclusion: 'THROTTLE', reasons: [], retryAfterMs })
  const challenge = (percent: number) => resultOf({ conclusion: 'CHALLENGE', reasons: [], challenge: { percent } })
  expect(mergeParts([challenge(50), challenge(400), challenge(100)]).challenge).toEqual({ percent: 400 })
  expect(mergeParts([challenge(400), throttle(9_000), throttle(3_000)])).toMatchObject({
    challenge: null,
    retryAfterMs: 9_000,
  })
  expect(mergeParts([throttle(null), throttle(3_000)]).retryAfterMs).toBeNull()
  expect(mergeParts([])).toMatchObject({ conclusion: 'ALLOW', retryAfterMs: null, failedOpen: false })
})

const quota: Quota = { name: 'sign-in', unit: 'requests', limit: 5, remaining: 2, windowMs: 60_000, resetMs: 12_345 }

function decisionOf(parts: readonly PartResult[]): Decision {
  return { id: decisionId(0, new Uint8Array(10)), ...mergeParts(parts), parts, elapsedMs: 0 }
}

test('header fields are those of the draft, each limit once and as it is least', () => {
  const allow = (...quotas: Quota[]) => resultOf({ conclusion: 'ALLOW', reasons: [], quotas })
  expect(decisionHeaders(decisionOf([]))).toEqual({})
  expect(decisionHeaders(decisionOf([allow(quota, { ...quota, remaining: 1.9 })]))).toEqual({
    'RateLimit-Policy': '"sign-in";q=5;w=60',
    RateLimit: '"sign-in";r=1;t=13',
  })
  const running: Quota = { ...quota, name: 'at "once"\\ü', unit: 'concurrent-requests', windowMs: null, resetMs: null }
  expect(decisionHeaders(decisionOf([allow(quota), allow(running)]))).toEqual({
    'RateLimit-Policy': '"sign-in";q=5;w=60, "at \\"once\\"\\\\?";q=5;qu="concurrent-requests"',
    RateLimit: '"sign-in";r=2;t=13, "at \\"once\\"\\\\?";r=2',
  })
  expect(
    decisionHeaders(decisionOf([resultOf({ conclusion: 'DENY', reasons: [], quotas: [quota] }, 'DRY_RUN')])),
  ).toEqual({})
})

test('no retry is asked for before the window that is used up ends, nor where waiting does not help', () => {
  const throttled = (retryAfterMs: number | null, resetMs: number) =>
    decisionHeaders(
      decisionOf([
        resultOf({ conclusion: 'THROTTLE', reasons: [], retryAfterMs, quotas: [{ ...quota, remaining: 0, resetMs }] }),
      ]),
    )['Retry-After']
  expect(throttled(1, 500)).toBe('1')
  expect(throttled(1_001, 59_001)).toBe('60')
  expect(throttled(null, 59_001)).toBeUndefined()
})

test('ids order by time, are UUIDs of version 7, and keep every random bit they have room for', () => {
  // The example of RFC 9562 §A.6.
  expect(decisionId(0x017f_22e2_79b0, Buffer.from('0cc318c4dc0c0c07398f', 'hex'))).toBe(
    '017f22e2-79b0-7cc3-98c4-dc0c0c07398f',
  )
  const now = Date.UTC(2026, 10, 27, 12)
  const [zeros, ones] = [new Uint8Array(10), new Uint8Array(10).fill(255)]
  expect(decisionId(now, ones)).toMatch(/-7fff-bfff-ffffffffffff$/u)
  expect(decisionId(now + 1, zeros) > decisionId(now, ones)).toBe(true)
})

test('no two ids are alike, also across the blocks that randomness is taken in', () => {
  let drawn = 0
  const idAt = createDecisionIds((count) => Uint8Array.from({ length: count }, () => (drawn++ * 151) % 251))
  const ids = Array.from({ length: 600 }, () => idAt(1))
  // The bytes repeat after 251, so ten of them do after 251 ids.
  expect(new Set(ids.slice(0, 251)).size).toBe(251)
  expect(drawn).toBe(3 * 2_560)
})

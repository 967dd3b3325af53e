import { runs } from '@bollard/testing/seed'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileRules } from './compile-rules.ts'
import type { Facts, PartialFacts, Rule } from './rule.ts'
import { facts, nameOf, now, pick, rules } from './testing/arbitrary-rules.ts'
import { decidePlainly, fits, isBefore, isLate, isLive, others, sorted } from './testing/decide-plainly.ts'

test('whatever the rules, start and answer together decide what the rules say one by one', () => {
  fc.assert(
    fc.property(rules, facts, pick.score, (given, visitor, score) => {
      const set = compileRules(given, { nameOf })
      const expected = decidePlainly(given, visitor, score)
      const start = set.atStart(visitor, now)
      const first = sorted(given).find((rule) => isLive(rule) && !rule.dryRun && !isLate(rule) && others(rule, visitor))
      const lateBefore = sorted(given).some(
        (rule) =>
          isLive(rule) &&
          !rule.dryRun &&
          isLate(rule) &&
          others(rule, visitor) &&
          (first === undefined || isBefore(rule, first)),
      )
      expect([start.rule, start.action]).toEqual([first?.number ?? 0, first?.action ?? null])
      expect(start.waits).toBe(lateBefore && (first?.action.type === 'ALLOW' || first?.action.type === 'BLOCK'))
      if (!start.waits && (first?.action.type === 'ALLOW' || first?.action.type === 'BLOCK')) return

      const answer = set.atAnswer(visitor, { score, startRule: start.rule, now })
      expect([answer.rule, answer.action]).toEqual([expected.rule, expected.action])
      expect([...start.dryRuns, ...answer.dryRuns].toSorted()).toEqual(expected.dryRuns.toSorted())
    }),
    { numRuns: runs(5_000) },
  )
})

test('with all facts a replay decides the same, and so does the explanation', () => {
  fc.assert(
    fc.property(rules, facts, pick.score, (given, visitor, score) => {
      const set = compileRules(given, { nameOf })
      const expected = decidePlainly(given, visitor, score)
      expect(set.replay(visitor, score, now)).toEqual({ decided: expected.rule, action: expected.action })
      const { rules: traces, decision } = set.explain(visitor, score, now)
      expect(decision).toEqual({ rule: expected.rule, action: expected.action, unless: null })
      expect(traces.filter(({ result }) => result === 'would-decide').map(({ number }) => number)).toEqual(
        expected.dryRuns,
      )
      for (const [index, rule] of sorted(given).entries()) {
        const trace = traces[index]
        expect(trace?.number).toBe(rule.number)
        const holds = rule.conditions.map((one) => fits(one, visitor, score))
        if (!rule.enabled) expect(trace?.result).toBe('disabled')
        else if (!isLive(rule)) expect(trace?.result).toBe('expired')
        else if (holds.includes(false))
          expect(trace).toMatchObject({ result: 'not-matched', failed: holds.indexOf(false) })
        else expect(['decides', 'would-decide', 'behind']).toContain(trace?.result)
      }
    }),
    { numRuns: runs(2_000) },
  )
})

test('what a replay decides without some facts holds whatever those facts are, and the explanation agrees', () => {
  const keys = [
    'address',
    'country',
    'asn',
    'networkKind',
    'userAgent',
    'language',
    'hostname',
    'path',
    'action',
  ] as const
  fc.assert(
    fc.property(
      rules,
      facts,
      fc.array(facts, { minLength: 1, maxLength: 8 }),
      fc.subarray([...keys]),
      pick.score,
      fc.boolean(),
      (given, visitor, variants, hidden, score, hideScore) => {
        const set = compileRules(given, { nameOf })
        const told: PartialFacts = Object.fromEntries(
          keys.map((key) => [key, hidden.includes(key) ? undefined : visitor[key]]),
        )
        const replayed = set.replay(told, hideScore ? undefined : score, now)
        const { decision } = set.explain(told, hideScore ? undefined : score, now)
        if ('decided' in replayed)
          expect(decision).toEqual({ rule: replayed.decided, action: replayed.action, unless: null })
        else expect(decision.unless).toBe(replayed.undecidable)
        for (const variant of variants) {
          const whole: Facts = { ...visitor, ...Object.fromEntries(hidden.map((key) => [key, variant[key]])) }
          const { rule } = decidePlainly(given, whole, score)
          if ('decided' in replayed) expect(rule).toBe(replayed.decided)
          // What decides is never a rule before the first open one.
          else if (rule !== 0)
            expect(sorted(given).findIndex(({ number }) => number === rule)).toBeGreaterThanOrEqual(
              sorted(given).findIndex(({ number }) => number === replayed.undecidable),
            )
        }
      },
    ),
    { numRuns: runs(2_000) },
  )
})

test('a network in place of an address is decided only where all its addresses are treated alike', () => {
  const rule = (not: boolean, ...values: string[]): Rule => ({
    number: 1,
    priority: 0,
    enabled: true,
    dryRun: false,
    expiresAt: null,
    conditions: [{ field: 'ip', not, values }],
    action: { type: 'BLOCK' },
  })
  const replay = (one: Rule, address: string) => compileRules([one]).replay({ address }, 0)
  const [met, missed, open] = [
    { decided: 1, action: { type: 'BLOCK' } },
    { decided: 0, action: null },
    { undecidable: 1, field: 'ip' },
  ]
  expect(replay(rule(false, '192.0.0.0/16'), '192.0.2.0/24')).toEqual(met)
  expect(replay(rule(true, '192.0.0.0/16'), '192.0.2.0/24')).toEqual(missed)
  expect(replay(rule(false, '192.0.2.0/25'), '192.0.2.0/24')).toEqual(open)
  expect(replay(rule(true, '192.0.2.0/25'), '192.0.2.0/24')).toEqual(open)
  expect(replay(rule(false, '192.0.2.0/25', '192.0.2.128/25'), '192.0.2.0/24')).toEqual(met)
  expect(replay(rule(false, '192.0.3.0/24', '192.0.1.0/24'), '192.0.2.0/24')).toEqual(missed)
  expect(replay(rule(true, '192.0.3.0/24', '192.0.1.0/24'), '192.0.2.0/24')).toEqual(met)
  expect(replay(rule(false, '2001:db8::/32'), '2001:db8:1::/48')).toEqual(met)
  expect(replay(rule(false, '2001:db8:1:2::/64'), '2001:db8:1::/48')).toEqual(open)
  expect(replay(rule(false, '192.0.2.7'), '192.0.2.0/24')).toEqual(open)
})

import { expect, test } from 'vitest'
import { compileRules } from './compile-rules.ts'
import type { Facts, Rule, RuleAction } from './rule.ts'

const visitor: Facts = {
  address: '192.0.2.1',
  country: 'DE',
  asn: 3320,
  networkKind: 'access',
  userAgent: 'x',
  language: 'de',
  hostname: 'shop.example',
  path: null,
  action: null,
}
const german = { field: 'country', not: false, values: ['DE'] } as const
const doubtful = { field: 'score', from: 0.5, to: 1 } as const
const block: RuleAction = { type: 'BLOCK' }
const nobody = { rule: 0, action: null, dryRuns: [] }

/** Rules in order, numbered from 1; each with what differs from a rule that blocks visitors from Germany. */
function rulesOf(...changes: readonly Partial<Rule>[]) {
  return compileRules(
    changes.map((change, index) => ({
      number: index + 1,
      priority: index,
      enabled: true,
      dryRun: false,
      expiresAt: null,
      conditions: [german],
      action: block,
      ...change,
    })),
  )
}

test('without rules nobody is decided about, and nothing is allocated for it', () => {
  const rules = compileRules([])
  expect(rules.atStart(visitor, 0)).toEqual({ ...nobody, waits: false })
  expect(rules.atStart(visitor, 0)).toBe(rules.atStart(visitor, 1))
  expect(rules.atAnswer(visitor, { score: 1, startRule: 7, now: 0 })).toEqual(nobody)
  expect(rules.needsScore).toBe(false)
})

test('the same decision is the same object', () => {
  const rules = rulesOf({})
  expect(rules.atStart(visitor, 0)).toBe(rules.atStart({ ...visitor }, 5))
  expect(Object.isFrozen(rules.atStart(visitor, 0))).toBe(true)
})

test('the lowest priority decides, of equal ones the lower number', () => {
  const [a, b, c] = [
    { number: 9, priority: 5 },
    { number: 4, priority: 5 },
    { number: 1, priority: 6 },
  ]
  for (const order of [
    [a, b, c],
    [c, b, a],
    [b, c, a],
  ])
    expect(rulesOf(...order).atStart(visitor, 0).rule).toBe(4)
})

test.for<RuleAction>([block, { type: 'ALLOW' }])(
  '%j behind a rule that may be met once the score is known waits for it',
  (action) => {
    const rules = rulesOf({ conditions: [german, doubtful], action: { type: 'FLAG' } }, { action })
    expect(rules.needsScore).toBe(true)
    expect(rules.atStart(visitor, 0)).toEqual({ rule: 2, action, waits: true, dryRuns: [] })
    expect(rules.atAnswer(visitor, { score: 0.5, startRule: 2, now: 0 })).toEqual({
      rule: 1,
      action: { type: 'FLAG' },
      dryRuns: [],
    })
    expect(rules.atAnswer(visitor, { score: 0.49, startRule: 2, now: 0 })).toEqual({ rule: 2, action, dryRuns: [] })
    // Where the other conditions of the first rule do not hold, nobody has to wait.
    const french = rulesOf({ conditions: [{ ...german, values: ['FR'] }, doubtful] }, { action })
    expect(french.atStart(visitor, 0).waits).toBe(false)
    // Nor where it stands behind.
    expect(rulesOf({ action }, { conditions: [german, doubtful] }).atStart(visitor, 0).waits).toBe(false)
  },
)

test.for<RuleAction>([{ type: 'DIFFICULTY', percent: 10 }, { type: 'CHALLENGE' }, { type: 'FLAG' }])(
  '%j takes effect at once all the same',
  (action) => {
    const rules = rulesOf({ conditions: [doubtful] }, { action })
    expect(rules.atStart(visitor, 0)).toEqual({ rule: 2, action, waits: false, dryRuns: [] })
    expect(rules.atAnswer(visitor, { score: 0.9, startRule: 2, now: 0 })).toMatchObject({ rule: 1, action: block })
  },
)

test('a rule with nothing but the score is met by it, bounds included', () => {
  const rules = rulesOf({ conditions: [{ field: 'score', from: 0.2, to: 0.4 }] })
  expect(rules.atStart(visitor, 0)).toEqual({ ...nobody, waits: false })
  for (const [score, rule] of [
    [0.19, 0],
    [0.2, 1],
    [0.4, 1],
    [0.41, 0],
  ] as const)
    expect([score, rules.atAnswer(visitor, { score, startRule: 0, now: 0 }).rule]).toEqual([score, rule])
})

test('a rule behind the one that decided at the start no longer decides', () => {
  const rules = rulesOf({ action: { type: 'FLAG' } }, { conditions: [doubtful] })
  expect(rules.atAnswer(visitor, { score: 1, startRule: 1, now: 0 })).toMatchObject({
    rule: 1,
    action: { type: 'FLAG' },
  })
})

test.for<[string, Partial<Rule>]>([
  ['was disabled', { enabled: false }],
  ['was put on trial', { dryRun: true }],
  ['has expired', { expiresAt: 100 }],
  ['asks for the score now', { conditions: [doubtful] }],
])('a rule that decided at the start and %s meanwhile is ignored', ([, change]) => {
  expect(rulesOf(change).atAnswer(visitor, { score: 0, startRule: 1, now: 100 })).toEqual(nobody)
  expect(rulesOf({}, change).atAnswer(visitor, { score: 0, startRule: 3, now: 100 })).toEqual(nobody)
})

test('a rule ends in the very millisecond', () => {
  const rules = rulesOf({ expiresAt: 100 }, {})
  expect([rules.atStart(visitor, 99).rule, rules.atStart(visitor, 100).rule]).toEqual([1, 2])
  const late = rulesOf({ expiresAt: 100, conditions: [doubtful] })
  expect([99, 100].map((now) => late.atAnswer(visitor, { score: 1, startRule: 0, now }).rule)).toEqual([1, 0])
  // What has expired makes nobody wait.
  expect(rulesOf({ expiresAt: 100, conditions: [doubtful] }, {}).atStart(visitor, 100).waits).toBe(false)
})

test('rules on trial are told and not obeyed, each once, and those behind what decides are not told', () => {
  const trial = { dryRun: true }
  const rules = rulesOf(
    trial,
    { ...trial, conditions: [doubtful] },
    trial,
    { conditions: [german, doubtful] },
    trial,
    { action: { type: 'FLAG' } },
    trial,
  )
  const start = rules.atStart(visitor, 0)
  expect(start).toEqual({ rule: 6, action: { type: 'FLAG' }, waits: false, dryRuns: [1, 3] })
  expect(rules.atAnswer(visitor, { score: 0.9, startRule: 6, now: 0 })).toEqual({
    rule: 4,
    action: block,
    dryRuns: [2],
  })
  expect(rules.atAnswer(visitor, { score: 0.1, startRule: 6, now: 0 })).toEqual({
    rule: 6,
    action: { type: 'FLAG' },
    dryRuns: [5],
  })
})

test('what is unknown of a visitor fits no value, so that a condition with "not" holds', () => {
  const unknown: Facts = { ...visitor, country: null, asn: 0, language: null, address: 'unknown' }
  const fields = [
    { field: 'country', values: ['DE'] },
    { field: 'continent', values: ['EU'] },
    { field: 'asn', values: [1] },
    { field: 'network', values: ['*'] },
    { field: 'language', values: ['de'] },
    { field: 'path', values: ['*'] },
    { field: 'action', values: ['*'] },
    { field: 'ip', values: ['0.0.0.0/0', '::/0'] },
  ] as const
  for (const field of fields) {
    expect([
      field.field,
      rulesOf({ conditions: [{ ...field, not: false }] as Rule['conditions'] }).atStart(unknown, 0).rule,
    ]).toEqual([field.field, 0])
    expect([
      field.field,
      rulesOf({ conditions: [{ ...field, not: true }] as Rule['conditions'] }).atStart(unknown, 0).rule,
    ]).toEqual([field.field, 1])
  }
})

test('the operator of a network is asked for once', () => {
  let asked = 0
  const condition = { field: 'network', not: false, values: ['*Telekom*'] } as const
  const rule = {
    number: 1,
    priority: 0,
    enabled: true,
    dryRun: false,
    expiresAt: null,
    conditions: [condition],
    action: block,
  }
  const rules = compileRules([rule], { nameOf: (asn) => (asked++, asn === 3320 ? 'Deutsche TELEKOM AG' : null) })
  for (let visit = 0; visit < 5; visit++)
    expect([rules.atStart(visitor, 0).rule, rules.atStart({ ...visitor, asn: 1 }, 0).rule]).toEqual([1, 0])
  expect(asked).toBe(2)
})

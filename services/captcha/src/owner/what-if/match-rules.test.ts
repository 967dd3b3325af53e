import { scoreVerification } from '@bollard/bot-score'
import { type RuleAction, type RuleCondition, siteSettingsSchema } from '@bollard/contracts'
import { expect, test } from 'vitest'
import { rowFlags } from '../../records/store/row-flags.ts'
import { visitorOf } from '../../testing/past-visitor.ts'
import { changeOf } from './change-of.ts'
import type { TodaysRule } from './read-rules.ts'
import { replayVisitor } from './replay-visitor.ts'
import type { Visitor } from './visitor.ts'
import { createWeigher } from './weigh-round.ts'

const settings = siteSettingsSchema.parse({})
const weigh = createWeigher(scoreVerification)
const names = new Map([[64_500, 'Example Hosting']])
const now = Date.UTC(2026, 9, 25)
const long = Date.UTC(2026, 8, 1)

interface Given {
  readonly conditions: readonly RuleCondition[]
  readonly action: RuleAction
  readonly name?: string
  readonly enabled?: boolean
  readonly dryRun?: boolean
  readonly expiresAt?: string
}

const inList = (field: 'country', ...values: string[]): RuleCondition => ({ field, not: false, values })
const country = (...values: string[]): Given['conditions'] => [inList('country', ...values)]
const userAgent = (...values: string[]): Given['conditions'] => [{ field: 'userAgent', not: false, values }]
const path = (...values: string[]): Given['conditions'] => [{ field: 'path', not: false, values }]
const ip = (...values: string[]): Given['conditions'] => [{ field: 'ip', not: false, values }]
const score = (from: number, to = 1): RuleCondition => ({ field: 'score', from, to })
const block: RuleAction = { type: 'BLOCK' }
const allow: RuleAction = { type: 'ALLOW' }
const flag: RuleAction = { type: 'FLAG' }
const challenge: RuleAction = { type: 'CHALLENGE' }

/** Rules that are in force, numbered from 1, unless changed at another time. */
function inForce(rules: readonly Given[], updatedAt = long): TodaysRule[] {
  return rules.map(({ name, conditions, action }, index) => ({
    number: index + 1,
    name: name ?? `rule ${index}`,
    priority: index * 10,
    conditions,
    action,
    isObeyed: true,
    expires: false,
    updatedAt,
  }))
}

/** What becomes of a visitor when these rules take the place of today's. */
function tryRules(
  visitor: Visitor,
  rules: readonly Given[],
  { today = [], set = {} }: { today?: readonly TodaysRule[]; set?: object } = {},
) {
  const proposed = rules.map(
    ({ name, conditions, action, enabled = true, dryRun = false, expiresAt = null }, index) => ({
      name: name ?? `rule ${index}`,
      priority: index * 10,
      enabled,
      dryRun,
      conditions: [...conditions],
      action,
      expiresAt,
    }),
  )
  const change = changeOf(
    { settings, rules: today, now },
    { settings: set, rules: proposed },
    { weigh, nameOf: (asn) => names.get(asn) ?? null },
  )
  const { after, undecidable, asToday, unseen } = replayVisitor(visitor, change)
  return {
    changes: change.changes,
    outcome: after.outcome,
    extraWork: after.extraWork,
    decidedBy: after.decidedBy,
    rule: after.effect?.index ?? null,
    open: undecidable && { rule: undecidable.rule.index, field: undecidable.field },
    asToday,
    unseen,
  }
}

const german = visitorOf()
const doubtful = { score: Math.fround(0.4), reasons: 'webdriver-hidden 2.6' }
const doubted = visitorOf({ outcome: 'FLAGGED', hadExtraWork: true, first: doubtful, last: doubtful })
const proven = { score: Math.fround(0.88), reasons: 'webdriver 5' }
const robot = visitorOf({ outcome: 'REFUSED', first: proven, last: proven })

test('each action does to past visitors what it does to coming ones', () => {
  const cases: [Visitor, RuleAction, object][] = [
    [german, block, { outcome: 'REFUSED', extraWork: false, decidedBy: 'RULE', rule: 0 }],
    [german, challenge, { outcome: 'PASSED', extraWork: true, decidedBy: 'SCORE', rule: 0 }],
    [german, flag, { outcome: 'FLAGGED', extraWork: false, decidedBy: 'RULE', rule: 0 }],
    [
      german,
      { type: 'DIFFICULTY', percent: 100 },
      { outcome: 'PASSED', extraWork: false, decidedBy: 'SCORE', rule: 0 },
    ],
    [doubted, allow, { outcome: 'PASSED', extraWork: false, decidedBy: 'RULE', rule: 0 }],
    [doubted, challenge, { outcome: 'FLAGGED', extraWork: true, decidedBy: 'SCORE' }],
    [robot, allow, { outcome: 'PASSED', extraWork: false, decidedBy: 'RULE' }],
    [robot, challenge, { outcome: 'REFUSED', extraWork: false, decidedBy: 'SCORE' }],
    [robot, flag, { outcome: 'REFUSED', extraWork: false, decidedBy: 'SCORE' }],
  ]
  for (const [visitor, action, expected] of cases)
    expect(tryRules(visitor, [{ conditions: country('DE'), action }])).toMatchObject({ ...expected, open: null })
})

test('every fact that is stored decides, and the first rule that fits', () => {
  const visitor = visitorOf({
    network: '198.51.100.0/24',
    facts: {
      country: 'FR',
      asn: 64_500,
      networkKind: 'hosting',
      language: 'fr',
      hostname: 'shop.example',
      action: 'login',
    },
  })
  const fitting: Given['conditions'][] = [
    country('FR'),
    [{ field: 'continent', not: false, values: ['EU'] }],
    [{ field: 'asn', not: false, values: [64_500] }],
    [{ field: 'network', not: false, values: ['example*'] }],
    [{ field: 'networkKind', not: false, values: ['hosting'] }],
    [{ field: 'language', not: false, values: ['fr'] }],
    [{ field: 'hostname', not: false, values: ['shop.example'] }],
    [{ field: 'action', not: false, values: ['log*'] }],
    ip('198.51.0.0/16'),
    [score(0, 0.1)],
  ]
  for (const conditions of fitting) {
    expect([conditions, tryRules(visitor, [{ conditions, action: block }]).outcome]).toEqual([conditions, 'REFUSED'])
    expect(tryRules(visitor, [{ conditions: [...conditions, inList('country', 'US')], action: block }]).outcome).toBe(
      'PASSED',
    )
  }
  const two = [
    { conditions: country('US'), action: block },
    { conditions: country('FR'), action: flag },
    { conditions: country('FR'), action: block },
  ]
  expect(tryRules(visitor, two)).toMatchObject({ outcome: 'FLAGGED', rule: 1 })
})

test('rules that nobody obeys change nothing', () => {
  const rule = { conditions: country('DE'), action: block }
  for (const idle of [{ enabled: false }, { dryRun: true }, { expiresAt: '2026-10-24T00:00:00Z' }])
    expect(tryRules(german, [{ ...rule, ...idle }])).toMatchObject({ changes: [], outcome: 'PASSED' })
  expect(tryRules(german, [{ ...rule, expiresAt: '2026-10-26T00:00:00Z' }])).toMatchObject({
    changes: ['rules'],
    outcome: 'REFUSED',
  })
})

test('the same rules under other names and numbers are no change', () => {
  const rules = [
    { conditions: country('US'), action: block },
    { conditions: country('DE'), action: flag, name: 'renamed' },
  ]
  expect(tryRules(german, rules, { today: inForce(rules) }).changes).toEqual([])
  expect(tryRules(german, rules.toReversed(), { today: inForce(rules) }).changes).toEqual(['rules'])
})

test('a rule about what is not stored leaves the visitor as they were, and says why', () => {
  const cases: [Given['conditions'], string][] = [
    [userAgent('*Bot*'), 'userAgent'],
    [path('/checkout/*'), 'path'],
    [ip('192.0.2.7'), 'ip'],
  ]
  for (const [conditions, field] of cases) {
    expect(tryRules(german, [{ conditions, action: block }])).toMatchObject({
      outcome: 'PASSED',
      open: { rule: 0, field },
    })
    // Another condition settles it.
    expect(tryRules(german, [{ conditions: [...conditions, inList('country', 'US')], action: block }])).toMatchObject({
      outcome: 'PASSED',
      open: null,
    })
  }
  expect(tryRules(german, [{ conditions: ip('203.0.113.7'), action: block }])).toMatchObject({
    open: null,
    outcome: 'PASSED',
  })
  expect(tryRules(german, [{ conditions: ip('192.0.0.0/16'), action: block }])).toMatchObject({
    open: null,
    outcome: 'REFUSED',
  })
})

test('where whatever is missing leads to the same end nothing is open', () => {
  const unknown = { conditions: userAgent('*Bot*'), action: block }
  expect(tryRules(robot, [unknown])).toMatchObject({ open: null, outcome: 'REFUSED' })
  expect(tryRules(german, [unknown, { conditions: country('DE'), action: block }])).toMatchObject({
    open: null,
    outcome: 'REFUSED',
  })
  expect(tryRules(german, [{ ...unknown, action: { type: 'DIFFICULTY', percent: 50 } }])).toMatchObject({
    open: null,
    outcome: 'PASSED',
  })
  // The first one makes no difference to the end, the second does.
  const third = [
    { ...unknown, action: { type: 'DIFFICULTY', percent: 50 } as const },
    { conditions: path('/x'), action: block },
  ]
  expect(tryRules(german, third)).toMatchObject({ outcome: 'PASSED', open: { rule: 1, field: 'path' } })
})

test('the log knows whether a rule fitted, also one about what is not stored', () => {
  const today = inForce([
    { conditions: userAgent('*Bot*'), action: block },
    { conditions: country('DE'), action: challenge },
  ])
  const refused = visitorOf({
    outcome: 'REFUSED',
    decision: 'RULE',
    rule: 1,
    atOnce: true,
    last: { score: 0, reasons: '' },
    first: { score: 0, reasons: '' },
  })
  const challenged = visitorOf({ rule: 2, flags: rowFlags.extraWork, hadExtraWork: true })
  const without = [{ conditions: country('DE'), action: challenge }]
  const milder = [{ conditions: userAgent('*Bot*'), action: flag }, ...without]
  expect(tryRules(refused, without, { today })).toMatchObject({
    outcome: 'PASSED',
    extraWork: true,
    open: null,
    asToday: true,
    unseen: 'rules',
  })
  expect(tryRules(refused, milder, { today })).toMatchObject({ outcome: 'FLAGGED', open: null, rule: 0 })
  // The first rule did not fit whom the second one challenged.
  expect(tryRules(challenged, milder, { today })).toMatchObject({
    outcome: 'PASSED',
    extraWork: true,
    open: null,
    asToday: true,
  })
  expect(tryRules(challenged, [milder[0] ?? { conditions: [], action: flag }], { today })).toMatchObject({
    extraWork: false,
    open: null,
  })
  // And of whom no rule fitted nothing is known of rules that were changed since.
  const changedSince = inForce([{ conditions: userAgent('*Bot*'), action: block }], now)
  expect(tryRules(german, milder, { today: changedSince })).toMatchObject({ open: { rule: 0, field: 'userAgent' } })
})

test('a rule about the score follows the score that the change leads to', () => {
  const late = { conditions: [score(0.3)], action: block }
  expect(tryRules(doubted, [late])).toMatchObject({ outcome: 'REFUSED', decidedBy: 'RULE', extraWork: false })
  const decided = visitorOf({ outcome: 'REFUSED', decision: 'RULE', rule: 1, first: doubtful, last: doubtful })
  const today = inForce([late])
  expect(tryRules(decided, [late], { today })).toMatchObject({ changes: [], outcome: 'REFUSED', asToday: true })
  expect(tryRules(decided, [late], { today, set: { minimalData: true } })).toMatchObject({
    changes: ['minimalData'],
    outcome: 'PASSED',
    extraWork: false,
  })
})

test('wrong work passes by no rule that had to wait for it', () => {
  const wrong = { score: Math.fround(0.95), reasons: 'work-wrong 6' }
  const visitor = visitorOf({ outcome: 'REFUSED', decision: 'WORK', first: wrong, last: wrong })
  expect(tryRules(visitor, [{ conditions: country('DE'), action: allow }])).toMatchObject({
    outcome: 'PASSED',
    decidedBy: 'RULE',
  })
  expect(tryRules(visitor, [{ conditions: [inList('country', 'DE'), score(0)], action: allow }])).toMatchObject({
    outcome: 'REFUSED',
    decidedBy: 'WORK',
  })
  const behind = [
    { conditions: [inList('country', 'DE'), score(0, 0.1)], action: flag },
    { conditions: country('DE'), action: allow },
  ]
  expect(tryRules(visitor, behind)).toMatchObject({ outcome: 'REFUSED', decidedBy: 'WORK' })
})

test('a rule that is gone still stands for those it decided, until a change concerns them', () => {
  const refused = visitorOf({
    outcome: 'REFUSED',
    decision: 'RULE',
    rule: 9,
    atOnce: true,
    last: { score: 0, reasons: '' },
    first: { score: 0, reasons: '' },
  })
  expect(tryRules(refused, [{ conditions: country('US'), action: block }])).toMatchObject({
    outcome: 'REFUSED',
    asToday: false,
  })
  expect(tryRules(refused, [{ conditions: country('DE'), action: flag }])).toMatchObject({
    outcome: 'FLAGGED',
    rule: 0,
  })
})

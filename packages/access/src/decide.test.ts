import {
  billingPolicy,
  captchaPolicy,
  identityPolicy,
  type Policy,
  type Role,
  roles,
  type Rule,
  solutionPolicy,
} from '@bollard/contracts'
import { expect, test } from 'vitest'
import { type Actor, type ApiKeyCaller, type Caller, isApiKeyCaller } from './actor.ts'
import { assertAllowed, bindPolicy, type Decision, decide, needsStanding, type Standing } from './decide.ts'

const now = new Date('2026-03-01T10:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const person: Actor = {
  userId: 'u1',
  isAdmin: false,
  emailVerified: true,
  email: 'u1@example.org',
  givenName: 'U',
  language: 'en',
  provenAt: minutesAgo(1),
}
const keyWith = (scopes: ApiKeyCaller['apiKey']['scopes']): ApiKeyCaller => ({
  userId: 'key:1',
  apiKey: { apiKeyId: 1, solutionId: 's1', scopes, createdAt: now },
})

const policies: readonly Policy[] = [solutionPolicy, billingPolicy, captchaPolicy, identityPolicy]
const rules: readonly [string, Rule][] = policies.flatMap((policy) => Object.entries(policy))
/** Every combination of conditions, whether a service has it or not. */
const anyRules: readonly Rule[] = [undefined, ...roles].flatMap((role) =>
  ([undefined, 'also', 'only'] as const).flatMap((operator) =>
    combinations(['open', 'verified', 'unlocked', 'factor', 'proof']).map((marks) => ({
      audience: 'session' as const,
      ...(role ? { role } : {}),
      ...(operator ? { operator } : {}),
      ...Object.fromEntries(marks.map((mark) => [mark, true])),
    })),
  ),
)
const actors: readonly Actor[] = combinations(['isAdmin', 'adminNeedsSecondFactor', 'emailVerified', 'hasSecondFactor'])
  .filter((marks) => !(marks.includes('isAdmin') && marks.includes('adminNeedsSecondFactor')))
  .flatMap((marks) =>
    [null, minutesAgo(0), minutesAgo(10), minutesAgo(10.01)].map((provenAt) => ({
      ...person,
      isAdmin: false,
      emailVerified: false,
      ...Object.fromEntries(marks.map((mark) => [mark, true])),
      provenAt,
    })),
  )
const standings: readonly (Standing | null)[] = [
  null,
  ...[null, ...roles].flatMap((role) =>
    combinations(['readOnly', 'factorDue']).map((marks) => ({
      role,
      ...Object.fromEntries(marks.map((mark) => [mark, true])),
    })),
  ),
]

function combinations(names: readonly string[]): string[][] {
  return Array.from({ length: 2 ** names.length }, (_none, bits) =>
    names.filter((_name, at) => (bits & (1 << at)) !== 0),
  )
}

const changing = (until: Date) => ({ change: { reason: 'A test of operators', ticket: null, until } })
const laterOn = new Date(now.getTime() + 60_000)
/** Sessions of the admin site: none, one that reads, one whose change mode is over at this moment, one that may change things. */
const operatings = [null, { change: null }, changing(now), changing(laterOn)] as const

/** The same said a second time, as a list of what a person lacks, worst first. */
function expectedOf(actor: Actor, rule: Rule, standing: Standing | null): Decision {
  const role: Role | null = standing?.role ?? null
  const rank = (one: Role | null) => (one === null ? -1 : ['VIEWER', 'MEMBER', 'ADMIN'].indexOf(one))
  const anyone = rule.role === undefined && rule.operator === undefined
  const asOperator = rule.operator !== undefined && actor.isAdmin
  const asMember = rule.role !== undefined && rule.operator !== 'only' && role !== null && rank(role) >= rank(rule.role)
  if (!anyone && !asOperator && !asMember) {
    if (rule.operator !== undefined && actor.adminNeedsSecondFactor) return 'second-factor-needed'
    if (role === null) return rule.open ? 'forbidden' : 'not-found'
    return rule.operator === 'only' ? 'forbidden' : 'role-too-low'
  }
  const mayChange = (actor.operating?.change?.until.getTime() ?? 0) > now.getTime()
  const lacks: [boolean | undefined, Decision][] = [
    [rule.operator === 'only' && !rule.anySession && !actor.operating, 'operator-session-needed'],
    [rule.change && !mayChange, 'change-mode-needed'],
    [rule.verified && !actor.emailVerified, 'email-not-verified'],
    [rule.unlocked && standing?.readOnly, 'solution-locked'],
    [rule.factor && standing?.factorDue && !actor.hasSecondFactor, 'second-factor-needed'],
    [rule.proof && (actor.provenAt === null || actor.provenAt < minutesAgo(10)), 'step-up-required'],
  ]
  return lacks.find(([lack]) => lack === true)?.[1] ?? 'allowed'
}

test('every rule × person × standing is decided as written down', () => {
  let decisions = 0
  for (const rule of [...anyRules, ...rules.map(([, one]) => one)])
    for (const actor of actors)
      for (const standing of standings) {
        decisions += 1
        const decision = decide(actor, rule, standing, now)
        if (decision !== expectedOf(actor, rule, standing))
          expect(decision, JSON.stringify({ rule, actor, standing })).toBe(expectedOf(actor, rule, standing))
      }
  expect(decisions).toBeGreaterThan(300_000)
})

test('what only operators do asks for the admin site, and changes for its change mode, before anything that they could be asked for nothing', () => {
  for (const marks of combinations(['open', 'change', 'anySession', 'proof'])) {
    const rule: Rule = {
      audience: 'session',
      operator: 'only',
      ...Object.fromEntries(marks.map((mark) => [mark, true])),
    }
    for (const operating of operatings)
      for (const isAdmin of [false, true])
        for (const provenAt of [null, minutesAgo(0)]) {
          const actor: Actor = { ...person, isAdmin, operating, provenAt }
          expect(decide(actor, rule, null, now), JSON.stringify({ rule, actor })).toBe(expectedOf(actor, rule, null))
        }
  }
  const operator: Actor = { ...person, isAdmin: true }
  const changes: Rule = { audience: 'session', operator: 'only', change: true }
  expect(decide(operator, changes, null, now)).toBe('operator-session-needed')
  expect(decide({ ...operator, operating: { change: null } }, changes, null, now)).toBe('change-mode-needed')
  expect(decide({ ...operator, operating: changing(now) }, changes, null, now)).toBe('change-mode-needed')
  expect(decide({ ...operator, operating: changing(laterOn) }, changes, null, now)).toBe('allowed')
})

test('nobody may do anything without a session, save what is public', () => {
  for (const rule of anyRules)
    for (const standing of standings) expect(decide(null, rule, standing, now)).toBe('unauthenticated')
  expect(decide(null, { audience: 'public' }, null, now)).toBe('allowed')
})

test('a call of a customer’s server takes its key', () => {
  expect(decide(null, { audience: 'secret-key' }, null, now)).toBe('secret-key-invalid')
  expect(decide(person, { audience: 'secret-key' }, null, now)).toBe('secret-key-invalid')
  expect(decide(keyWith(['verify']), { audience: 'secret-key' }, null, now)).toBe('allowed')
})

test('a stranger is told the same as if there were nothing, whatever else holds', () => {
  for (const [name, rule] of rules) {
    if (!needsStanding(rule)) continue
    for (const actor of actors.filter(({ isAdmin, adminNeedsSecondFactor }) => !isAdmin && !adminNeedsSecondFactor))
      for (const standing of [null, { role: null }, { role: null, readOnly: true, factorDue: true }])
        expect(decide(actor, rule, standing, now), name).toBe('not-found')
  }
})

test('an administrator without a second factor is told so where only that is missing, and acts as a member elsewhere', () => {
  const needy = { ...person, adminNeedsSecondFactor: true }
  for (const [name, rule] of rules) {
    expect(decide(needy, rule, null, now) === 'second-factor-needed', name).toBe(rule.operator !== undefined)
    const asMember = decide(needy, rule, { role: 'ADMIN' }, now)
    expect(asMember, name).toBe(
      rule.operator === 'only' ? 'second-factor-needed' : decide(person, rule, { role: 'ADMIN' }, now),
    )
  }
})

test('an API key may do what its scope says, and never what is for people', () => {
  const site: Standing = { role: null }
  const expected = (caller: ApiKeyCaller, rule: Rule): Decision => {
    if (rule.scope === undefined) return 'person-required'
    const { scopes } = caller.apiKey
    return scopes.includes('manage') || (rule.scope === 'statistics' && scopes.includes('statistics'))
      ? 'allowed'
      : 'scope-missing'
  }
  for (const caller of [
    keyWith([]),
    keyWith(['verify']),
    keyWith(['statistics']),
    keyWith(['manage']),
    keyWith(['verify', 'statistics']),
  ])
    for (const [name, rule] of rules) expect(decide(caller, rule, site, now), name).toBe(expected(caller, rule))
})

test('an API key is refused in the order: no such site, not for keys, scope, lock', () => {
  const [read, change] = [captchaPolicy['site.read'], captchaPolicy['site.change']]
  const manage = keyWith(['manage'])
  expect(decide(keyWith([]), captchaPolicy['key.change'], null, now)).toBe('not-found')
  expect(decide(keyWith([]), captchaPolicy['engine.operate'], null, now)).toBe('person-required')
  expect(decide(keyWith([]), change, { role: null, readOnly: true }, now)).toBe('scope-missing')
  expect(decide(manage, change, { role: null, readOnly: true }, now)).toBe('solution-locked')
  expect(decide(manage, read, { role: null, readOnly: true }, now)).toBe('allowed')
  expect(decide(manage, read, { role: null, refusesKey: true }, now)).toBe('solution-locked')
  // It has no second factor and proves nothing; its scope stands for that.
  expect(decide(manage, change, { role: null, factorDue: true }, now)).toBe('allowed')
  expect(decide(manage, captchaPolicy['export.take'], { role: null }, now)).toBe('allowed')
})

test('a refusal is thrown with its code', () => {
  const refused = (caller: Caller | null, rule: Rule) => () => assertAllowed(caller, rule, null, now)
  expect(refused(null, solutionPolicy['solution.create'])).toThrow(expect.objectContaining({ code: 'unauthenticated' }))
  expect(refused(person, solutionPolicy['solution.create'])).not.toThrow()
})

test('a policy is asked by name', () => {
  const bound = bindPolicy(solutionPolicy)
  expect(bound.decide(person, 'solution.read', { role: 'VIEWER' }, now)).toBe('allowed')
  expect(() => bound.assertAllowed(person, 'solution.update', { role: 'VIEWER' }, now)).toThrow(
    expect.objectContaining({ code: 'role-too-low' }),
  )
})

test('people and keys are told apart', () => {
  expect([isApiKeyCaller(person), isApiKeyCaller(keyWith([]))]).toEqual([false, true])
})

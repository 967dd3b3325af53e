import { type Role, roles } from '@bollard/contracts'
import { expect, test } from 'vitest'
import { type Action, assertAllowed, type Decision, decide, type Rule, rules } from './policy.ts'
import type { Actor } from './solution-context.ts'

const now = new Date('2026-03-01T10:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const person: Actor = { userId: 'u1', isAdmin: false, emailVerified: true, email: 'u1@example.org', givenName: 'U', language: 'en', provenAt: minutesAgo(1) }
const standings: (Role | null)[] = [null, ...roles]

/**
 * What the specification and the product say, written down a second time: who at least, and then v = confirmed address,
 * p = proof, u = not while read-only, o = operators too, c = a collection, which is no secret. The whole table of decisions follows from it below.
 */
const expected: Record<Action, string> = {
  'solution.create': 'anybody v',
  'solution.create-paid': 'anybody v p',
  'solution.list-own': 'anybody',
  'solution.list-others': 'operator c',
  'solution.read': 'VIEWER o',
  'solution.update': 'MEMBER u',
  'solution.change-invoice-address': 'ADMIN u',
  'solution.change-payment-method': 'ADMIN u p',
  'solution.assign-organization': 'ADMIN u',
  'solution.cancel': 'ADMIN',
  'solution.delete': 'ADMIN p',
  'solution.lock': 'operator',
  'solution.lock-own': 'ADMIN',
  'solution.invite': 'ADMIN u',
  'solution.invite-admin': 'ADMIN u p',
  'solution.list-invitations': 'ADMIN o',
  'solution.change-member': 'ADMIN',
  'solution.change-member-to-admin': 'ADMIN p',
  'solution.remove-member': 'ADMIN',
  'solution.leave': 'VIEWER',
  'solution.read-audit': 'ADMIN o',
  'organization.create': 'anybody v',
  'organization.list-own': 'anybody',
  'organization.list-others': 'operator c',
  'organization.read': 'VIEWER o',
  'organization.update': 'ADMIN',
  'organization.change-payout': 'ADMIN p',
  'organization.delete': 'ADMIN p',
  'organization.request-verification': 'ADMIN',
  'organization.read-evidence': 'ADMIN o',
  'organization.verify': 'operator',
  'organization.read-solutions': 'VIEWER o',
  'organization.assign-solutions': 'MEMBER',
  'organization.end-solutions': 'ADMIN',
  'organization.invite': 'ADMIN',
  'organization.invite-admin': 'ADMIN p',
  'organization.list-invitations': 'ADMIN o',
  'organization.change-member': 'ADMIN',
  'organization.change-member-to-admin': 'ADMIN p',
  'organization.remove-member': 'ADMIN',
  'organization.leave': 'VIEWER',
  'organization.invite-tokens': 'ADMIN',
  'organization.read-audit': 'ADMIN o',
  'invitation.answer': 'anybody v',
}

function expectedOf(actor: Actor, action: Action, role: Role | null, readOnly: boolean): Decision {
  const [who = '', ...marks] = expected[action].split(' ')
  if (who === 'operator' && !actor.isAdmin) return role === null && !marks.includes('c') ? 'not-found' : 'forbidden'
  if (who === 'operator') return conditions()
  if (who !== 'anybody' && !(actor.isAdmin && marks.includes('o'))) {
    if (role === null) return 'not-found'
    const enough = { VIEWER: ['VIEWER', 'MEMBER', 'ADMIN'], MEMBER: ['MEMBER', 'ADMIN'], ADMIN: ['ADMIN'] }[who]
    if (!enough?.includes(role)) return 'role-too-low'
  }
  return conditions()
  function conditions(): Decision {
    if (marks.includes('v') && !actor.emailVerified) return 'email-not-verified'
    if (marks.includes('u') && readOnly) return 'solution-locked'
    if (marks.includes('p') && (actor.provenAt === null || actor.provenAt < minutesAgo(10))) return 'step-up-required'
    return 'allowed'
  }
}

test('an administrator without a second factor is told so where only that is missing, and acts as a member elsewhere', () => {
  const needy = { ...person, adminNeedsSecondFactor: true }
  for (const [action, rule] of Object.entries(rules) as [Action, Rule][]) {
    const isForThem = rule.who === 'OPERATOR' || rule.orOperator === true
    expect(decide(needy, action, { role: null, now }) === 'second-factor-needed', action).toBe(isForThem)
    const asMember = decide(needy, action, { role: 'ADMIN', now })
    expect(asMember, action).toBe(rule.who === 'OPERATOR' ? 'second-factor-needed' : decide(person, action, { role: 'ADMIN', now }))
  }
})

const actors: Actor[] = [false, true].flatMap((isAdmin) =>
  [false, true].flatMap((emailVerified) =>
    [null, minutesAgo(0), minutesAgo(10), minutesAgo(10.01)].map((provenAt) => ({ ...person, isAdmin, emailVerified, provenAt })),
  ),
)

test('every action × role × lock × administrator × confirmed address × age of the proof is decided as written down', () => {
  let decisions = 0
  for (const action of Object.keys(rules) as Action[])
    for (const actor of actors)
      for (const role of standings)
        for (const readOnly of [false, true]) {
          decisions += 1
          const situation = `${action} ${JSON.stringify({ ...actor, role, readOnly })}`
          expect(decide(actor, action, { role, readOnly, now }), situation).toBe(expectedOf(actor, action, role, readOnly))
        }
  expect(decisions).toBeGreaterThanOrEqual(2000)
})

test('nobody may do anything without a session', () => {
  for (const action of Object.keys(rules) as Action[]) for (const role of standings) expect(decide(null, action, { role, now }), action).toBe('unauthenticated')
})

test('a member of another tenant is told the same as if there were nothing, whatever else holds', () => {
  for (const action of Object.keys(rules) as Action[]) {
    if (/^anybody|^operator c/u.test(expected[action])) continue
    for (const actor of actors.filter(({ isAdmin }) => !isAdmin)) expect(decide(actor, action, { role: null, now }), action).toBe('not-found')
  }
})

test('a refusal is thrown with its code', () => {
  expect(() => assertAllowed(null, 'solution.create', { now })).toThrow(expect.objectContaining({ code: 'unauthenticated' }))
  expect(() => assertAllowed(person, 'solution.create', { now })).not.toThrow()
})

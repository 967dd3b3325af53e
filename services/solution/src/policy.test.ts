import type { Actor, Decision } from '@bollard/access'
import { type Role, roles, type Rule, solutionPolicy } from '@bollard/contracts'
import { expect, test } from 'vitest'
import { type Action, assertAllowed, decide, factorAskedFrom, isFactorDue } from './policy.ts'

const now = new Date('2026-03-01T10:00:00Z')
const daysAgo = (days: number) => minutesAgo(days * 24 * 60)
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
const standings: (Role | null)[] = [null, ...roles]

/**
 * What the specification and the product say, written down a second time: who at least, and then v = confirmed address,
 * p = proof, u = not while read-only, f = a second factor where it has been paid for longer than 14 days, o = operators too, c = a collection,
 * which is no secret. The whole table of decisions follows from it below.
 */
const expected: Record<Action, string> = {
  'solution.create': 'anybody v',
  'solution.create-paid': 'anybody v p',
  'solution.list-own': 'anybody',
  'solution.list-others': 'operator c',
  'system.read-audit': 'operator c',
  'solution.read': 'VIEWER o',
  'solution.update': 'MEMBER u',
  'solution.change-invoice-address': 'ADMIN u f',
  'solution.change-payment-method': 'ADMIN u p f',
  'solution.assign-organization': 'ADMIN u f',
  'solution.accept-agreement': 'ADMIN',
  'solution.cancel': 'ADMIN',
  'solution.delete': 'ADMIN p f',
  'solution.lock': 'operator',
  'solution.lock-own': 'ADMIN',
  'solution.lock-or-lock-own': 'ADMIN o',
  'solution.invite': 'ADMIN u f',
  'solution.invite-admin': 'ADMIN u p f',
  'solution.list-invitations': 'ADMIN o',
  'solution.change-member': 'ADMIN f',
  'solution.change-member-to-admin': 'ADMIN p f',
  'solution.remove-member': 'ADMIN f',
  'solution.leave': 'VIEWER',
  'solution.export': 'ADMIN p',
  'solution.read-audit': 'ADMIN o',
  'organization.create': 'anybody v',
  'organization.list-own': 'anybody',
  'organization.list-others': 'operator c',
  'organization.read': 'VIEWER o',
  'organization.update': 'ADMIN f',
  'organization.change-payout': 'ADMIN p f',
  'organization.delete': 'ADMIN p f',
  'organization.request-verification': 'ADMIN f',
  'organization.read-evidence': 'ADMIN o',
  'organization.verify': 'operator',
  'organization.read-solutions': 'VIEWER o',
  'organization.assign-solutions': 'MEMBER',
  'organization.end-solutions': 'ADMIN f',
  'organization.invite': 'ADMIN f',
  'organization.invite-admin': 'ADMIN p f',
  'organization.list-invitations': 'ADMIN o',
  'organization.change-member': 'ADMIN f',
  'organization.change-member-to-admin': 'ADMIN p f',
  'organization.remove-member': 'ADMIN f',
  'organization.leave': 'VIEWER',
  'organization.list-invite-tokens': 'ADMIN',
  'organization.invite-tokens': 'ADMIN f',
  'organization.export': 'ADMIN p',
  'organization.read-audit': 'ADMIN o',
  'invitation.list-own': 'anybody',
  'invitation.answer': 'anybody v',
}

function expectedOf(
  actor: Actor,
  action: Action,
  { role, readOnly, paidSince }: { role: Role | null; readOnly: boolean; paidSince: Date | null },
): Decision {
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
    if (marks.includes('f') && !actor.hasSecondFactor && paidSince !== null && paidSince <= daysAgo(14))
      return 'second-factor-needed'
    if (marks.includes('p') && (actor.provenAt === null || actor.provenAt < minutesAgo(10))) return 'step-up-required'
    return 'allowed'
  }
}

test('an administrator without a second factor is told so where only that is missing, and acts as a member elsewhere', () => {
  const needy = { ...person, adminNeedsSecondFactor: true }
  for (const [action, rule] of Object.entries(solutionPolicy) as [Action, Rule][]) {
    const isForThem = rule.operator !== undefined
    expect(decide(needy, action, { role: null }, now) === 'second-factor-needed', action).toBe(isForThem)
    const asMember = decide(needy, action, { role: 'ADMIN' }, now)
    expect(asMember, action).toBe(
      rule.operator === 'only' ? 'second-factor-needed' : decide(person, action, { role: 'ADMIN' }, now),
    )
  }
})

/** What operators lack without it is decided in `packages/access`. */
const operating = { change: { reason: 'A test of operators', ticket: null, until: new Date('2100-01-01') } }
const actors: Actor[] = [false, true].flatMap((isAdmin) =>
  [false, true].flatMap((emailVerified) =>
    [false, true].flatMap((hasSecondFactor) =>
      [null, minutesAgo(0), minutesAgo(10), minutesAgo(10.01)].map((provenAt) => ({
        ...person,
        isAdmin,
        operating,
        emailVerified,
        hasSecondFactor,
        provenAt,
      })),
    ),
  ),
)

test('every action × role × lock × plan × administrator × confirmed address × second factor × age of the proof is decided as written down', () => {
  const sinces = [null, daysAgo(13.99), daysAgo(14)]
  let decisions = 0
  for (const action of Object.keys(solutionPolicy) as Action[])
    for (const actor of actors)
      for (const role of standings)
        for (const readOnly of [false, true])
          for (const paidSince of sinces) {
            decisions += 1
            const situation = { role, readOnly, paidSince }
            expect(
              decide(actor, action, { role, readOnly, factorDue: isFactorDue(paidSince, now) }, now),
              `${action} ${JSON.stringify({ ...actor, ...situation })}`,
            ).toBe(expectedOf(actor, action, situation))
          }
  expect(decisions).toBeGreaterThanOrEqual(20_000)
})

test('whoever has no second factor still reads, cancels, leaves and locks what is theirs, however long it is paid for', () => {
  const free: Action[] = [
    'solution.read',
    'solution.update',
    'solution.cancel',
    'solution.leave',
    'solution.lock-own',
    'solution.read-audit',
  ]
  const ofOrganizations: Action[] = [
    'organization.read',
    'organization.leave',
    'organization.list-invitations',
    'organization.list-invite-tokens',
    'organization.read-audit',
  ]
  for (const action of [...free, ...ofOrganizations])
    expect(decide(person, action, { role: 'ADMIN', factorDue: true }, now), action).toBe('allowed')
})

test('nobody may do anything without a session', () => {
  for (const action of Object.keys(solutionPolicy) as Action[])
    for (const role of standings) expect(decide(null, action, { role }, now), action).toBe('unauthenticated')
})

test('a member of another tenant is told the same as if there were nothing, whatever else holds', () => {
  for (const action of Object.keys(solutionPolicy) as Action[]) {
    if (/^anybody|^operator c/u.test(expected[action])) continue
    for (const actor of actors.filter(({ isAdmin }) => !isAdmin))
      expect(decide(actor, action, { role: null }, now), action).toBe('not-found')
  }
})

test('a refusal is thrown with its code', () => {
  expect(() => assertAllowed(null, 'solution.create', null, now)).toThrow(
    expect.objectContaining({ code: 'unauthenticated' }),
  )
  expect(() => assertAllowed(person, 'solution.create', null, now)).not.toThrow()
})

test('an admin without a second factor is told from when they need one, and nobody else is', () => {
  const asked = { paidSince: daysAgo(1), myRole: 'ADMIN' } as const
  expect(factorAskedFrom(person, asked)).toBe(daysAgo(-13).toISOString())
  expect(factorAskedFrom({ ...person, hasSecondFactor: true }, asked)).toBeNull()
  expect(factorAskedFrom(person, { ...asked, myRole: 'MEMBER' })).toBeNull()
  expect(factorAskedFrom(person, { ...asked, paidSince: null })).toBeNull()
})

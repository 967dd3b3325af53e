import { bindPolicy, type Actor } from '@bollard/access'
import { billingPolicy, type Rule, roles } from '@bollard/contracts'
import { expect, test } from 'vitest'
import type { Action } from './policy.ts'
import { people } from './testing/start-service.ts'

const { decide } = bindPolicy(billingPolicy)
const actions = Object.keys(billingPolicy).filter((name): name is Action => name in billingPolicy)
const who = [
  'nobody',
  'stranger',
  'VIEWER',
  'MEMBER',
  'ADMIN',
  'operator',
  'unverified admin',
  'unverified stranger',
  'unproven admin',
] as const
const now = new Date('2026-03-10T10:00:00.000Z')

/** What each of `who` is told, in that order. */
const expected: Readonly<Record<Action, string>> = {
  'address.create':
    'unauthenticated allowed allowed allowed allowed allowed email-not-verified email-not-verified allowed',
  'address.use-own': 'unauthenticated allowed allowed allowed allowed allowed allowed allowed allowed',
  'address.ask-to-confirm':
    'unauthenticated allowed allowed allowed allowed allowed email-not-verified email-not-verified allowed',
  'payment-method.create':
    'unauthenticated allowed allowed allowed allowed allowed email-not-verified email-not-verified step-up-required',
  'payment-method.finish':
    'unauthenticated allowed allowed allowed allowed allowed email-not-verified email-not-verified allowed',
  'payment-method.delete': 'unauthenticated allowed allowed allowed allowed allowed allowed allowed step-up-required',
  'payment-method.use-own': 'unauthenticated allowed allowed allowed allowed allowed allowed allowed allowed',
  'plan.read': 'unauthenticated not-found allowed allowed allowed allowed allowed not-found allowed',
  'usage.read': 'unauthenticated not-found allowed allowed allowed allowed allowed not-found allowed',
  'invoice.read': 'unauthenticated not-found role-too-low allowed allowed allowed allowed not-found allowed',
  'invoice.pay': 'unauthenticated not-found role-too-low role-too-low allowed not-found allowed not-found allowed',
  'invoice.read-own': 'unauthenticated allowed allowed allowed allowed allowed allowed allowed allowed',
  'invoice.list-others':
    'unauthenticated forbidden forbidden forbidden forbidden allowed forbidden forbidden forbidden',
  'accounting.preview-correction':
    'unauthenticated not-found forbidden forbidden forbidden allowed forbidden not-found forbidden',
  'accounting.correct': 'unauthenticated not-found forbidden forbidden forbidden allowed forbidden not-found forbidden',
  'invoice.operate': 'unauthenticated not-found forbidden forbidden forbidden allowed forbidden not-found forbidden',
  'refund.list': 'unauthenticated forbidden forbidden forbidden forbidden allowed forbidden forbidden forbidden',
  'refund.decide': 'unauthenticated not-found forbidden forbidden forbidden allowed forbidden not-found forbidden',
  'bookings.read': 'unauthenticated forbidden forbidden forbidden forbidden allowed forbidden forbidden forbidden',
  'vat-check.list': 'unauthenticated forbidden forbidden forbidden forbidden allowed forbidden forbidden forbidden',
  'plan.override': 'unauthenticated not-found forbidden forbidden forbidden allowed forbidden not-found forbidden',
  'partner.read': 'unauthenticated not-found allowed allowed allowed allowed allowed not-found allowed',
  'payout.list': 'unauthenticated forbidden forbidden forbidden forbidden allowed forbidden forbidden forbidden',
  'payout.create': 'unauthenticated forbidden forbidden forbidden forbidden allowed forbidden forbidden forbidden',
  'payout.read-file': 'unauthenticated not-found forbidden forbidden forbidden allowed forbidden not-found forbidden',
  'payout.operate': 'unauthenticated not-found forbidden forbidden forbidden allowed forbidden not-found forbidden',
  'plan.change-payment-method':
    'unauthenticated not-found role-too-low role-too-low allowed not-found email-not-verified not-found step-up-required',
  'plan.change':
    'unauthenticated not-found role-too-low role-too-low allowed not-found email-not-verified not-found allowed',
}

test.for(actions)('%s: everybody is told what the table says', (action) => {
  expect(
    who.map((name) => {
      const role = roles.find((each) => each === name) ?? (name.endsWith(' admin') ? 'ADMIN' : null)
      return decide(actorOf(name), action, { role }, now)
    }),
  ).toEqual(expected[action].split(' '))
})

test('a proof opens for ten minutes', () => {
  const provenAt = (minutes: number) => ({ ...people.ada, provenAt: new Date(now.getTime() - minutes * 60_000) })
  expect([0, 10, 10.01].map((minutes) => decide(provenAt(minutes), 'payment-method.create', null, now))).toEqual([
    'allowed',
    'allowed',
    'step-up-required',
  ])
  expect(decide({ ...people.ada, provenAt: null }, 'payment-method.create', null, now)).toBe('step-up-required')
})

test('an administrator without a second factor is told so where only that is missing, and acts as a member elsewhere', () => {
  const needy = { ...people.ada, adminNeedsSecondFactor: true }
  for (const action of actions) {
    const rule: Rule = billingPolicy[action]
    expect(decide(needy, action, null, now) === 'second-factor-needed', action).toBe(rule.operator !== undefined)
    expect(decide(needy, action, { role: 'ADMIN' }, now), action).toBe(
      rule.operator === 'only' ? 'second-factor-needed' : decide(people.ada, action, { role: 'ADMIN' }, now),
    )
  }
})

test('where a second factor is due and missing, only another plan is refused, and only to admins', () => {
  for (const action of actions) {
    const asAdmin = decide(people.ada, action, { role: 'ADMIN' }, now)
    expect(decide(people.ada, action, { role: 'ADMIN', factorDue: true }, now), action).toBe(
      action === 'plan.change' ? 'second-factor-needed' : asAdmin,
    )
  }
  expect(
    [null, 'MEMBER' as const].map((role) => decide(people.ada, 'plan.change', { role, factorDue: true }, now)),
  ).toEqual(['not-found', 'role-too-low'])
})

function actorOf(name: (typeof who)[number]): Actor | null {
  if (name === 'nobody') return null
  if (name === 'unproven admin') return people.stale
  return name === 'operator' ? people.operator : name.startsWith('unverified') ? people.newcomer : people.ada
}

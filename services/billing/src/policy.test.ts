import { roles } from '@bollard/contracts'
import { expect, test } from 'vitest'
import { type Action, decide, rules } from './policy.ts'
import { people } from './testing/start-service.ts'

const actions = Object.keys(rules).filter((name): name is Action => name in rules)
const who = ['nobody', 'stranger', 'VIEWER', 'MEMBER', 'ADMIN', 'operator', 'unverified admin', 'unverified stranger'] as const

/** What each of `who` is told, in that order. */
const expected: Record<Action, string[]> = {
  'address.create': ['unauthenticated', 'allowed', 'allowed', 'allowed', 'allowed', 'allowed', 'email-not-verified', 'email-not-verified'],
  'address.use-own': ['unauthenticated', 'allowed', 'allowed', 'allowed', 'allowed', 'allowed', 'allowed', 'allowed'],
  'payment-method.create': ['unauthenticated', 'allowed', 'allowed', 'allowed', 'allowed', 'allowed', 'email-not-verified', 'email-not-verified'],
  'payment-method.use-own': ['unauthenticated', 'allowed', 'allowed', 'allowed', 'allowed', 'allowed', 'allowed', 'allowed'],
  'plan.read': ['unauthenticated', 'not-found', 'allowed', 'allowed', 'allowed', 'allowed', 'allowed', 'not-found'],
  'usage.read': ['unauthenticated', 'not-found', 'allowed', 'allowed', 'allowed', 'allowed', 'allowed', 'not-found'],
  'invoice.read': ['unauthenticated', 'not-found', 'role-too-low', 'allowed', 'allowed', 'allowed', 'allowed', 'not-found'],
  'invoice.pay': ['unauthenticated', 'not-found', 'role-too-low', 'role-too-low', 'allowed', 'not-found', 'allowed', 'not-found'],
  'invoice.read-own': ['unauthenticated', 'allowed', 'allowed', 'allowed', 'allowed', 'allowed', 'allowed', 'allowed'],
  'invoice.operate': ['unauthenticated', 'not-found', 'role-too-low', 'role-too-low', 'role-too-low', 'allowed', 'role-too-low', 'not-found'],
  'partner.read': ['unauthenticated', 'not-found', 'allowed', 'allowed', 'allowed', 'allowed', 'allowed', 'not-found'],
  'partner.operate': ['unauthenticated', 'forbidden', 'forbidden', 'forbidden', 'forbidden', 'allowed', 'forbidden', 'forbidden'],
  'plan.change': ['unauthenticated', 'not-found', 'role-too-low', 'role-too-low', 'allowed', 'not-found', 'email-not-verified', 'not-found'],
}

test.for(actions)('%s: everybody is told what the table says', (action) => {
  expect(
    who.map((name) => {
      const role = roles.find((each) => each === name) ?? (name === 'unverified admin' ? 'ADMIN' : null)
      const actor = name === 'nobody' ? null : name === 'operator' ? people.operator : name.startsWith('unverified') ? people.newcomer : people.ada
      return decide(actor, action, role)
    }),
  ).toEqual(expected[action])
})

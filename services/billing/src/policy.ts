import { type ProblemCode, reaches, type Role } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { Actor } from './billing-context.ts'

/** Who may do something, and under which conditions. */
export interface Rule {
  /** A member of the solution with at least this role, anybody who is signed in, with what is their own, or an administrator of the deployment alone. */
  readonly who: Role | 'SIGNED_IN' | 'OPERATOR'
  /** An administrator of the deployment may as well, without being a member. */
  readonly orOperator?: true
  /** Only with a confirmed address. */
  readonly verified?: true
  /** Nothing there is to be hidden: whoever may not is told just that. */
  readonly openly?: true
}

/** Everything that can be asked of this service. Paying goes on while a solution is locked. */
export const rules = {
  'address.create': { who: 'SIGNED_IN', verified: true },
  'address.use-own': { who: 'SIGNED_IN' },
  'payment-method.create': { who: 'SIGNED_IN', verified: true },
  'payment-method.use-own': { who: 'SIGNED_IN' },
  'plan.read': { who: 'VIEWER', orOperator: true },
  'plan.change': { who: 'ADMIN', verified: true },
  'usage.read': { who: 'VIEWER', orOperator: true },
  'invoice.read': { who: 'MEMBER', orOperator: true },
  'invoice.pay': { who: 'ADMIN' },
  'invoice.read-own': { who: 'SIGNED_IN' },
  'invoice.operate': { who: 'OPERATOR', orOperator: true },
  'partner.read': { who: 'VIEWER', orOperator: true },
  'partner.operate': { who: 'OPERATOR', orOperator: true, openly: true },
} as const satisfies Readonly<Record<string, Rule>>

export type Action = keyof typeof rules

export type Decision = 'allowed' | ProblemCode

/** The one place that decides who may do what. A stranger is told that there is nothing, so that nobody finds out what exists. */
export function decide(actor: Actor | null, action: Action, role: Role | null = null): Decision {
  if (actor === null) return 'unauthenticated'
  const rule: Rule = rules[action]
  if (rule.who !== 'SIGNED_IN' && !(rule.orOperator && actor.isAdmin)) {
    if (rule.openly) return 'forbidden'
    if (role === null) return 'not-found'
    if (rule.who === 'OPERATOR' || !reaches(role, rule.who)) return 'role-too-low'
  }
  return rule.verified && !actor.emailVerified ? 'email-not-verified' : 'allowed'
}

/** Throws the problem of a decision that is not "allowed". */
export function assertAllowed(actor: Actor | null, action: Action, role: Role | null = null): void {
  const decision = decide(actor, action, role)
  if (decision !== 'allowed') throw new ProblemError(decision)
}

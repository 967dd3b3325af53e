import { type ProblemCode, reaches, type Role } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { Actor } from './billing-context.ts'

/** How long a proof of who is there opens the calls that ask for one. */
const proofMinutes = 10

/** Who may do something, and under which conditions. */
export interface Rule {
  /** A member of the solution with at least this role, anybody who is signed in, with what is their own, or an administrator of the deployment alone. */
  readonly who: Role | 'SIGNED_IN' | 'OPERATOR'
  /** An administrator of the deployment may as well, without being a member. */
  readonly orOperator?: true
  /** Only with a confirmed address. */
  readonly verified?: true
  /** Only within ten minutes of a proof. */
  readonly proof?: true
  /** Not for whoever needs a second factor by now and has none. Paying and ending always go. */
  readonly factor?: true
  /** It names nothing that could be hidden, such as a collection: whoever may not is told just that. */
  readonly openly?: true
}

/** Everything that can be asked of this service. Paying goes on while a solution is locked. What a card is charged for needs a proof. */
export const rules = {
  'address.create': { who: 'SIGNED_IN', verified: true },
  'address.use-own': { who: 'SIGNED_IN' },
  'address.ask-to-confirm': { who: 'SIGNED_IN', verified: true },
  'payment-method.create': { who: 'SIGNED_IN', verified: true, proof: true },
  // What was begun with a proof; the bank may have taken its time meanwhile.
  'payment-method.finish': { who: 'SIGNED_IN', verified: true },
  'payment-method.use-own': { who: 'SIGNED_IN' },
  'payment-method.delete': { who: 'SIGNED_IN', proof: true },
  'plan.read': { who: 'VIEWER', orOperator: true },
  'plan.change': { who: 'ADMIN', verified: true, factor: true },
  'plan.change-payment-method': { who: 'ADMIN', verified: true, proof: true },
  'usage.read': { who: 'VIEWER', orOperator: true },
  'invoice.read': { who: 'MEMBER', orOperator: true },
  'invoice.pay': { who: 'ADMIN' },
  'invoice.read-own': { who: 'SIGNED_IN' },
  'invoice.list-others': { who: 'OPERATOR', orOperator: true, openly: true },
  'accounting.preview-correction': { who: 'OPERATOR', orOperator: true },
  'accounting.correct': { who: 'OPERATOR', orOperator: true, proof: true },
  'invoice.operate': { who: 'OPERATOR', orOperator: true },
  'partner.read': { who: 'VIEWER', orOperator: true },
  'partner.operate': { who: 'OPERATOR', orOperator: true, openly: true },
  'payout.operate': { who: 'OPERATOR', orOperator: true },
} as const satisfies Readonly<Record<string, Rule>>

export type Action = keyof typeof rules

export type Decision = 'allowed' | Exclude<ProblemCode, 'rate-limited'>

/**
 * The one place that decides who may do what. A stranger is told that there is nothing, so that nobody finds out what exists.
 * `now` is needed for what asks for a proof, `needsFactor` says that a second factor is due and missing.
 */
export function decide(
  actor: Actor | null,
  action: Action,
  role: Role | null = null,
  now: Date | null = null,
  needsFactor = false,
): Decision {
  if (actor === null) return 'unauthenticated'
  const rule: Rule = rules[action]
  if (rule.who !== 'SIGNED_IN' && !(rule.orOperator && actor.isAdmin)) {
    const isMember = role !== null && rule.who !== 'OPERATOR' && reaches(role, rule.who)
    if (actor.adminNeedsSecondFactor && rule.orOperator && !isMember) return 'second-factor-needed'
    if (rule.openly) return 'forbidden'
    if (role === null) return 'not-found'
    if (!isMember) return 'role-too-low'
  }
  if (rule.verified && !actor.emailVerified) return 'email-not-verified'
  if (rule.factor && needsFactor) return 'second-factor-needed'
  return rule.proof && !isProven(actor, now) ? 'step-up-required' : 'allowed'
}

/** Throws the problem of a decision that is not "allowed". */
export function assertAllowed(
  actor: Actor | null,
  action: Action,
  role: Role | null = null,
  now: Date | null = null,
  needsFactor = false,
): void {
  const decision = decide(actor, action, role, now, needsFactor)
  if (decision !== 'allowed') throw new ProblemError(decision)
}

function isProven({ provenAt }: Actor, now: Date | null): boolean {
  return provenAt !== null && now !== null && now.getTime() - provenAt.getTime() <= proofMinutes * 60_000
}

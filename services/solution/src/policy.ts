import { type ProblemCode, reaches, type Role } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { Actor } from './solution-context.ts'

/** How long a proof of who is there opens the calls that ask for one. */
export const proofMinutes = 10
/** How long admins of what is paid for have to set a second factor up, from when they were told. */
export const factorGraceDays = 14

/** Who may do something, and under which conditions. */
export interface Rule {
  /** A member with at least this role; anybody who is signed in; or an administrator of the deployment alone. */
  readonly who: Role | 'SIGNED_IN' | 'OPERATOR'
  /** An administrator of the deployment may as well, without being a member. */
  readonly orOperator?: true
  /** Only with a confirmed address. */
  readonly verified?: true
  /** Only within ten minutes of a proof. */
  readonly proof?: true
  /** Not while the solution is locked for a reason that makes it read-only. Reading, leaving and paying always go. */
  readonly unlocked?: true
  /**
   * Once it is paid for and `factorGraceDays` are over: only for whoever has a second factor. Not for reading, cancelling, leaving
   * and locking what is one's own, nor for anything that lower roles may do.
   */
  readonly factor?: true
  /** It names nothing that could be hidden: whoever may not is told just that. */
  readonly openly?: true
}

/**
 * Everything that can be asked of this service, on one screen. "solution" and "organization" say whose role counts. What is
 * not listed here cannot be asked.
 */
export const rules = {
  'solution.create': { who: 'SIGNED_IN', verified: true },
  'solution.create-paid': { who: 'SIGNED_IN', verified: true, proof: true },
  'solution.list-own': { who: 'SIGNED_IN' },
  'solution.list-others': { who: 'OPERATOR', openly: true },
  'system.read-audit': { who: 'OPERATOR', openly: true },
  'solution.read': { who: 'VIEWER', orOperator: true },
  'solution.update': { who: 'MEMBER', unlocked: true },
  'solution.change-invoice-address': { who: 'ADMIN', unlocked: true, factor: true },
  'solution.change-payment-method': { who: 'ADMIN', unlocked: true, proof: true, factor: true },
  'solution.assign-organization': { who: 'ADMIN', unlocked: true, factor: true },
  'solution.accept-agreement': { who: 'ADMIN' },
  'solution.cancel': { who: 'ADMIN' },
  'solution.delete': { who: 'ADMIN', proof: true, factor: true },
  'solution.lock': { who: 'OPERATOR' },
  'solution.lock-own': { who: 'ADMIN' },
  'solution.invite': { who: 'ADMIN', unlocked: true, factor: true },
  'solution.invite-admin': { who: 'ADMIN', unlocked: true, proof: true, factor: true },
  'solution.list-invitations': { who: 'ADMIN', orOperator: true },
  'solution.change-member': { who: 'ADMIN', factor: true },
  'solution.change-member-to-admin': { who: 'ADMIN', proof: true, factor: true },
  'solution.remove-member': { who: 'ADMIN', factor: true },
  'solution.leave': { who: 'VIEWER' },
  'solution.export': { who: 'ADMIN', proof: true },
  'solution.read-audit': { who: 'ADMIN', orOperator: true },
  'organization.create': { who: 'SIGNED_IN', verified: true },
  'organization.list-own': { who: 'SIGNED_IN' },
  'organization.list-others': { who: 'OPERATOR', openly: true },
  'organization.read': { who: 'VIEWER', orOperator: true },
  'organization.update': { who: 'ADMIN', factor: true },
  'organization.change-payout': { who: 'ADMIN', proof: true, factor: true },
  'organization.delete': { who: 'ADMIN', proof: true, factor: true },
  'organization.request-verification': { who: 'ADMIN', factor: true },
  'organization.read-evidence': { who: 'ADMIN', orOperator: true },
  'organization.verify': { who: 'OPERATOR' },
  'organization.read-solutions': { who: 'VIEWER', orOperator: true },
  'organization.assign-solutions': { who: 'MEMBER' },
  'organization.end-solutions': { who: 'ADMIN', factor: true },
  'organization.invite': { who: 'ADMIN', factor: true },
  'organization.invite-admin': { who: 'ADMIN', proof: true, factor: true },
  'organization.list-invitations': { who: 'ADMIN', orOperator: true },
  'organization.change-member': { who: 'ADMIN', factor: true },
  'organization.change-member-to-admin': { who: 'ADMIN', proof: true, factor: true },
  'organization.remove-member': { who: 'ADMIN', factor: true },
  'organization.leave': { who: 'VIEWER' },
  'organization.list-invite-tokens': { who: 'ADMIN' },
  'organization.invite-tokens': { who: 'ADMIN', factor: true },
  'organization.export': { who: 'ADMIN', proof: true },
  'organization.read-audit': { who: 'ADMIN', orOperator: true },
  'invitation.answer': { who: 'SIGNED_IN', verified: true },
} as const satisfies Readonly<Record<string, Rule>>

export type Action = keyof typeof rules

/** What the decision hangs on besides the actor. `role` is the actor's there; null for a stranger. */
export interface Situation {
  readonly role?: Role | null
  /** The solution is locked with the effect READ_ONLY. */
  readonly readOnly?: boolean
  /** Since when it costs something; null or left out: it does not. */
  readonly paidSince?: Date | null
  readonly now: Date
}

export type Decision = 'allowed' | Exclude<ProblemCode, 'rate-limited'>

/** The one place that decides who may do what. A stranger is told that there is nothing, so that nobody finds out what exists. */
export function decide(actor: Actor | null, action: Action, situation: Situation): Decision {
  if (actor === null) return 'unauthenticated'
  const rule: Rule = rules[action]
  const standing = standingOf(actor, rule, situation.role ?? null)
  if (standing !== 'allowed') return standing
  if (rule.verified && !actor.emailVerified) return 'email-not-verified'
  if (rule.unlocked && situation.readOnly) return 'solution-locked'
  // Before the proof, which would be given for nothing.
  if (rule.factor && needsFactor(actor, situation)) return 'second-factor-needed'
  if (rule.proof && !isProven(actor, situation.now)) return 'step-up-required'
  return 'allowed'
}

/** Throws the problem of a decision that is not "allowed". */
export function assertAllowed(actor: Actor | null, action: Action, situation: Situation): void {
  const decision = decide(actor, action, situation)
  if (decision !== 'allowed') throw new ProblemError(decision)
}

/** From when admins of what has been paid for since a moment need a second factor. */
export function factorNeededFrom(paidSince: Date): Date {
  return new Date(paidSince.getTime() + factorGraceDays * 86_400_000)
}

/** The same for one of its admins who has none, as the API tells them; null for everybody else. */
export function factorAskedFrom(
  { hasSecondFactor }: Actor,
  { paidSince, myRole }: { paidSince: Date | null; myRole: Role },
): string | null {
  return paidSince === null || myRole !== 'ADMIN' || hasSecondFactor === true
    ? null
    : factorNeededFrom(paidSince).toISOString()
}

function needsFactor({ hasSecondFactor }: Actor, { paidSince, now }: Situation): boolean {
  return hasSecondFactor !== true && paidSince != null && factorNeededFrom(paidSince) <= now
}

function standingOf(actor: Actor, { who, orOperator, openly }: Rule, role: Role | null): Decision {
  if (who === 'SIGNED_IN') return 'allowed'
  if (actor.isAdmin && (who === 'OPERATOR' || orOperator)) return 'allowed'
  // With a role of their own they act as a member, and need no more than one.
  if (role !== null && who !== 'OPERATOR' && reaches(role, who)) return 'allowed'
  if (actor.adminNeedsSecondFactor && (who === 'OPERATOR' || orOperator)) return 'second-factor-needed'
  if (role === null && !openly) return 'not-found'
  return role === null || who === 'OPERATOR' ? 'forbidden' : 'role-too-low'
}

function isProven({ provenAt }: Actor, now: Date): boolean {
  return provenAt !== null && now.getTime() - provenAt.getTime() <= proofMinutes * 60_000
}

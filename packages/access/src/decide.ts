import { type Policy, type ProblemCode, ProblemError, reaches, type Role, type Rule } from '@bollard/contracts'
import { type Actor, type Caller, changeModeOf, isApiKeyCaller, provenUntil } from './actor.ts'

/** What people are members of. Ids are in lower case, as the database writes them. */
export interface Entity {
  readonly kind: 'SOLUTION' | 'ORGANIZATION'
  readonly id: string
}

/** How a caller stands at a solution or organization. */
export interface Standing {
  /** Null for whoever is no member, and for API keys. */
  readonly role: Role | null
  /** Members can only read: because of a lock, or because it has ended. */
  readonly readOnly?: boolean
  /** Its admins need a second factor by now. */
  readonly factorDue?: boolean
  /** It takes no calls by this API key, which may have become known to others. */
  readonly refusesKey?: boolean
}

export type Refusal = Exclude<ProblemCode, 'rate-limited'>
export type Decision = 'allowed' | Refusal

/**
 * The one place that decides who may do what. `standing` is null where there is no such entity, or none for the caller.
 * Strangers are told that there is nothing, so that nobody finds out what exists. What would be given for nothing is asked for last:
 * a role before the change mode, that before a lock, a lock before a second factor, and a second factor before a proof.
 */
export function decide(caller: Caller | null, rule: Rule, standing: Standing | null, now: Date): Decision {
  if (rule.audience === 'public') return 'allowed'
  if (rule.audience === 'secret-key')
    return caller !== null && isApiKeyCaller(caller) ? 'allowed' : 'secret-key-invalid'
  if (caller === null) return 'unauthenticated'
  if (isApiKeyCaller(caller)) return decideForKey(caller.apiKey.scopes, rule, standing)
  const refusal = refusalByRole(caller, rule, standing?.role ?? null)
  if (refusal !== null) return refusal
  if (rule.operator === 'only') {
    if (!rule.anySession && !caller.operating) return 'operator-session-needed'
    if (rule.change && changeModeOf(caller, now) === null) return 'change-mode-needed'
  }
  if (rule.verified && !caller.emailVerified) return 'email-not-verified'
  if (rule.unlocked && standing?.readOnly) return 'solution-locked'
  if (rule.factor && standing?.factorDue && caller.hasSecondFactor !== true) return 'second-factor-needed'
  if (rule.proof && provenUntil(caller, now) === null) return 'step-up-required'
  return 'allowed'
}

/** Throws the problem of a decision that is not `allowed`. */
export function assertAllowed(caller: Caller | null, rule: Rule, standing: Standing | null, now: Date): void {
  const decision = decide(caller, rule, standing, now)
  if (decision !== 'allowed') throw new ProblemError(decision)
}

/** The same two functions by the names of a service's policy. */
export function bindPolicy<P extends Policy>(policy: P) {
  return {
    decide: (caller: Caller | null, action: keyof P & string, standing: Standing | null, now: Date): Decision =>
      decide(caller, ruleOf(policy, action), standing, now),
    assertAllowed: (caller: Caller | null, action: keyof P & string, standing: Standing | null, now: Date): void =>
      assertAllowed(caller, ruleOf(policy, action), standing, now),
  }
}

function ruleOf(policy: Policy, action: string): Rule {
  const rule = policy[action]
  if (rule === undefined) throw new Error(`The policy has no rule ${action}`)
  return rule
}

/** Whether a rule hangs on how the caller stands at an entity. */
export function needsStanding({ role, operator, open }: Rule): boolean {
  return role !== undefined || (operator !== undefined && open !== true)
}

function refusalByRole(
  { isAdmin, adminNeedsSecondFactor }: Pick<Actor, 'isAdmin' | 'adminNeedsSecondFactor'>,
  { role: lowest, operator, open }: Rule,
  role: Role | null,
): Refusal | null {
  if (lowest === undefined && operator === undefined) return null
  if (isAdmin && operator !== undefined) return null
  // With a role of their own they act as a member, and need no more than one.
  if (role !== null && lowest !== undefined && operator !== 'only' && reaches(role, lowest)) return null
  if (adminNeedsSecondFactor && operator !== undefined) return 'second-factor-needed'
  if (role === null && !open) return 'not-found'
  return role === null || operator === 'only' ? 'forbidden' : 'role-too-low'
}

/** Keys prove nothing, have no second factor, and are no administrators of anything; what is for people is named as such. */
function decideForKey(
  scopes: readonly string[],
  { scope, unlocked, ...rule }: Rule,
  standing: Standing | null,
): Decision {
  if (standing === null && needsStanding(rule) && rule.operator !== 'only') return 'not-found'
  if (scope === undefined) return 'person-required'
  if (!scopes.includes('manage') && !scopes.includes(scope)) return 'scope-missing'
  return standing?.refusesKey || (unlocked && standing?.readOnly) ? 'solution-locked' : 'allowed'
}

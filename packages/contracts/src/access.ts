import type { ProblemCode } from './problem.ts'

/** Roles of members, lowest first. */
export const roles = ['VIEWER', 'MEMBER', 'ADMIN'] as const
export type Role = (typeof roles)[number]

/** Whether `role` may do what the role `lowest` may. */
export function reaches(role: Role, lowest: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(lowest)
}

/** What an API key may be used for. `manage` includes `statistics`; `verify` stands by itself. */
export const apiKeyScopes = ['verify', 'statistics', 'manage'] as const
export type ApiKeyScope = (typeof apiKeyScopes)[number]

/** Who may call a route, and under which conditions. Refusals are checked in the order of these fields. */
export interface Rule {
  /** Anybody, a signed-in person, or a customer's server that proves itself with its secret key in that very call. */
  readonly audience: 'public' | 'session' | 'secret-key'
  /** API keys with this scope may call as well as people. Without it only people may. */
  readonly scope?: Exclude<ApiKeyScope, 'verify'>
  /** A member of the solution or organization with at least this role. Without it, and without `operator`, everybody who is signed in. */
  readonly role?: Role
  /** Administrators of the installation: `only` they, or they `also`, without being members. */
  readonly operator?: 'only' | 'also'
  /**
   * Of `only`: it changes something, so that the operator has to have switched the change mode on, with a reason. Rules that only read
   * leave it out.
   */
  readonly change?: true
  /**
   * Of `only`: the session that all sites share is enough, without one of the admin site. Each use says why.
   */
  readonly anySession?: true
  /** There is nothing to hide: whoever may not is told `forbidden`, where it would else be `not-found`. */
  readonly open?: true
  /** Only with a confirmed address. */
  readonly verified?: true
  /** Not while the solution is read-only. Reading, leaving, paying and closing a leak always work. */
  readonly unlocked?: true
  /** Once a second factor is due, only for people who have one. */
  readonly factor?: true
  /** Only people who have proved who they are within the last ten minutes. */
  readonly proof?: true
}

/** What a rule can be refused with, besides `unauthenticated`. */
export function refusalsOf(rule: Rule): ProblemCode[] {
  const { scope, role, operator, change, anySession, open, verified, unlocked, factor, proof } = rule
  return [
    ...(scope === undefined ? [] : (['scope-missing', 'secret-key-invalid'] as const)),
    ...(role !== undefined && role !== 'VIEWER' && operator !== 'only' ? (['role-too-low'] as const) : []),
    ...(role !== undefined || (operator !== undefined && !open) ? (['not-found'] as const) : []),
    ...(operator === 'only' ? (['forbidden'] as const) : []),
    ...(operator === 'only' && !anySession ? (['operator-session-needed'] as const) : []),
    ...(change ? (['change-mode-needed'] as const) : []),
    ...(verified ? (['email-not-verified'] as const) : []),
    ...(unlocked ? (['solution-locked'] as const) : []),
    ...(factor || operator !== undefined ? (['second-factor-needed'] as const) : []),
    ...(proof ? (['step-up-required'] as const) : []),
  ]
}

/** The rules of a service by the name of what is done. */
export type Policy = Readonly<Record<string, Rule>>

export const anybody = { audience: 'public' } as const satisfies Rule
export const signedIn = { audience: 'session' } as const satisfies Rule
export const secretKey = { audience: 'secret-key' } as const satisfies Rule

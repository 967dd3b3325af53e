import { type ProblemCode, reaches, type Role } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { Actor } from './solution-context.ts'

/** Everything that can be asked of this service. `role` is the actor's in that solution, null for a stranger. */
export type Action =
  | { readonly kind: 'create-solution' }
  | { readonly kind: 'list-solutions'; readonly ofUserId: string }
  | { readonly kind: 'read-solution'; readonly role: Role | null }

export type Decision = 'allowed' | ProblemCode

/** The one place that decides who may do what. What it does not allow is refused. */
export function decide(actor: Actor | null, action: Action): Decision {
  if (actor === null) return 'unauthenticated'
  switch (action.kind) {
    case 'create-solution':
      return actor.emailVerified ? 'allowed' : 'email-not-verified'
    case 'list-solutions':
      return actor.isAdmin || action.ofUserId === actor.userId ? 'allowed' : 'forbidden'
    case 'read-solution':
      return atLeast(action.role, 'VIEWER')
  }
}

/** Throws the problem of a decision that is not "allowed". */
export function assertAllowed(actor: Actor | null, action: Action): void {
  const decision = decide(actor, action)
  if (decision !== 'allowed') throw new ProblemError(decision)
}

/** A stranger is told that there is nothing, so that nobody finds out which solutions exist. */
function atLeast(role: Role | null, lowest: Role): Decision {
  if (role === null) return 'not-found'
  return reaches(role, lowest) ? 'allowed' : 'role-too-low'
}

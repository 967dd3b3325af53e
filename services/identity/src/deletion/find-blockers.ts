import { ProblemError } from '@bollard/http'
import type { Belonging } from '../belongings.ts'

/** Something that keeps an account from being deleted. */
export interface Blocker extends Pick<Belonging, 'kind' | 'id' | 'name'> {
  readonly reason: 'SOLE_ADMIN' | 'LEGAL_ORDER' | 'PAYS'
}

/**
 * What stands in the way of deleting the account of somebody who belongs to all this. A lock by order of law weighs more: who
 * administrates what it concerns stays known until it ends (Art. 17(3)(b) and (e) GDPR), and another administrator changes
 * nothing about that. Where nobody else is an admin, nobody else could pay. What goes on at the expense of the person needs another
 * payer first, or its plan an end: no contract runs on without whom it is with.
 */
export function findBlockers(belongings: readonly Belonging[]): Blocker[] {
  return belongings.flatMap(({ kind, id, name, isSoleAdmin, isHeldByLaw }): Blocker[] => {
    if (isHeldByLaw) return [{ kind, id, name, reason: 'LEGAL_ORDER' }]
    return isSoleAdmin ? [{ kind, id, name, reason: 'SOLE_ADMIN' }] : []
  })
}

/** Throws `state-conflict` while something is locked by law, and `last-admin` where nobody else is an admin; both name every blocker. */
export function refuseBlocked(blockers: readonly Blocker[]): void {
  if (blockers.length === 0) return
  const isHeld = blockers.some(({ reason }) => reason === 'LEGAL_ORDER')
  const errors = blockers.map(({ kind, id, name, reason }) => ({
    pointer: `/${kind.toLowerCase()}s/${id}`,
    code: reason === 'LEGAL_ORDER' ? 'legal-order' : 'last-admin',
    params: { name },
  }))
  if (isHeld) throw new ProblemError('state-conflict', 'Something that the person administrates is locked by order of law.', { errors })
  throw new ProblemError('last-admin', 'Somebody else has to be an admin first, or it has to be deleted.', { errors })
}

import { ProblemError } from '@bollard/http'
import type { Belonging, IdentityContext } from '../identity-context.ts'
import type { Actor } from '../session/actor.ts'

type Named = Pick<Belonging, 'kind' | 'id' | 'name'>

/** What stands in the way of deleting the account, and what its owner would leave. */
export async function previewDeletion(
  context: IdentityContext,
  { userId }: Pick<Actor, 'userId'>,
): Promise<{ blockers: Blocker[]; leaves: Named[] }> {
  const all = await context.belongings.list(userId)
  const named = (belonging: Belonging): Named => ({ kind: belonging.kind, id: belonging.id, name: belonging.name })
  const blockers = findBlockers(all)
  const blocking = new Set(blockers.map(({ id }) => id))
  return { blockers, leaves: all.filter(({ id }) => !blocking.has(id)).map(named) }
}

/** Something that keeps an account from being deleted. */
export interface Blocker extends Pick<Belonging, 'kind' | 'id' | 'name'> {
  readonly reason: 'SOLE_ADMIN' | 'LEGAL_ORDER' | 'PAYS'
}

/**
 * What stands in the way of deleting the account of somebody who belongs to all this. A lock by order of law weighs more: who
 * administrates what it concerns stays known until it ends (Art. 17(3)(b) and (e) GDPR), and another administrator changes
 * nothing about that. Where nobody else is an admin, nobody else could pay. A plan that the person pays for needs another
 * payer first, or has to end: no contract continues without its party.
 */
export function findBlockers(belongings: readonly Belonging[]): Blocker[] {
  return belongings.flatMap(({ kind, id, name, ...belonging }): Blocker[] => {
    const reason = reasonOf(belonging)
    return reason === null ? [] : [{ kind, id, name, reason }]
  })
}

function reasonOf({
  isHeldByLaw,
  isSoleAdmin,
  isPaidByThem,
}: Pick<Belonging, 'isHeldByLaw' | 'isSoleAdmin' | 'isPaidByThem'>): Blocker['reason'] | null {
  if (isHeldByLaw) return 'LEGAL_ORDER'
  if (isSoleAdmin) return 'SOLE_ADMIN'
  return isPaidByThem ? 'PAYS' : null
}

const refusals = {
  LEGAL_ORDER: ['state-conflict', 'Something that the person administrates is locked by order of law.', 'legal-order'],
  SOLE_ADMIN: ['last-admin', 'Somebody else has to be an admin first, or it has to be deleted.', 'last-admin'],
  PAYS: ['in-use', 'Somebody else has to pay for it first, or its plan has to end.', 'in-use'],
} as const

/**
 * Throws `state-conflict` while something is locked by law, `last-admin` where nobody else is an admin, and `in-use` where the person
 * pays for an active plan; each names every blocker.
 */
export function refuseBlocked(blockers: readonly Blocker[]): void {
  const worst = (['LEGAL_ORDER', 'SOLE_ADMIN', 'PAYS'] as const).find((reason) =>
    blockers.some((blocker) => blocker.reason === reason),
  )
  if (worst === undefined) return
  const errors = blockers.map(({ kind, id, name, reason }) => ({
    pointer: `/${kind.toLowerCase()}s/${id}`,
    code: refusals[reason][2],
    params: { name },
  }))
  const [code, detail] = refusals[worst]
  throw new ProblemError(code, detail, { errors })
}

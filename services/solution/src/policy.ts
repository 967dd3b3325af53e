import { bindPolicy } from '@bollard/access'
import type { Actor } from '@bollard/access'
import { type Role, solutionPolicy } from '@bollard/contracts'

/** How long admins of what is paid for have to set a second factor up, from when they were told. */
export const factorGraceDays = 14

export type Action = keyof typeof solutionPolicy

/** Decides by the names of `solutionPolicy`, which is the one table of who may do what here. */
export const { decide, assertAllowed } = bindPolicy(solutionPolicy)

/** From when admins of what has been paid for since a moment need a second factor. */
export function factorNeededFrom(paidSince: Date): Date {
  return new Date(paidSince.getTime() + factorGraceDays * 86_400_000)
}

/** Whether they need one by now. `paidSince` is null for what costs nothing. */
export function isFactorDue(paidSince: Date | null, now: Date): boolean {
  return paidSince !== null && factorNeededFrom(paidSince) <= now
}

/** From when an admin who has no second factor needs one, as the API tells them; null for everybody else. */
export function factorAskedFrom(
  { hasSecondFactor }: Pick<Actor, 'hasSecondFactor'>,
  { paidSince, myRole }: { paidSince: Date | null; myRole: Role },
): string | null {
  return paidSince === null || myRole !== 'ADMIN' || hasSecondFactor === true
    ? null
    : factorNeededFrom(paidSince).toISOString()
}

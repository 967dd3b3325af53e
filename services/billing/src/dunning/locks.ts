import { ProblemError } from '@bollard/http'
import type { LockPort, LockReason } from '../ports/solution-port.ts'

interface Locking {
  readonly solution: LockPort
  readonly now: () => Date
}

/** Locks a solution whose admins were told at `notifiedAt`. */
export async function setLock(
  { solution, now }: Locking,
  lock: { readonly solutionId: string; readonly reason: LockReason; readonly notifiedAt: Date },
): Promise<void> {
  await unlessGone(solution.setLock({ ...lock, at: now() }))
}

/** Opens the lock that has this reason. */
export async function openLock(
  { solution, now }: Locking,
  opening: { readonly solutionId: string; readonly reason: LockReason },
): Promise<void> {
  await unlessGone(solution.openLock({ ...opening, at: now() }))
}

/** A solution that is gone needs no lock. */
async function unlessGone(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof ProblemError) || error.code !== 'not-found') throw error
  })
}

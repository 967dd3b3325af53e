import { ProblemError } from '@bollard/http'

/** Why billing reduces a solution to proof of work: an unpaid invoice, far more use than its plan includes, or no plan at all. */
export type LockReason = 'PAYMENT_OVERDUE' | 'QUOTA_EXCEEDED' | 'TRIAL_EXPIRED'

/** What dunning asks the solution service. Repeating a call changes nothing. Both throw `not-found` for a solution that is gone. */
export interface LockPort {
  setLock(lock: {
    readonly solutionId: string
    readonly reason: LockReason
    /** When its admins were told. */
    readonly notifiedAt: Date
    readonly at: Date
  }): Promise<unknown>
  openLock(opening: { readonly solutionId: string; readonly reason: LockReason; readonly at: Date }): Promise<unknown>
}

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

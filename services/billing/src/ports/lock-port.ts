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

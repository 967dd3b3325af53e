/** Something of another service that a person is a member of. */
export interface Belonging {
  readonly kind: 'SOLUTION' | 'ORGANIZATION'
  readonly id: string
  readonly name: string
  /** Nobody else is an admin there, so it would belong to nobody without them. */
  readonly isSoleAdmin: boolean
  /** They administrate it, and it is locked by order of law. */
  readonly isHeldByLaw: boolean
  /** They administrate it, and its plan goes on at their expense: with an address or a payment method of theirs. */
  readonly isPaidByThem: boolean
}

/** What the deletion of an account asks of the other services. */
export interface BelongingsPort {
  list(userId: string): Promise<readonly Belonging[]>
  /** Takes a person out of everything. Rejects with `last-admin`, having changed nothing, where they are the only admin. */
  leaveAll(userId: string): Promise<void>
  /** Deletes what is kept of their addresses and ways to pay, here and with the payment provider; what takes longer is seen to later. Safe to repeat. */
  forget(userId: string): Promise<void>
}

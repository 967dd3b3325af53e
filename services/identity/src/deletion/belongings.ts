import type { ExportPart } from '@bollard/export-file'

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

/** What other services hold of a person. */
export interface BelongingsPort {
  list(userId: string): Promise<readonly Belonging[]>
  /** Takes a person out of everything. Rejects with `last-admin`, having changed nothing, where they are the only admin. */
  leaveAll(userId: string): Promise<void>
  /** Deletes what is kept of their addresses and ways to pay, here and with the payment provider; what takes longer is seen to later. Safe to repeat. */
  forget(userId: string): Promise<void>
  /** From when they need a second factor, because they administrate what is paid for; null where they do not. */
  secondFactorFrom(userId: string): Promise<Date | null>
  /** Everything that they keep of a person, under the address that is theirs now. */
  exportParts(person: { readonly userId: string; readonly email: string }): Promise<readonly ExportPart[]>
}

/** For a deployment, or a test, of accounts alone. */
export const noBelongings: BelongingsPort = {
  list: async () => [],
  leaveAll: async () => {},
  forget: async () => {},
  secondFactorFrom: async () => null,
  exportParts: async () => [],
}

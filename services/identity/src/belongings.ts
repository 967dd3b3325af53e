/** Something of another service that a person is a member of. */
export interface Belonging {
  readonly kind: 'SOLUTION' | 'ORGANIZATION'
  readonly id: string
  readonly name: string
  /** Nobody else is an admin there, so it would belong to nobody without them. */
  readonly isSoleAdmin: boolean
  /** They administrate it, and it is locked by order of law. */
  readonly isHeldByLaw: boolean
}

/** A file for the export of an account: JSON for a value, CSV for rows. */
export interface ExportPart {
  /** Such as `solutions/memberships.json`. */
  readonly path: string
  readonly content: unknown
}

/** What other services hold of a person. */
export interface BelongingsPort {
  list(userId: string): Promise<readonly Belonging[]>
  /** Takes a person out of everything. Rejects with `last-admin`, having changed nothing, where they are the only admin. */
  leaveAll(userId: string): Promise<void>
  exportParts(userId: string): Promise<readonly ExportPart[]>
}

/** For a deployment, or a test, of accounts alone. */
export const noBelongings: BelongingsPort = { list: async () => [], leaveAll: async () => {}, exportParts: async () => [] }

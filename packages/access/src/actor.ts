/** A signed-in person, as the identity service describes them. */
export interface Actor {
  readonly userId: string
  /** An administrator of the installation whose session has shown a second factor. */
  readonly isAdmin: boolean
  /** An administrator of the installation whose session has shown no second factor: `isAdmin` is false, and refusals name what is missing. */
  readonly adminNeedsSecondFactor?: boolean
  /** Whether the account is protected by more than its password. Omitted: it is not. */
  readonly hasSecondFactor?: boolean
  readonly emailVerified: boolean
  readonly email: string
  readonly givenName: string
  readonly language: 'en' | 'de'
  /** When this session last proved who is there, at sign-in or later on demand. */
  readonly provenAt: Date | null
}

/** Somebody with an account, as others may see them. */
export type Person = Pick<Actor, 'userId' | 'email' | 'givenName' | 'language'>

/** How long after a proof the calls that require one stay open, in milliseconds. */
export const proofLifetimeMs = 10 * 60_000

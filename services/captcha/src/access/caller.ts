import type { SecretKeyOwner } from './api-keys/api-key-owners.ts'

/** A signed-in person, as the identity service tells it. */
export interface Actor {
  readonly userId: string
  readonly isAdmin: boolean
  /** An administrator of the deployment in a session that has shown no second factor: `isAdmin` is false. */
  readonly adminNeedsSecondFactor?: boolean
  /** Whether the account is protected by more than its password; left out: it is not. */
  readonly hasSecondFactor?: boolean
  readonly emailVerified: boolean
  /** When this session last proved who is there: at the sign-in, or later on demand. */
  readonly provenAt: Date | null
}

/** A customer's server with an API key. As an actor it is nobody: it has no role anywhere, and only `requireSite` knows what its key may do. */
export interface KeyCaller extends Actor {
  readonly kind: 'key'
  readonly key: SecretKeyOwner
}

/** Who calls: a signed-in person, or a customer's server. `userId` names either, for limits and records. */
export type Caller = (Actor & { readonly kind: 'person' }) | KeyCaller

export function callerOfKey(key: SecretKeyOwner): KeyCaller {
  return { kind: 'key', key, userId: `key:${key.secretKeyId}`, isAdmin: false, emailVerified: false, provenAt: null }
}

/** An actor without a kind is a person. */
export function isKeyCaller(caller: Actor | Caller): caller is KeyCaller {
  return 'kind' in caller && caller.kind === 'key'
}

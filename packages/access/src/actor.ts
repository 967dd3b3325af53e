import type { ApiKeyScope, User } from '@bollard/contracts'

/** A signed-in person, as the identity service describes them. */
export interface Actor {
  readonly userId: string
  /** An administrator of the installation whose session has shown a second factor. */
  readonly isAdmin: boolean
  /** An administrator of the installation whose session has shown no second factor: `isAdmin` is false, and refusals name what is missing. */
  readonly adminNeedsSecondFactor?: boolean
  /** The session of the admin site that came with the call; null or left out where none did. Only administrators have one. */
  readonly operating?: Operating | null
  /** Whether the account is protected by more than its password. Omitted: it is not. */
  readonly hasSecondFactor?: boolean
  readonly emailVerified: boolean
  readonly email: string
  readonly givenName: string
  readonly language: User['language']
  /** When this session last proved who is there, at sign-in or later on demand. */
  readonly provenAt: Date | null
}

/** A session of the admin site. */
export interface Operating {
  /** Null while its operator can only read. */
  readonly change: ChangeMode | null
}

/** Why an operator changes something, and until when they may. Every audit entry of theirs carries the reason and the ticket. */
export interface ChangeMode {
  readonly reason: string
  readonly ticket: string | null
  readonly until: Date
}

/** Somebody with an account, as others may see them. */
export type Person = Pick<Actor, 'userId' | 'email' | 'givenName' | 'language'>

/** What a rule asks about an API key. */
export interface ApiKeyGrant {
  /** The number of the key inside the captcha service. */
  readonly apiKeyId: number
  readonly solutionId: string
  readonly scopes: readonly ApiKeyScope[]
  readonly createdAt: Date
}

/** A customer's server with an API key. It has no role anywhere; the key's scopes say what it may do. */
export interface ApiKeyCaller {
  /** Names the key where people are named by their id: in rate limits, and as the one who made something. */
  readonly userId: `key:${string}`
  readonly apiKey: ApiKeyGrant
}

/** Who calls: a signed-in person, or a customer's server. */
export type Caller = Actor | ApiKeyCaller

export function isApiKeyCaller(caller: Pick<Caller, 'userId'>): caller is ApiKeyCaller {
  return 'apiKey' in caller
}

/** How long after a proof the calls that require one stay open, in milliseconds. */
export const proofLifetimeMs = 10 * 60_000

/** The change mode that holds at `now`; null while the caller can only read, or has no session of the admin site. */
export function changeModeOf({ operating }: Pick<Actor, 'operating'>, now: Date): ChangeMode | null {
  const change = operating?.change ?? null
  return change !== null && change.until > now ? change : null
}

/** Until when a session counts as just proven; null when it does not. */
export function provenUntil({ provenAt }: Pick<Actor, 'provenAt'>, now: Date): Date | null {
  const until = provenAt === null ? null : new Date(provenAt.getTime() + proofLifetimeMs)
  return until !== null && until >= now ? until : null
}

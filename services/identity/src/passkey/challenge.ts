import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { IdentityContext } from '../identity-context.ts'
import { hashToken } from '../secrets/token.ts'

const challengeMs = 5 * 60_000

export interface Challenge {
  readonly id: string
  /** 256 random bits. */
  readonly bytes: Buffer<ArrayBuffer>
}

/** What checks passkeys, loaded with the first one: all that it knows of certificates takes as long to load as a whole service. */
export const loadWebAuthn = () => import('@simplewebauthn/server')

/** A new challenge, to make a passkey for `registers` or, with null, to prove one. */
export async function createChallenge({ db, now }: IdentityContext, registers: string | null): Promise<Challenge> {
  const challenge = { id: randomUUIDv7(), bytes: randomBytes(32) }
  const expiresAt = new Date(now().getTime() + challengeMs)
  await db.query(
    'identity-challenge-create',
    'insert into identity.passkey_challenges (id, challenge_hash, registers, expires_at) values ($1, $2, $3, $4)',
    [challenge.id, hashToken(challenge.bytes.toString('base64url')), registers, expiresAt],
  )
  return challenge
}

/**
 * What tells the challenge, in base64url, from any other: once, whatever becomes of the answer. Null when it was used, is too
 * old or was made for something else.
 */
export async function takeChallenge(
  { db, now }: IdentityContext,
  id: string,
  registers: string | null,
): Promise<((challenge: string) => boolean) | null> {
  const [row] = await db.query('identity-challenge-take', takeSql, [id, registers, now()])
  return row ? (challenge) => hashToken(challenge) === row.hash : null
}

const takeSql = `delete from identity.passkey_challenges
  where id = $1 and registers is not distinct from $2::uuid and expires_at > $3 returning challenge_hash as hash`

export interface RelyingParty {
  /** The domain that passkeys belong to. */
  readonly id: string
  /** Whose pages may ask for them. */
  readonly origins: string[]
}

/** Passkeys belong to the parent domain of all sites where there is one, else to the host of the identity site. */
export function relyingPartyOf({
  cookieDomain,
  identityUrl,
  dashboardUrl,
}: Pick<IdentityContext, 'cookieDomain' | 'identityUrl' | 'dashboardUrl'>): RelyingParty {
  return {
    id: cookieDomain?.replace(/^\./u, '') ?? new URL(identityUrl).hostname,
    origins: [identityUrl, dashboardUrl].map((url) => new URL(url).origin),
  }
}

import { ProblemError } from '@bollard/http'
import { hashToken } from '../secrets/token.ts'
import type { Caller, IdentityContext } from '../identity-context.ts'
import { readSessionToken } from './cookie.ts'
import { isLiving, livingAt } from './lifetime.ts'

/** Who is calling, as other services need to know it. */
export interface Actor {
  readonly userId: string
  readonly sessionId: string
  /** An administrator of the deployment whose session has shown a second factor that the account still has. */
  readonly isAdmin: boolean
  /** One whose session has not: what only administrators may do is refused with `second-factor-needed`. */
  readonly adminNeedsSecondFactor: boolean
  /** Whether the account is protected by more than its password. A trusted browser need not have shown it in this session. */
  readonly hasSecondFactor: boolean
  readonly emailVerified: boolean
  readonly email: string
  readonly givenName: string
  readonly language: 'en' | 'de'
  /** When this session last proved who is there: at the sign-in, or later on demand. */
  readonly provenAt: Date | null
}

type ActorContext = Pick<IdentityContext, 'db' | 'now' | 'secret' | 'secure' | 'cookieDomain'>

/** Reads a `cookie` header with one prepared statement and no write; null when nobody is signed in. */
export async function findActor(context: ActorContext, cookieHeader: string | undefined): Promise<Actor | null> {
  const token = readSessionToken(context, cookieHeader)
  if (!token) return null
  const [actor] = await context.db.query<Actor>('identity-actor', actorSql, [
    ...livingAt(context.now()),
    hashToken(token),
  ])
  return actor ?? null
}

/** The signed-in person, or `unauthenticated`. */
export async function requireActor(context: ActorContext, caller: Pick<Caller, 'headers'>): Promise<Actor> {
  const actor = await findActor(context, caller.headers.get('cookie') ?? undefined)
  if (actor === null) throw new ProblemError('unauthenticated', 'Nobody is signed in.')
  return actor
}

const actorSql = `SELECT users.id AS "userId", sessions.id AS "sessionId", users.is_admin AND factor.present AND sessions.second_factor_at IS NOT NULL AS "isAdmin",
    users.is_admin AND NOT (factor.present AND sessions.second_factor_at IS NOT NULL) AS "adminNeedsSecondFactor", factor.present AS "hasSecondFactor", users.email_verified AS "emailVerified",
    users.email, users.given_name AS "givenName", users.language, sessions.proven_at AS "provenAt"
  FROM identity.sessions JOIN identity.users ON users.id = sessions.user_id
  CROSS JOIN LATERAL (SELECT EXISTS (SELECT FROM identity.totp_secrets WHERE user_id = users.id AND confirmed_at IS NOT NULL)
    OR EXISTS (SELECT FROM identity.passkeys WHERE user_id = users.id) AS present) AS factor
  WHERE sessions.token_hash = $5 AND ${isLiving}`

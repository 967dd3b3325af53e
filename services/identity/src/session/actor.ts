import type { Actor as Person } from '@bollard/access'
import { ProblemError } from '@bollard/http'
import type { Call } from '../browser/read-call.ts'
import type { IdentityContext } from '../identity-context.ts'
import { hashToken } from '../secrets/token.ts'
import { readSessionToken } from './cookie.ts'
import { isLiving, livingAt } from './lifetime.ts'

/** Who is signed in, and with which session. */
export interface Actor extends Required<Person> {
  readonly sessionId: string
}

type ActorContext = Pick<IdentityContext, 'db' | 'now' | 'secret' | 'secure' | 'cookieDomain'>

/** Reads a `cookie` header with one prepared statement and no write; null when nobody is signed in. */
export async function findActor(context: ActorContext, cookieHeader: string | undefined): Promise<Actor | null> {
  const token = readSessionToken(context, cookieHeader)
  if (!token) return null
  const [actor] = await context.db.query('identity-actor', actorSql, [...livingAt(context.now()), hashToken(token)])
  return actor ?? null
}

/** The signed-in person, or `unauthenticated`. */
export async function requireActor(context: ActorContext, call: Pick<Call, 'cookie'>): Promise<Actor> {
  const actor = await findActor(context, call.cookie)
  if (actor === null) throw new ProblemError('unauthenticated', 'Nobody is signed in.')
  return actor
}

const actorSql = `select users.id as "userId", sessions.id as "sessionId", users.is_admin and factor.present and sessions.second_factor_at is not null as "isAdmin",
    users.is_admin and not (factor.present and sessions.second_factor_at is not null) as "adminNeedsSecondFactor", factor.present as "hasSecondFactor", users.email_verified as "emailVerified",
    users.email, users.given_name as "givenName", users.language, sessions.proven_at as "provenAt"
  from identity.sessions join identity.users on users.id = sessions.user_id
  cross join lateral (select exists (select from identity.totp_secrets where user_id = users.id and confirmed_at is not null)
    or exists (select from identity.passkeys where user_id = users.id) as present) as factor
  where sessions.token_hash = $5 and ${isLiving}`

import { sessionAbsoluteSeconds } from '../auth/create-auth.ts'
import { hashToken } from '../auth/token.ts'
import type { IdentityContext } from '../identity-context.ts'
import { readSessionToken } from './cookie.ts'

/** Who is calling, as other services need to know it. */
export interface Actor {
  readonly userId: string
  readonly isAdmin: boolean
  readonly emailVerified: boolean
}

/** Reads a `cookie` header with one prepared statement and no write; null when nobody is signed in. */
export async function findActor({ db, auth, now }: IdentityContext, cookieHeader: string | undefined): Promise<Actor | null> {
  const { authCookies, secret } = await auth.$context
  const token = readSessionToken(cookieHeader, authCookies.sessionToken.name, secret)
  if (!token) return null
  const time = now()
  const rows = await db.query<Actor>('identity-actor', actorSql, [hashToken(token), time, new Date(time.getTime() - sessionAbsoluteSeconds * 1000)])
  return rows[0] ?? null
}

const actorSql = `SELECT users.id AS "userId", users.is_admin AS "isAdmin", users.email_verified AS "emailVerified"
  FROM identity.sessions JOIN identity.users ON users.id = sessions.user_id
  WHERE sessions.token_hash = $1 AND sessions.expires_at > $2 AND sessions.created_at > $3`

import { hashToken } from '../auth/token.ts'
import type { IdentityContext } from '../identity-context.ts'
import { readSessionToken } from './cookie.ts'

/** Deletes the session that a `cookie` header names, if any: from now on no process accepts it. */
export async function endSession({ db, auth }: IdentityContext, cookieHeader: string | undefined): Promise<void> {
  const { authCookies, secret } = await auth.$context
  const token = readSessionToken(cookieHeader, authCookies.sessionToken.name, secret)
  if (token) await db.query('identity-session-end', 'DELETE FROM identity.sessions WHERE token_hash = $1', [hashToken(token)])
}

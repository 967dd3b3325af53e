import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { createToken, hashToken } from '../auth/token.ts'
import type { Caller, IdentityContext } from '../identity-context.ts'
import { readSessionToken, sessionCookie } from './cookie.ts'

/**
 * Gives a session that was proven anew another token, so that a copy of the old one is worth nothing. Answers the cookies to
 * set. Of two at the same moment one is `unauthenticated`.
 */
export async function rotateSession(tx: Queries, context: IdentityContext, caller: Caller, secondFactorAt: Date | null): Promise<string[]> {
  const old = readSessionToken(context, caller.headers.get('cookie') ?? undefined)
  const token = createToken()
  const rotated = await tx.query('identity-session-rotate', rotateSql, [hashToken(old ?? ''), hashToken(token), context.now(), secondFactorAt])
  if (rotated.length === 0) throw new ProblemError('unauthenticated', 'The session has ended.')
  return [sessionCookie(context, token)]
}

const rotateSql = `UPDATE identity.sessions
  SET token_hash = $2, proven_at = $3, last_active_at = $3, updated_at = $3, second_factor_at = coalesce($4, second_factor_at)
  WHERE token_hash = $1 RETURNING id`

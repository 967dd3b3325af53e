import type { Queries } from '@bollard/database'
import type { IdentityContext } from '../identity-context.ts'
import { hashToken } from '../secrets/token.ts'
import { readSessionToken } from './cookie.ts'

/** Deletes the session that a `cookie` header names, if any: from now on no process accepts it. Answers whose it was. */
export async function endSession(
  db: Queries,
  context: IdentityContext,
  cookieHeader: string | undefined,
): Promise<EndedSession | null> {
  const token = readSessionToken(context, cookieHeader)
  if (!token) return null
  const [ended] = await db.query('identity-session-end', endSql, [hashToken(token)])
  return ended ?? null
}

export interface EndedSession {
  readonly sessionId: string
  readonly userId: string
}

/** Ends all sessions of a person but one, or all; answers how many. */
export async function endSessions(tx: Queries, userId: string, except: string | null = null): Promise<number> {
  const ended = await tx.query(
    'identity-sessions-end',
    'delete from identity.sessions where user_id = $1 and id is distinct from $2::uuid returning id',
    [userId, except],
  )
  return ended.length
}

const endSql = 'delete from identity.sessions where token_hash = $1 returning id as "sessionId", user_id as "userId"'

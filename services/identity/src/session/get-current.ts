import type { SessionUser } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import type { Call, WithCookies } from '../browser/read-call.ts'
import type { IdentityContext } from '../identity-context.ts'
import { hashToken } from '../secrets/token.ts'
import { readUser } from '../users/user.ts'
import type { Actor } from './actor.ts'
import { readSessionToken, sessionCookie } from './cookie.ts'
import { sessionEnd } from './lifetime.ts'

const writeEveryMs = 5 * 60_000
/** More often where half an hour without use ends a session. */
const writeEveryMsOfAdmin = 60_000
const dayMs = 86_400_000

/**
 * The signed-in person, or `unauthenticated`. Also moves the end of an active session ahead, up to 30 days in all, and at
 * most once a day the end of its cookie.
 */
export async function getCurrentSession(
  context: IdentityContext,
  actor: Actor,
  call: Call,
): Promise<WithCookies<SessionUser>> {
  const user = await readUser(context.db, actor.userId)
  if (actor.viewedBy !== null) return { body: { ...user, view: await readView(context.db, actor) }, cookies: [] }
  const token = readSessionToken(context, call.cookie)
  const renewed = token !== null && (await renewSession(context, hashToken(token), user.isAdmin))
  const body = (await context.isBounced(user.email)) ? { ...user, mailsReturn: true as const } : user
  return { body, cookies: renewed ? [sessionCookie(context, token)] : [] }
}

/** Answers whether this was the first use on a new day of the session: then the cookie is to be renewed as well. */
async function renewSession({ db, now }: IdentityContext, tokenHash: string, isAdmin: boolean): Promise<boolean> {
  const time = now()
  const [session] = await db.query(
    'identity-session-activity',
    'select created_at as "createdAt", last_active_at as "lastActiveAt" from identity.sessions where token_hash = $1',
    [tokenHash],
  )
  if (!session || time.getTime() - session.lastActiveAt.getTime() < (isAdmin ? writeEveryMsOfAdmin : writeEveryMs))
    return false
  const { createdAt, lastActiveAt } = session
  // Of windows that load at the same moment one writes.
  const written = await db.query(
    'identity-session-renew',
    'update identity.sessions set last_active_at = $2, expires_at = $3, updated_at = $2 where token_hash = $1 and last_active_at = $4 returning id',
    [tokenHash, time, sessionEnd({ isAdmin, createdAt }, time), lastActiveAt],
  )
  return written.length === 1 && dayOf(time, createdAt) !== dayOf(lastActiveAt, createdAt)
}

const dayOf = (time: Date, beginning: Date): number => Math.floor((time.getTime() - beginning.getTime()) / dayMs)

async function readView(db: Queries, { sessionId }: Actor): Promise<NonNullable<SessionUser['view']>> {
  const [view] = await db.query(
    'identity-view-read',
    'select reason, expires_at as "expiresAt" from identity.account_views where id = $1',
    [sessionId],
  )
  if (!view) throw new ProblemError('unauthenticated', 'The view has ended.')
  return { reason: view.reason, until: view.expiresAt.toISOString() }
}

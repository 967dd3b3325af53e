import { ProblemError } from '@bollard/http'
import type { Call } from '../browser/read-call.ts'
import { forgetSecondFactorAnswers } from '../browser/trusted-device.ts'
import type { IdentityContext } from '../identity-context.ts'
import { recordAudit } from '../users/audit.ts'
import type { Actor } from './actor.ts'
import { endedSessionCookie } from './cookie.ts'
import { endSession, endSessions } from './end.ts'

/** Ends one session of the caller; `not-found` for those of others. Answers the cookies to set: the session may be this one. */
export async function deleteSession(
  context: IdentityContext,
  actor: Actor,
  sessionId: string,
  call: Call,
): Promise<string[]> {
  const now = context.now()
  const { userId } = actor
  await context.db.transaction(async (tx) => {
    const ended = await tx.query(
      'identity-session-delete',
      'delete from identity.sessions where id = $1 and user_id = $2 returning id',
      [sessionId, userId],
    )
    if (ended.length === 0) throw new ProblemError('not-found')
    await recordAudit(tx, call, now, { userId, action: 'session.ended', target: { kind: 'session', id: sessionId } })
  })
  return sessionId === actor.sessionId ? [endedSessionCookie(context)] : []
}

/** Ends all sessions but this one, and forgets the trusted devices. */
export async function deleteOtherSessions(context: IdentityContext, actor: Actor, call: Call): Promise<void> {
  const now = context.now()
  const { userId, sessionId } = actor
  await context.db.transaction(async (tx) => {
    const count = await endSessions(tx, userId, sessionId)
    await forgetSecondFactorAnswers(tx, userId)
    await recordAudit(tx, call, now, { userId, action: 'sessions.ended', after: { count } })
  })
}

/** Signs out. Answers the cookies that clear the browser, also when nobody was signed in. */
export async function deleteCurrentSession(context: IdentityContext, call: Call): Promise<string[]> {
  await context.db.transaction(async (tx) => {
    const ended = await endSession(tx, context, call.cookie)
    if (!ended) return
    const { userId, sessionId } = ended
    await recordAudit(tx, call, context.now(), {
      userId,
      action: 'session.ended',
      target: { kind: 'session', id: sessionId },
    })
  })
  return [endedSessionCookie(context)]
}

import type { Caller, IdentityContext } from '../identity-context.ts'
import { recordAudit } from '../users/audit.ts'
import { endedSessionCookie } from './cookie.ts'
import { endSession } from './end.ts'

/** Signs out. Answers the cookies that clear the browser, also when nobody was signed in. */
export async function deleteCurrentSession(context: IdentityContext, caller: Caller): Promise<string[]> {
  await context.db.transaction(async (tx) => {
    const ended = await endSession(tx, context, caller.headers.get('cookie') ?? undefined)
    if (!ended) return
    const { userId, sessionId } = ended
    await recordAudit(tx, caller, context.now(), {
      userId,
      action: 'session.ended',
      target: { kind: 'session', id: sessionId },
    })
  })
  return [endedSessionCookie(context)]
}

import { ProblemError } from '@bollard/http'
import { knownBrowserCookie } from '../browser/known-browser.ts'
import type { Call } from '../browser/read-call.ts'
import { checkPassword, hasPassword } from '../credentials/password.ts'
import { refuseGuessable } from '../credentials/password-rules.ts'
import type { IdentityContext } from '../identity-context.ts'
import { hashPassword } from '../secrets/password-hash.ts'
import type { Actor } from '../session/actor.ts'
import { endSessions } from '../session/end.ts'
import { rotateSession } from '../session/rotate.ts'
import { recordAudit } from '../users/audit.ts'
import { lockUser } from '../users/user.ts'
import { setPassword } from './set.ts'

/** Changes the password. All other sessions end, and this one gets a new token. Answers the cookies to set. */
export async function changePassword(
  context: IdentityContext,
  actor: Actor,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  call: Call,
): Promise<string[]> {
  const oldHash = await checkPassword(context, call, actor, currentPassword)
  refuseGuessable(newPassword, actor, '/newPassword')
  const newHash = await context.hashQueue.hold({ lane: 'KNOWN', path: [actor.email] }, (inTurn) =>
    hashPassword(newPassword, context.passwordCost, inTurn),
  )
  const { userId, sessionId } = actor
  return context.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user || !(await hasPassword(tx, userId, oldHash)))
      throw new ProblemError('credentials-invalid', 'The password was changed a moment ago.')
    await setPassword(tx, context, call, user, newHash)
    await endSessions(tx, userId, sessionId)
    await recordAudit(tx, call, context.now(), { userId, action: 'password.changed' })
    const cookies = await rotateSession(tx, context, call, { at: context.now(), secondFactorAt: null, proof: null })
    // A new password ends what browsers were known by; this one has just shown the old password.
    return [...cookies, ...knownBrowserCookie(context, call, userId)]
  })
}

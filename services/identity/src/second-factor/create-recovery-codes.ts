import { ProblemError } from '@bollard/http'
import type { Call } from '../browser/read-call.ts'
import { mailNewFactor } from '../factors/mail-new-factor.ts'
import { hasSecondFactor } from '../factors/protection.ts'
import { replaceRecoveryCodes } from '../factors/recovery-codes.ts'
import type { IdentityContext } from '../identity-context.ts'
import type { Actor } from '../session/actor.ts'
import { endSessions } from '../session/end.ts'
import { recordAudit } from '../users/audit.ts'
import { lockUser } from '../users/user.ts'

/** Ten new recovery codes in place of the old ones, of which a mail tells; all other sessions end. `not-set-up` without a factor that they could stand in for. */
export async function createRecoveryCodes(
  context: IdentityContext,
  actor: Actor,
  call: Call,
): Promise<{ recoveryCodes: string[] }> {
  const now = context.now()
  const { userId } = actor
  return context.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user || !(await hasSecondFactor(tx, userId))) throw new ProblemError('not-set-up')
    const recoveryCodes = await replaceRecoveryCodes(tx, userId, now)
    await endSessions(tx, userId, actor.sessionId)
    await recordAudit(tx, call, now, { userId, action: 'recovery-codes.created' })
    await mailNewFactor(context, tx, user, { addedAt: now, wasProtected: true }, 'recovery-codes-renewed', {})
    return { recoveryCodes }
  })
}

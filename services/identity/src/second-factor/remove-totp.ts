import { ProblemError } from '@bollard/http'
import type { Call } from '../browser/read-call.ts'
import { forgetSecondFactorAnswers } from '../browser/trusted-device.ts'
import { findProtection, isProtected } from '../factors/protection.ts'
import { dropRecoveryCodes } from '../factors/recovery-codes.ts'
import type { IdentityContext } from '../identity-context.ts'
import type { Actor } from '../session/actor.ts'
import { endSessions } from '../session/end.ts'
import { recordAudit } from '../users/audit.ts'
import { mailOwner, writeMoment } from '../users/send-mail.ts'
import { lockUser } from '../users/user.ts'

/** Switches the authenticator app off. With the last factor the recovery codes go. All other sessions end. */
export async function removeTotp(context: IdentityContext, actor: Actor, call: Call): Promise<void> {
  const now = context.now()
  const { userId } = actor
  await context.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    const removed = await tx.query('identity-totp-remove', removeSql, [userId])
    if (!user || removed.length === 0) throw new ProblemError('not-set-up')
    if (!isProtected(await findProtection(tx, userId))) await dropRecoveryCodes(tx, userId)
    await forgetSecondFactorAnswers(tx, userId)
    await endSessions(tx, userId, actor.sessionId)
    await recordAudit(tx, call, now, { userId, action: 'totp.removed' })
    await mailOwner(context, tx, user, 'two-factor-off', { when: writeMoment(user, now) })
  })
}

const removeSql = 'delete from identity.totp_secrets where user_id = $1 and confirmed_at is not null returning user_id'

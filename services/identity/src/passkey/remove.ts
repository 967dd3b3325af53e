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

/** Removes a passkey of the caller; `not-found` for those of others. With the last factor the recovery codes go. All other sessions end. */
export async function removePasskey(
  context: IdentityContext,
  actor: Actor,
  passkeyId: string,
  call: Call,
): Promise<void> {
  const now = context.now()
  await context.db.transaction(async (tx) => {
    const { userId } = actor
    const user = await lockUser(tx, userId)
    const [removed] = await tx.query(
      'identity-passkey-remove',
      'delete from identity.passkeys where id = $1 and user_id = $2 returning name',
      [passkeyId, userId],
    )
    if (!user || !removed) throw new ProblemError('not-found')
    if (!isProtected(await findProtection(tx, userId))) await dropRecoveryCodes(tx, userId)
    await forgetSecondFactorAnswers(tx, userId)
    await endSessions(tx, userId, actor.sessionId)
    await recordAudit(tx, call, now, {
      userId,
      action: 'passkey.removed',
      target: { kind: 'passkey', id: passkeyId },
    })
    await mailOwner(context, tx, user, 'passkey-removed', { name: removed.name, when: writeMoment(user, now) })
  })
}

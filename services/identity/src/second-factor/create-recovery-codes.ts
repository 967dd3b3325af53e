import { ProblemError } from '@bollard/http'
import { lockUser } from '../auth/lock-user.ts'
import { mailOwner, writeMoment } from '../auth/security-mail.ts'
import type { Caller, IdentityContext } from '../identity-context.ts'
import { recordAudit } from '../record-audit.ts'
import type { Actor } from '../session/find-actor.ts'
import { requireProof } from '../session/require-proof.ts'
import { hasSecondFactor } from './find.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'

/** Ten new recovery codes in place of the old ones, of which a mail tells; `not-set-up` without a factor that they could stand in for. */
export async function createRecoveryCodes(context: IdentityContext, caller: Caller, actor: Actor): Promise<{ recoveryCodes: string[] }> {
  const now = context.now()
  requireProof(actor, now)
  const { userId } = actor
  return context.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user || !(await hasSecondFactor(tx, userId))) throw new ProblemError('not-set-up')
    const recoveryCodes = await replaceRecoveryCodes(tx, userId, now)
    await recordAudit(tx, caller, now, { userId, action: 'recovery-codes.created' })
    await mailOwner(context, tx, user, 'recovery-codes-renewed', { when: writeMoment(user, now) })
    return { recoveryCodes }
  })
}

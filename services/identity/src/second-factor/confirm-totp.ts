import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import type { Call } from '../browser/read-call.ts'
import { forgetSecondFactorAnswers } from '../browser/trusted-device.ts'
import { cancelFactorRemoval } from '../factor-removal/cancel.ts'
import { mailNewFactor } from '../factors/mail-new-factor.ts'
import { hasSecondFactor } from '../factors/protection.ts'
import { replaceRecoveryCodes } from '../factors/recovery-codes.ts'
import { useTotp } from '../factors/totp.ts'
import type { IdentityContext } from '../identity-context.ts'
import type { Actor } from '../session/actor.ts'
import { endSessions } from '../session/end.ts'
import { markSecondFactor } from '../session/rotate.ts'
import { recordAudit } from '../users/audit.ts'
import { lockUser } from '../users/user.ts'
import { countCode } from './check.ts'

/** A secret that was shown and not confirmed is worth nothing after an hour. */
const startedMs = 3_600_000

/** Switches the authenticator app on with a code of it, and ends all other sessions. Answers ten recovery codes, which take the place of earlier ones. */
export async function confirmTotp(
  context: IdentityContext,
  actor: Actor,
  code: string,
  call: Call,
): Promise<{ recoveryCodes: string[] }> {
  const now = context.now()
  const { userId } = actor
  const forgive = await countCode(context, call, userId, 'TOTP')
  const recoveryCodes = await context.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    await refuseOtherState(tx, userId, new Date(now.getTime() - startedMs))
    if (!user || !(await useTotp(tx, context, userId, code, false))) throw new ProblemError('code-invalid')
    const wasProtected = await hasSecondFactor(tx, userId)
    await tx.query('identity-totp-confirm', 'update identity.totp_secrets set confirmed_at = $2 where user_id = $1', [
      userId,
      now,
    ])
    const codes = await replaceRecoveryCodes(tx, userId, now)
    await forgetSecondFactorAnswers(tx, userId)
    await endSessions(tx, userId, actor.sessionId)
    await markSecondFactor(tx, actor, now)
    await cancelFactorRemoval(tx, context, call, user, 'NEW_SECOND_FACTOR')
    await recordAudit(tx, call, now, { userId, action: 'totp.confirmed' })
    await mailNewFactor(context, tx, user, { addedAt: now, wasProtected }, 'two-factor-on', {})
    return codes
  })
  await forgive()
  return { recoveryCodes }
}

async function refuseOtherState(tx: Queries, userId: string, startedAfter: Date): Promise<void> {
  const [state] = await tx.query('identity-totp-state', stateSql, [userId, startedAfter])
  if (state?.confirmed) throw new ProblemError('already-set-up')
  if (!state?.fresh) throw new ProblemError('not-set-up')
}

const stateSql =
  'select confirmed_at is not null as confirmed, created_at > $2 as fresh from identity.totp_secrets where user_id = $1'

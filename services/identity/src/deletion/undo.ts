import { ProblemError } from '@bollard/http'
import { hashToken } from '../secrets/token.ts'
import type { Caller, IdentityContext } from '../identity-context.ts'
import { recordAudit } from '../users/audit.ts'
import { limitedIp } from '../limits/rate-limit.ts'

/** Keeps an account after all, with the token of the mail. It works once, until the account is gone, also when its day has passed and something kept it. */
export async function undoDeletion(context: IdentityContext, caller: Caller, token: string): Promise<void> {
  const ip = limitedIp(caller.ip)
  await context.limiter.take('verifyPerIp', ip)
  const at = context.now()
  const kept = await context.db.transaction(async (tx) => {
    const [user] = await tx.query<{ id: string }>('identity-deletion-undo', undoSql, [hashToken(token), at])
    if (user) await recordAudit(tx, caller, at, { userId: user.id, action: 'account.deletion-undone' })
    return user !== undefined
  })
  if (!kept) throw new ProblemError('token-invalid', 'The link was used already, or the account is gone.')
  await context.limiter.giveBack('verifyPerIp', ip)
}

const undoSql = `update identity.users set deletion_at = null, deletion_undo_hash = null, updated_at = $2
  where deletion_undo_hash = $1 returning id`

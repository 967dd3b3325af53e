import { ProblemError } from '@bollard/http'
import type { Call } from '../browser/read-call.ts'
import type { IdentityContext } from '../identity-context.ts'
import { limitedIp } from '../limits/rate-limit.ts'
import { hashToken } from '../secrets/token.ts'
import { recordAudit } from '../users/audit.ts'

/** Keeps an account after all, with the token of the mail. It works once, until the account is gone, also when its day has passed and something kept it. */
export async function undoDeletion(context: IdentityContext, token: string, call: Call): Promise<void> {
  const ip = limitedIp(call.from.ip)
  await context.limiter.take('verifyPerIp', ip)
  const at = context.now()
  const kept = await context.db.transaction(async (tx) => {
    const [user] = await tx.query<{ id: string }>('identity-deletion-undo', undoSql, [hashToken(token), at])
    if (user) await recordAudit(tx, call, at, { userId: user.id, action: 'account.deletion-undone' })
    return user !== undefined
  })
  if (!kept) throw new ProblemError('token-invalid', 'The link was used already, or the account is gone.')
  await context.limiter.giveBack('verifyPerIp', ip)
}

const undoSql = `update identity.users set deletion_at = null, deletion_undo_hash = null, updated_at = $2
  where deletion_undo_hash = $1 returning id`

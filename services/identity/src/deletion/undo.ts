import { ProblemError } from '@bollard/http'
import { followLink } from '../attempts/follow-link.ts'
import type { Call } from '../browser/read-call.ts'
import type { IdentityContext } from '../identity-context.ts'
import { recordAudit } from '../users/audit.ts'

/** Cancels the deletion of an account with the token of the mail. It works once, until the account is gone, also when its day has passed and something kept it. */
export async function undoDeletion(context: IdentityContext, token: string, call: Call): Promise<void> {
  const at = context.now()
  await followLink(context, token, call, (tokenHash) =>
    context.db.transaction(async (tx) => {
      const [user] = await tx.query('identity-deletion-undo', undoSql, [tokenHash, at])
      if (!user) throw new ProblemError('token-invalid', 'The link was used already, or the account is gone.')
      await recordAudit(tx, call, at, { userId: user.id, action: 'account.deletion-undone' })
    }),
  )
}

const undoSql = `update identity.users set deletion_at = null, deletion_undo_hash = null, updated_at = $2
  where deletion_undo_hash = $1 returning id`

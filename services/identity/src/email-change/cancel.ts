import type { Caller, IdentityContext } from '../identity-context.ts'
import { maskEmail, recordAudit } from '../users/audit.ts'
import { requireActor } from '../session/actor.ts'

/** Forgets the new address that waits for its confirmation, if there is one; its link ends. */
export async function cancelEmailChange(context: IdentityContext, caller: Caller): Promise<void> {
  const { userId } = await requireActor(context, caller)
  await context.db.transaction(async (tx) => {
    const [change] = await tx.query<{ email: string }>('identity-email-change-end', endSql, [userId])
    if (change)
      await recordAudit(tx, caller, context.now(), {
        userId,
        action: 'email-change.cancelled',
        before: { email: maskEmail(change.email) },
      })
  })
}

const endSql = 'delete from identity.email_changes where user_id = $1 returning new_email as email'

import type { User } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import type { Call } from '../browser/read-call.ts'
import type { IdentityContext } from '../identity-context.ts'
import { recordAudit } from '../users/audit.ts'
import { mailEnd } from './wait.ts'

/** Why nobody waits any more: a factor that is there after all, a new one, another password or address, or somebody said so. */
export type StopReason =
  | 'SECOND_FACTOR'
  | 'NEW_SECOND_FACTOR'
  | 'PASSWORD'
  | 'ADDRESS'
  | 'LINK'
  | 'ACCOUNT_PAGE'
  | 'NOT_NEEDED'

type CancelContext = Pick<IdentityContext, 'enqueueMail' | 'identityUrl' | 'now'>

/**
 * Ends the removal of second factors that an account waits for, in the transaction of what ends it. The owner is told by mail:
 * somebody who knew the password asked for it. A link that nobody has followed ends without a word. Without a `call` the system
 * does it.
 */
export async function cancelFactorRemoval(
  tx: Queries,
  context: CancelContext,
  call: Pick<Call, 'from'> | null,
  user: User,
  by: StopReason,
): Promise<void> {
  const [ended] = await tx.query('identity-factor-removal-end', endSql, [user.id])
  if (!ended?.wasWaiting) return
  const at = context.now()
  await recordAudit(tx, call, at, { userId: user.id, action: 'factor-removal.stopped', after: { by } })
  await mailEnd(tx, context, user, 'factor-removal-stopped', at)
}

const endSql = 'delete from identity.factor_removals where user_id = $1 returning next_at is not null as "wasWaiting"'

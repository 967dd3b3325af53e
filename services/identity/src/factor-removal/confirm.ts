import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { deadLink, followLink } from '../attempts/follow-link.ts'
import type { Call } from '../browser/read-call.ts'
import { hasSecondFactor } from '../factors/protection.ts'
import type { IdentityContext } from '../identity-context.ts'
import { recordAudit } from '../users/audit.ts'
import { lockUser } from '../users/user.ts'
import { mailWait, nextStep, removalAt } from './wait.ts'

/** Starts the wait with the token of the mail, and mails how to stop it. The token works once. Answers when the factors go. */
export async function confirmFactorRemoval(
  context: IdentityContext,
  token: string,
  call: Call,
): Promise<{ removalAt: string }> {
  const started = await followLink(context, token, call, async (tokenHash) => {
    const begun = await context.db.transaction((tx) => start(tx, context, call, tokenHash))
    if (begun === null) throw await refusal(context, tokenHash)
    return begun
  })
  return { removalAt: started.toISOString() }
}

async function start(tx: Queries, context: IdentityContext, call: Call, tokenHash: string): Promise<Date | null> {
  const at = context.now()
  const [owner] = await tx.query('identity-factor-removal-owner', ownerSql, [tokenHash])
  const user = owner && (await lockUser(tx, owner.userId))
  if (!user || user.isAdmin || !(await hasSecondFactor(tx, user.id))) return null
  const wait = { mailsSent: 1, nextAt: nextStep(at) }
  const begun = await tx.query('identity-factor-removal-start', startSql, [tokenHash, at, wait.nextAt])
  if (begun.length === 0) return null
  await tx.query('identity-factor-removal-stop-hash', keepStopSql, [user.id, await mailWait(tx, context, user, wait)])
  await recordAudit(tx, call, at, {
    userId: user.id,
    action: 'factor-removal.started',
    after: { removalAt: removalAt(wait).toISOString() },
  })
  return removalAt(wait)
}

async function refusal({ db, now }: IdentityContext, tokenHash: string): Promise<ProblemError> {
  const [known] = await db.query('identity-factor-removal-owner', ownerSql, [tokenHash])
  const isOld = known !== undefined && known.endsAt <= now()
  return deadLink(isOld, 'The link is older than 30 minutes. Sign in to ask for a new one.')
}

const ownerSql =
  'select user_id as "userId", link_expires_at as "endsAt" from identity.factor_removals where token_hash = $1'
const startSql = `update identity.factor_removals set started_at = $2, token_hash = null, mails_sent = 1, next_at = $3
  where token_hash = $1 and link_expires_at > $2 returning user_id`
export const keepStopSql =
  'update identity.factor_removals set stop_hashes = stop_hashes || $2::text where user_id = $1'

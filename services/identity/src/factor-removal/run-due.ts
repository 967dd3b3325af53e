import type { User } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { dropFactors } from '../factors/drop-factors.ts'
import { hasSecondFactor } from '../factors/protection.ts'
import type { IdentityContext } from '../identity-context.ts'
import { recordAudit } from '../users/audit.ts'
import { lockUser } from '../users/user.ts'
import { cancelFactorRemoval } from './cancel.ts'
import { keepStopSql } from './confirm.ts'
import { mailEnd, mailsOfWait, mailWait, nextStep } from './wait.ts'

type DueContext = Pick<IdentityContext, 'db' | 'now' | 'enqueueMail' | 'identityUrl' | 'log'>

/** Runs the next step of every removal of second factors that is due: a mail or, after the last one, the removal. Safe to repeat. */
export async function runDueFactorRemovals(context: DueContext): Promise<void> {
  const due = await context.db.query('identity-factor-removals-due', dueSql, [context.now()])
  for (const { userId } of due) {
    try {
      await context.db.transaction((tx) => takeStep(tx, context, userId))
    } catch (error) {
      // The next run retries it; others do not wait for it.
      context.log(`The removal of the second factors of ${userId} could not be taken on`, error)
    }
  }
}

async function takeStep(tx: Queries, context: DueContext, userId: string): Promise<void> {
  const now = context.now()
  const user = await lockUser(tx, userId)
  const [wait] = await tx.query('identity-factor-removal-due', oneDueSql, [userId, now])
  if (!user || !wait) return
  if (user.isAdmin || !(await hasSecondFactor(tx, userId)))
    return cancelFactorRemoval(tx, context, null, user, 'NOT_NEEDED')
  if (wait.mailsSent >= mailsOfWait) return remove(tx, context, user, now)
  const next = { mailsSent: wait.mailsSent + 1, nextAt: nextStep(now) }
  await tx.query('identity-factor-removal-step', stepSql, [userId, next.mailsSent, next.nextAt])
  await tx.query('identity-factor-removal-stop-hash', keepStopSql, [userId, await mailWait(tx, context, user, next)])
}

async function remove(tx: Queries, context: DueContext, user: User, now: Date): Promise<void> {
  await dropFactors(tx, user.id)
  await tx.query('identity-factor-removal-done', doneSql, [user.id, now])
  await recordAudit(tx, null, now, { userId: user.id, action: 'second-factors.removed' })
  await mailEnd(tx, context, user, 'factors-removed', now)
}

const dueSql = 'select user_id as "userId" from identity.factor_removals where next_at <= $1 order by next_at'
const oneDueSql = 'select mails_sent as "mailsSent" from identity.factor_removals where user_id = $1 and next_at <= $2'
const stepSql = 'update identity.factor_removals set mails_sent = $2, next_at = $3 where user_id = $1'
const doneSql = `update identity.factor_removals set next_at = null, stop_hashes = '{}', removed_at = $2 where user_id = $1`

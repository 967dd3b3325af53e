import type { User } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { mailWait } from './mail-owner.ts'
import { nextStep, removalAt } from './wait.ts'

type WaitContext = Parameters<typeof mailWait>[1]

/** Lets the wait for the removal of all second factors begin, without the link that usually begins it. Answers when they go. */
export async function startWait(tx: Queries, context: WaitContext, user: User, at: Date): Promise<Date> {
  const wait = { mailsSent: 1, nextAt: nextStep(at) }
  await tx.query('identity-factor-removal-start-at-once', startSql, [
    user.id,
    at,
    wait.nextAt,
    await mailWait(tx, context, user, wait),
  ])
  return removalAt(wait)
}

const startSql = `insert into identity.factor_removals (user_id, link_expires_at, started_at, mails_sent, next_at, stop_hashes)
  values ($1, $2, $2, 1, $3, array[$4::text])
  on conflict (user_id) do update set token_hash = null, started_at = excluded.started_at, mails_sent = 1, next_at = excluded.next_at,
    stop_hashes = excluded.stop_hashes, removed_at = null`

import type { Queries } from '@bollard/database'
import { sweepAdvertising } from './advertising/sweep-advertising.ts'
import { sessionAbsoluteSeconds } from './session/lifetime.ts'
import { sweepSecurity } from './session/sweep-security.ts'

/**
 * Deletes what has ended: sessions, limits an hour after their end, links and codes a week after theirs, and accounts nobody
 * confirmed for 30 days. Run it about once an hour.
 */
export async function sweep(db: Queries, now: Date): Promise<void> {
  await db.query(
    'identity-sweep-sessions',
    'delete from identity.sessions where expires_at <= $1 or created_at <= $2',
    [now, new Date(now.getTime() - sessionAbsoluteSeconds * 1000)],
  )
  // What slows guesses down remembers an hour of them.
  await db.query('identity-sweep-limits', 'delete from identity.rate_limits where resets_at <= $1', [
    new Date(now.getTime() - 3_600_000),
  ])
  const weekAgo = new Date(now.getTime() - 7 * 86_400_000)
  await db.query('identity-sweep-links', 'delete from identity.email_tokens where expires_at <= $1', [weekAgo])
  await db.query('identity-sweep-codes', 'delete from identity.email_codes where expires_at <= $1', [weekAgo])
  await db.query('identity-sweep-email-changes', 'delete from identity.email_changes where expires_at <= $1', [weekAgo])
  await db.query('identity-sweep-email-undos', 'delete from identity.email_undos where expires_at <= $1', [weekAgo])
  await sweepSecurity(db, now)
  await sweepAdvertising(db, now)
  await db.query(
    'identity-sweep-unverified',
    'delete from identity.users where not email_verified and created_at <= $1',
    [new Date(now.getTime() - 30 * 86_400_000)],
  )
}

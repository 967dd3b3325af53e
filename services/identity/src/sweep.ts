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
    'DELETE FROM identity.sessions WHERE expires_at <= $1 OR created_at <= $2',
    [now, new Date(now.getTime() - sessionAbsoluteSeconds * 1000)],
  )
  // What slows guesses down remembers an hour of them.
  await db.query('identity-sweep-limits', 'DELETE FROM identity.rate_limits WHERE resets_at <= $1', [
    new Date(now.getTime() - 3_600_000),
  ])
  const weekAgo = new Date(now.getTime() - 7 * 86_400_000)
  await db.query('identity-sweep-links', 'DELETE FROM identity.email_tokens WHERE expires_at <= $1', [weekAgo])
  await db.query('identity-sweep-codes', 'DELETE FROM identity.email_codes WHERE expires_at <= $1', [weekAgo])
  await db.query('identity-sweep-email-changes', 'DELETE FROM identity.email_changes WHERE expires_at <= $1', [weekAgo])
  await db.query('identity-sweep-email-undos', 'DELETE FROM identity.email_undos WHERE expires_at <= $1', [weekAgo])
  await sweepSecurity(db, now)
  await sweepAdvertising(db, now)
  await db.query(
    'identity-sweep-unverified',
    'DELETE FROM identity.users WHERE NOT email_verified AND created_at <= $1',
    [new Date(now.getTime() - 30 * 86_400_000)],
  )
}

import type { Queries } from '@bollard/database'
import { sessionAbsoluteSeconds } from './auth/create-auth.ts'

/** Deletes what has ended: sessions, limits, links a week after their end, and accounts nobody confirmed for 30 days. Run it about once an hour. */
export async function sweep(db: Queries, now: Date): Promise<void> {
  await db.query('identity-sweep-sessions', 'DELETE FROM identity.sessions WHERE expires_at <= $1 OR created_at <= $2', [
    now,
    new Date(now.getTime() - sessionAbsoluteSeconds * 1000),
  ])
  await db.query('identity-sweep-limits', 'DELETE FROM identity.rate_limits WHERE resets_at <= $1', [now])
  await db.query('identity-sweep-links', 'DELETE FROM identity.email_tokens WHERE expires_at <= $1', [new Date(now.getTime() - 7 * 86_400_000)])
  await db.query('identity-sweep-unverified', 'DELETE FROM identity.users WHERE NOT email_verified AND created_at <= $1', [
    new Date(now.getTime() - 30 * 86_400_000),
  ])
}

import type { Queries } from '@bollard/database'
import { sweepAdvertising } from '../advertising/sweep-advertising.ts'
import { sessionAbsoluteSeconds } from '../session/lifetime.ts'

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
  await db.query('identity-sweep-views', 'delete from identity.account_views where expires_at <= $1', [now])
  await db.query('identity-sweep-requests', 'delete from identity.operator_requests where asked_at <= $1', [
    new Date(now.getTime() - 30 * 86_400_000),
  ])
  await sweepAdvertising(db, now)
  await db.query(
    'identity-sweep-unverified',
    'delete from identity.users where not email_verified and created_at <= $1',
    [new Date(now.getTime() - 30 * 86_400_000)],
  )
}

/** Browsers keep their id for a year; a longer one belongs to a browser that is gone. */
const browserDays = 400

/** Deletes what has ended of sign-ins, challenges, trust and links for a new password. */
export async function sweepSecurity(db: Queries, now: Date): Promise<void> {
  await db.query('identity-sweep-pending', 'delete from identity.pending_sign_ins where expires_at <= $1', [now])
  await db.query('identity-sweep-challenges', 'delete from identity.passkey_challenges where expires_at <= $1', [now])
  await db.query('identity-sweep-devices', 'delete from identity.trusted_devices where expires_at <= $1', [now])
  // A week longer, so that a late click is told that the link is too old.
  await db.query('identity-sweep-resets', 'delete from identity.password_resets where expires_at <= $1', [
    new Date(now.getTime() - 7 * 86_400_000),
  ])
  await db.query('identity-sweep-new-factor-undos', 'delete from identity.new_factor_undos where expires_at <= $1', [
    new Date(now.getTime() - 7 * 86_400_000),
  ])
  await db.query(
    'identity-sweep-factor-removals',
    'delete from identity.factor_removals where started_at is null and link_expires_at <= $1',
    [new Date(now.getTime() - 7 * 86_400_000)],
  )
  await db.query(
    'identity-sweep-totp',
    'delete from identity.totp_secrets where confirmed_at is null and created_at <= $1',
    [new Date(now.getTime() - 86_400_000)],
  )
  await db.query('identity-sweep-browsers', 'delete from identity.known_browsers where last_seen_at <= $1', [
    new Date(now.getTime() - browserDays * 86_400_000),
  ])
}

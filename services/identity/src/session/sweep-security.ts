import type { Queries } from '@bollard/database'

/** Browsers keep their id for a year; a longer one belongs to a browser that is gone. */
const browserDays = 400

/** Deletes what has ended of sign-ins, challenges, trust and links for a new password. */
export async function sweepSecurity(db: Queries, now: Date): Promise<void> {
  await db.query('identity-sweep-pending', 'DELETE FROM identity.pending_sign_ins WHERE expires_at <= $1', [now])
  await db.query('identity-sweep-challenges', 'DELETE FROM identity.passkey_challenges WHERE expires_at <= $1', [now])
  await db.query('identity-sweep-devices', 'DELETE FROM identity.trusted_devices WHERE expires_at <= $1', [now])
  // A week longer, so that a late click is told that the link is too old.
  await db.query('identity-sweep-resets', 'DELETE FROM identity.password_resets WHERE expires_at <= $1', [
    new Date(now.getTime() - 7 * 86_400_000),
  ])
  await db.query('identity-sweep-new-factor-undos', 'DELETE FROM identity.new_factor_undos WHERE expires_at <= $1', [
    new Date(now.getTime() - 7 * 86_400_000),
  ])
  await db.query(
    'identity-sweep-factor-removals',
    'DELETE FROM identity.factor_removals WHERE started_at IS NULL AND link_expires_at <= $1',
    [new Date(now.getTime() - 7 * 86_400_000)],
  )
  await db.query(
    'identity-sweep-totp',
    'DELETE FROM identity.totp_secrets WHERE confirmed_at IS NULL AND created_at <= $1',
    [new Date(now.getTime() - 86_400_000)],
  )
  await db.query('identity-sweep-browsers', 'DELETE FROM identity.known_browsers WHERE last_seen_at <= $1', [
    new Date(now.getTime() - browserDays * 86_400_000),
  ])
}

import type { Queries } from '@bollard/database'

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

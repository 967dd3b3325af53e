import type { Actor } from '@bollard/access'
import { createHash } from 'node:crypto'
import type { Queries } from '@bollard/database'

/** What the database keeps of a token: 256 random bits need no salt. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Opens the invitation or link with this hash for the rest of the transaction: row-level security shows it, and lets its holder answer. */
export async function showToken(tx: Queries, tokenHash: Buffer): Promise<void> {
  await tx.query('show-token', `select set_config('bollard.shown_token', $1, true)`, [tokenHash.toString('hex')])
}

/** Opens the invitations to the actor's address, if it is confirmed. */
export async function showOwnInvitations(
  tx: Queries,
  { email, emailVerified }: Pick<Actor, 'email' | 'emailVerified'>,
): Promise<void> {
  await tx.query('show-email', `select set_config('bollard.shown_email', $1, true)`, [
    emailVerified ? email.toLowerCase() : '',
  ])
}

import type { Actor } from '@bollard/access'
import { asRole, type Database, type Queries } from '@bollard/database'
import { createHash } from 'node:crypto'

/**
 * Runs `work` in one transaction under the role that row-level security binds, in the name of `actor`: a statement that
 * forgets its WHERE still sees only the actor's own solutions. `seesAll` opens everybody's, for administrators only.
 */
export function asActor<T>(
  db: Database,
  actor: Pick<Actor, 'userId'> & Partial<Pick<Actor, 'isAdmin'>>,
  work: (tx: Queries) => Promise<T>,
  options: { seesAll?: boolean } = {},
): Promise<T> {
  const seesAll = options.seesAll === true && actor.isAdmin === true
  return asRole(
    db,
    'bollard_solution',
    { 'bollard.actor': actor.userId, 'bollard.sees_all': seesAll ? 'on' : 'off' },
    work,
  )
}

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

import type { Queries } from '@bollard/database'

/**
 * Gives an account another address, which somebody has just proven to own. False when another account has it. A sign-up with it
 * that nobody confirmed makes way.
 */
export async function moveAddress(tx: Queries, userId: string, email: string, at: Date): Promise<boolean> {
  await tx.query(
    'identity-drop-other-unverified',
    'delete from identity.users where email = $1 and not email_verified and id <> $2',
    [email, userId],
  )
  const [other] = await tx.query(
    'identity-email-of-other',
    'select 1 as one from identity.users where email = $1 and id <> $2',
    [email, userId],
  )
  if (other) return false
  await tx.query(
    'identity-email-move',
    'update identity.users set email = $2, version = version + 1, updated_at = $3 where id = $1',
    [userId, email, at],
  )
  // Links for a new password lie in the mailbox of the address before.
  await tx.query('identity-resets-end', 'delete from identity.password_resets where user_id = $1', [userId])
  // And links that undo a new second factor.
  await tx.query('identity-new-factor-undos-end', 'delete from identity.new_factor_undos where user_id = $1', [userId])
  return true
}

/** Retries `work` once when somebody else took the same address at the same moment: the second attempt sees that and decides accordingly. */
export async function onceMoreWhenTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === uniqueViolation)) throw error
    return work()
  }
}

const uniqueViolation = '23505'

/** Whether the former owner of the address of an account can still restore it. */
export async function canUndoAddress(db: Queries, userId: string, at: Date): Promise<boolean> {
  const open = await db.query(
    'identity-email-undo-open',
    'select 1 as one from identity.email_undos where user_id = $1 and expires_at > $2 limit 1',
    [userId, at],
  )
  return open.length > 0
}

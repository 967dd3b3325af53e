import type { Queries } from '@bollard/database'

/**
 * Gives an account another address, which somebody has just proven to own. False when another account has it. A sign-up with it
 * that nobody confirmed makes way.
 */
export async function moveAddress(tx: Queries, userId: string, email: string, at: Date): Promise<boolean> {
  await tx.query(
    'identity-drop-other-unverified',
    'DELETE FROM identity.users WHERE email = $1 AND NOT email_verified AND id <> $2',
    [email, userId],
  )
  const [other] = await tx.query(
    'identity-email-of-other',
    'SELECT 1 AS one FROM identity.users WHERE email = $1 AND id <> $2',
    [email, userId],
  )
  if (other) return false
  await tx.query(
    'identity-email-move',
    'UPDATE identity.users SET email = $2, version = version + 1, updated_at = $3 WHERE id = $1',
    [userId, email, at],
  )
  // Links for a new password lie in the mailbox of the address before.
  await tx.query('identity-resets-end', 'DELETE FROM identity.password_resets WHERE user_id = $1', [userId])
  // And links that take a second factor back.
  await tx.query('identity-new-factor-undos-end', 'DELETE FROM identity.new_factor_undos WHERE user_id = $1', [userId])
  return true
}

/** Runs `work` once more when somebody else took the same address at the same moment: then it sees that, and decides accordingly. */
export async function onceMoreWhenTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === uniqueViolation)) throw error
    return work()
  }
}

const uniqueViolation = '23505'

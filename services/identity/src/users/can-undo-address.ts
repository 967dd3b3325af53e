import type { Queries } from '@bollard/database'

/** Whether the former owner of the address of an account can still take it back. */
export async function canUndoAddress(db: Queries, userId: string, at: Date): Promise<boolean> {
  const open = await db.query(
    'identity-email-undo-open',
    'SELECT 1 AS one FROM identity.email_undos WHERE user_id = $1 AND expires_at > $2 LIMIT 1',
    [userId, at],
  )
  return open.length > 0
}

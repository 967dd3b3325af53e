import type { Queries } from '@bollard/database'

/** Whether the former owner of the address of an account can still take it back. */
export async function canUndoAddress(db: Queries, userId: string, at: Date): Promise<boolean> {
  const open = await db.query(
    'identity-email-undo-open',
    'select 1 as one from identity.email_undos where user_id = $1 and expires_at > $2 limit 1',
    [userId, at],
  )
  return open.length > 0
}

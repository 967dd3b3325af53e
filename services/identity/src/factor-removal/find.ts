import type { Security } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { removalAt } from './wait.ts'

/** The removal that an account waits for, or the one after which it has no second factor yet; null without either. */
export async function findFactorRemoval(db: Queries, userId: string): Promise<Security['factorRemoval']> {
  const [row] = await db.query<{ mailsSent: number; nextAt: Date | null; removedAt: Date | null }>(
    'identity-factor-removal',
    findSql,
    [userId],
  )
  if (row?.removedAt) return { state: 'DONE', at: row.removedAt.toISOString() }
  return row?.nextAt
    ? { state: 'WAITING', at: removalAt({ mailsSent: row.mailsSent, nextAt: row.nextAt }).toISOString() }
    : null
}

const findSql = `select mails_sent as "mailsSent", next_at as "nextAt", removed_at as "removedAt" from identity.factor_removals where user_id = $1`

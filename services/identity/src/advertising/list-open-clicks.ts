import type { Conversion } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { clickDays } from './record-conversion.ts'

/** Somebody with an account who came by an advertisement, agreed to its measurement, and whose click still counts. */
export interface OpenClick {
  readonly userId: string
  readonly clickedAt: Date
  /** What is recorded already. */
  readonly recorded: readonly Conversion['kind'][]
}

/** All whose conversions are worth recording now, in the order of their clicks. */
export function listOpenClicks(db: Queries, now: Date): Promise<OpenClick[]> {
  return db.query<OpenClick>('identity-open-clicks', listSql, [new Date(now.getTime() - clickDays * 86_400_000)])
}

const listSql = `SELECT u.id AS "userId", t.created_at AS "clickedAt",
    ARRAY(SELECT DISTINCT c.kind FROM identity.conversions c WHERE c.token_id = t.id) AS recorded
  FROM identity.advertising_tokens t JOIN identity.users u ON u.advertising_token_id = t.id
  WHERE t.gclid IS NOT NULL AND t.created_at > $1 AND (t.consent->>'adUserData')::boolean AND u.email_verified ORDER BY t.id`

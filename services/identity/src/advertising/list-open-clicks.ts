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

const listSql = `select u.id as "userId", t.created_at as "clickedAt",
    array(select distinct c.kind from identity.conversions c where c.token_id = t.id) as recorded
  from identity.advertising_tokens t join identity.users u on u.advertising_token_id = t.id
  where t.gclid is not null and t.created_at > $1 and (t.consent->>'adUserData')::boolean and u.email_verified order by t.id`

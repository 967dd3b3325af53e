import type { Queries } from '@bollard/database'

/** What somebody did, wherever it was. What it changed belongs to the scope, and is told to those who may read that. */
export interface Act {
  readonly at: Date
  readonly scope: 'SOLUTION' | 'ORGANIZATION' | 'ACCOUNT' | 'SYSTEM'
  readonly scopeId: string
  readonly action: string
  readonly network: string | null
  readonly userAgent: string | null
}

/** Everything that a person did, the oldest first, for the export of their data. Reads the whole log: only for what is asked for rarely. */
export function listActs(db: Queries, actorId: string): Promise<Act[]> {
  return db.query('audit-acts', actsSql, [actorId])
}

const actsSql = `select at, scope, scope_id as "scopeId", action, network, user_agent as "userAgent" from audit.entries
  where actor_id = $1 and actor_kind in ('USER', 'OPERATOR') order by at, id`

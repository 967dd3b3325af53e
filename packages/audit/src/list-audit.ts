import type { Queries } from '@bollard/database'
import type { AuditScope } from './record-audit.ts'

/** An entry as readers get it; `id` counts from 1 within its scope. */
export interface AuditRow {
  readonly id: string
  readonly at: string
  readonly actor: { readonly kind: 'USER' | 'API_KEY' | 'OPERATOR' | 'SYSTEM'; readonly id: string | null }
  readonly action: string
  readonly target: { readonly kind: string; readonly id: string } | null
  readonly before: Record<string, unknown> | null
  readonly after: Record<string, unknown> | null
  readonly network: string | null
  readonly userAgent: string | null
  readonly requestId: string | null
}

export interface AuditQuery {
  readonly limit: number
  /** As an earlier page gave it; anything else begins at the newest entry. */
  readonly cursor?: string | undefined
  readonly action?: string | undefined
  readonly actorId?: string | undefined
  /** Entries from before are left out; they stay in the chain. */
  readonly since?: Date | undefined
}

/** A page of one scope's entries, newest first. Whoever calls this has checked that the reader may see the scope. */
export async function listAudit(
  db: Queries,
  scope: AuditScope,
  scopeId: string,
  query: AuditQuery,
): Promise<{ items: AuditRow[]; nextCursor: string | null }> {
  const before = /^\d{1,18}$/u.test(query.cursor ?? '') ? query.cursor : null
  const rows = await db.query('audit-list', listSql, [
    scope,
    scopeId.toLowerCase(),
    before,
    query.action ?? null,
    query.actorId ?? null,
    query.since ?? null,
    query.limit + 1,
  ])
  const items = rows.slice(0, query.limit)
  return { items, nextCursor: rows.length > query.limit ? (items.at(-1)?.id ?? null) : null }
}

const listSql = `select number::text as id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
    json_build_object('kind', actor_kind, 'id', actor_id) as actor, action,
    case when target_kind is null then null else json_build_object('kind', target_kind, 'id', target_id) end as target,
    before, after, network, user_agent as "userAgent", request_id as "requestId"
  from audit.entries
  where scope = $1 and scope_id = $2 and ($3::bigint is null or number < $3) and ($4::text is null or action = $4) and ($5::text is null or actor_id = $5)
    and ($6::timestamptz is null or at >= $6)
  order by number desc limit $7`

/** The hash of the newest entry of a scope, as hexadecimal digits: it stands for all that was written there. Null without one. The role of the tables' owner is needed. */
export async function latestHash(db: Queries, scope: AuditScope, scopeId: string): Promise<string | null> {
  const [row] = await db.query(
    'audit-latest-hash',
    `select encode(hash, 'hex') as hash from audit.heads where scope = $1 and scope_id = $2`,
    [scope, scopeId.toLowerCase()],
  )
  return row?.hash ?? null
}

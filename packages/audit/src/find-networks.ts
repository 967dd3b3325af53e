import type { Queries } from '@bollard/database'
import type { AuditScope } from './record-audit.ts'

/** From which network an action came in each of some scopes, where that is known. */
export async function findNetworks(
  db: Queries,
  {
    scope,
    scopeIds,
    action,
  }: { readonly scope: AuditScope; readonly scopeIds: readonly string[]; readonly action: string },
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query('audit-networks', networksSql, [scope, scopeIds, action])
  return new Map(rows.flatMap(({ scopeId, network }) => (network === null ? [] : [[scopeId, network] as const])))
}

const networksSql = `select scope_id as "scopeId", network from audit.entries
  where scope = $1 and scope_id = any ($2::text[]) and action = $3`

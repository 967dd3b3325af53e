import type { Database, Queries } from '@bollard/database'
import { findBrokenLink } from './find-broken-link.ts'
import { latestHash } from './list-audit.ts'
import type { AuditScope } from './record-audit.ts'

const dayMs = 86_400_000
/** Of one run: the next one takes the next ones. */
const atOnce = 500
/** For so long a chain is another process's. */
const leaseMs = 600_000

/** A chain in which an entry is missing or different. */
export interface BrokenChain {
  readonly scope: AuditScope
  readonly scopeId: string
  /** The first entry at fault. */
  readonly number: number
}

/**
 * Walks through the chains that nobody has walked through for a day, those that wait longest first, and answers those that are
 * broken. Several processes share the work; what one that was killed had taken is another's after ten minutes. The role of the
 * tables' owner is needed.
 */
export async function verifyChains(db: Database, now: Date): Promise<BrokenChain[]> {
  const due = await db.query('audit-chains-take', takeSql, [
    now,
    new Date(now.getTime() - dayMs),
    new Date(now.getTime() - leaseMs),
    atOnce,
  ])
  const broken: BrokenChain[] = []
  for (const { scope, scopeId } of due) {
    // Whatever is walked through had a head; without one all of it may be gone.
    const number =
      (await findBrokenLink(db, scope, scopeId, now)) ?? ((await latestHash(db, scope, scopeId)) === null ? 1 : null)
    await db.query('audit-chain-verified', doneSql, [scope, scopeId, now, number])
    if (number !== null) broken.push({ scope, scopeId, number })
  }
  return broken
}

/** Chains that were broken when they were last walked through, and how long ago the one that waits longest was, in seconds. */
export async function countChains(db: Queries, now: Date): Promise<{ broken: number; oldestSeconds: number }> {
  const [row] = await db.query('audit-chains-count', countSql, [now])
  return row ?? { broken: 0, oldestSeconds: 0 }
}

// Also chains whose head is gone.
const takeSql = `insert into audit.checks as kept (scope, scope_id, taken_at)
  select scope, scope_id, $1 from (
    select scope, scope_id, c.verified_at from audit.heads left join audit.checks c using (scope, scope_id)
      where (c.verified_at is null or c.verified_at <= $2) and (c.taken_at is null or c.taken_at <= $3)
    union all
    select scope, scope_id, c.verified_at from audit.checks c
      where c.verified_at <= $2 and c.taken_at <= $3 and not exists (select from audit.heads h where h.scope = c.scope and h.scope_id = c.scope_id)
  ) due order by verified_at nulls first, scope, scope_id limit $4
  on conflict (scope, scope_id) do update set taken_at = excluded.taken_at where kept.taken_at <= $3
  returning scope, scope_id as "scopeId"`
const doneSql = 'update audit.checks set verified_at = $3, broken_number = $4 where scope = $1 and scope_id = $2'
const countSql = `select count(*) filter (where broken_number is not null)::int as broken,
  coalesce(extract(epoch from $1::timestamptz - min(coalesce(verified_at, taken_at))), 0)::float8 as "oldestSeconds" from audit.checks`

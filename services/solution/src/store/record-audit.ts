import type { Queries } from '@bollard/database'

export interface AuditEntry {
  readonly at: Date
  readonly actorId: string
  readonly action: 'solution.created'
  readonly solutionId: string
  /** Id of the request, as in the logs. */
  readonly requestId: string
  /** What became of it; no secrets. */
  readonly details: Readonly<Record<string, unknown>>
}

/** Writes down who did what, in the transaction that does it. The service can add rows here and do nothing else with them. */
export async function recordAudit(tx: Queries, entry: AuditEntry): Promise<void> {
  await tx.query('solution-audit', 'insert into solution.audit (at, actor_id, action, solution_id, request_id, details) values ($1, $2, $3, $4, $5, $6)', [
    entry.at,
    entry.actorId,
    entry.action,
    entry.solutionId,
    entry.requestId,
    JSON.stringify(entry.details),
  ])
}

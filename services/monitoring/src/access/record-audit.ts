import { type Call, type Caller, isApiKeyCaller } from '@bollard/access'
import { type AuditEntry, type AuditEvent, recordAudit as appendToAudit } from '@bollard/audit'
import { ProblemError } from '@bollard/contracts'
import type { Queries } from '@bollard/database'

/** What a caller did to what a solution monitors. */
export interface MonitoringChange extends Pick<AuditEvent, 'action' | 'target' | 'before' | 'after'> {
  readonly solutionId: string
}

/** Records what a caller did, in the transaction that does it. Call it last there: the log of a solution is written by one at a time. */
export async function recordAudit(
  tx: Queries,
  actor: Caller,
  call: Call,
  at: Date,
  { solutionId, ...event }: MonitoringChange,
): Promise<void> {
  await appendToAudit(tx, {
    scope: 'SOLUTION',
    scopeId: solutionId,
    ...event,
    at,
    actor: await auditedActor(tx, actor),
    from: call.from,
  })
}

/** People see the public id of a key; the service itself uses its number. */
async function auditedActor(tx: Queries, actor: Caller): Promise<AuditEntry['actor']> {
  if (!isApiKeyCaller(actor)) return { kind: 'USER', id: actor.userId }
  const [key] = await tx.query('monitoring-key-public-id', 'select id from monitoring.api_keys where number = $1', [
    actor.apiKey.apiKeyId,
  ])
  if (key === undefined) throw new ProblemError('secret-key-invalid')
  return { kind: 'API_KEY', id: key.id }
}

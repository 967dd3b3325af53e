import type { Actor, Call } from '@bollard/access'
import { type AuditEvent, recordEvent } from '@bollard/audit'
import type { Queries } from '@bollard/database'

/** Writes down what an operator did here, with the reason of their change mode, in the transaction that does it. */
export async function recordOperation(
  tx: Queries,
  actor: Actor,
  call: Pick<Call, 'from'>,
  at: Date,
  event: Pick<AuditEvent, 'action' | 'target' | 'after'>,
): Promise<void> {
  await recordEvent(tx, actor, call, at, { scope: 'SYSTEM', scopeId: 'operations', ...event, asOperator: true })
}

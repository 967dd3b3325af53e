import type { Queries } from '@bollard/database'
import { type AuditEntry, type AuditOrigin, recordAudit } from './record-audit.ts'

/** What happened to a solution, an organization or an account. `before` and `after` hold only the fields that changed, and never a secret. */
export interface AuditEvent extends Pick<AuditEntry, 'scope' | 'scopeId' | 'action' | 'target' | 'before' | 'after'> {
  /** The actor did it as an administrator of the installation. */
  readonly asOperator?: boolean
}

/** Writes down what a person did, in the transaction that does it; null is the system itself. */
export async function recordEvent(
  tx: Queries,
  actor: { readonly userId: string } | null,
  call: { readonly from: AuditOrigin } | null,
  at: Date,
  { asOperator = false, ...event }: AuditEvent,
): Promise<void> {
  await recordAudit(tx, {
    ...event,
    at,
    actor: actor === null ? { kind: 'SYSTEM' } : { kind: asOperator ? 'OPERATOR' : 'USER', id: actor.userId },
    ...(call ? { from: call.from } : {}),
  })
}

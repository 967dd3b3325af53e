import type { Queries } from '@bollard/database'
import { type AuditEntry, type AuditOrigin, recordAudit } from './record-audit.ts'

/** What happened to a solution, an organization or an account. `before` and `after` hold only the fields that changed, and never a secret. */
export interface AuditEvent extends Pick<AuditEntry, 'scope' | 'scopeId' | 'action' | 'target' | 'before' | 'after'> {
  /** The actor did it as an administrator of the installation. */
  readonly asOperator?: boolean
}

/** Who did something. Of an operator also why they may change things at this moment: see `Operating` of @bollard/access. */
export interface AuditActor {
  readonly userId: string
  readonly operating?: { readonly change: { readonly reason: string; readonly ticket: string | null } | null } | null
}

/**
 * Writes down what a person did, in the transaction that does it; null is the system itself. What an operator changed carries the
 * reason and the ticket of their change mode, as `operatorReason` and `ticket`: here, so that no call can forget it.
 */
export async function recordEvent(
  tx: Queries,
  actor: AuditActor | null,
  call: { readonly from: AuditOrigin } | null,
  at: Date,
  { asOperator = false, ...event }: AuditEvent,
): Promise<void> {
  const change = (asOperator && actor?.operating?.change) || null
  await recordAudit(tx, {
    ...event,
    ...(change === null ? {} : { after: { ...event.after, ...reasonOf(change) } }),
    at,
    actor: actor === null ? { kind: 'SYSTEM' } : { kind: asOperator ? 'OPERATOR' : 'USER', id: actor.userId },
    ...(call ? { from: call.from } : {}),
  })
}

function reasonOf({ reason, ticket }: { readonly reason: string; readonly ticket: string | null }) {
  return { operatorReason: reason, ...(ticket === null ? {} : { ticket }) }
}

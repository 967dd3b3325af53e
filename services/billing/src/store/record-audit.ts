import { type AuditEntry, recordAudit as record } from '@bollard/audit'
import type { Queries } from '@bollard/database'
import type { Actor, Call } from '@bollard/access'

/**
 * What happened to an account's means of paying, to a solution's plan, or to an organization's earnings. `before` and `after` hold only the
 * fields that changed; never the number of a card or an account, nor a token.
 */
export interface AuditEvent extends Pick<AuditEntry, 'scope' | 'scopeId' | 'action' | 'target' | 'before' | 'after'> {
  /** The actor did it as an administrator of the installation. */
  readonly asOperator?: boolean
}

/** Writes down what an actor did, in the transaction that does it; null is the system itself. */
export async function recordAudit(
  tx: Queries,
  actor: Pick<Actor, 'userId'> | null,
  call: Pick<Call, 'from'> | null,
  at: Date,
  { asOperator = false, ...event }: AuditEvent,
): Promise<void> {
  await record(tx, {
    ...event,
    at,
    actor: actor === null ? { kind: 'SYSTEM' } : { kind: asOperator ? 'OPERATOR' : 'USER', id: actor.userId },
    ...(call ? { from: call.from } : {}),
  })
}

/** What happened to the money of an organization; null stands for a payout run, which belongs to all of them. */
export interface ProgrammeEvent extends Pick<AuditEvent, 'action' | 'target' | 'before' | 'after'> {
  readonly organizationId: string | null
}

/** An operator's call. */
export interface Operation {
  readonly actor: Pick<Actor, 'userId'>
  readonly call: Pick<Call, 'from'>
}

/** Writes down what an operator, or null for a job, did to an organization's money. */
export function recordOperation(
  tx: Queries,
  by: Operation | null,
  at: Date,
  { organizationId, ...event }: ProgrammeEvent,
): Promise<void> {
  const scope =
    organizationId === null
      ? ({ scope: 'SYSTEM', scopeId: 'payouts' } as const)
      : ({ scope: 'ORGANIZATION', scopeId: organizationId } as const)
  return recordAudit(tx, by?.actor ?? null, by?.call ?? null, at, { ...event, ...scope, asOperator: true })
}

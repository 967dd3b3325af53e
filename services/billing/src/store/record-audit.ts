import type { Actor, Call } from '@bollard/access'
import { type AuditEvent, recordEvent } from '@bollard/audit'
import type { Queries } from '@bollard/database'

/** Never the number of a card or an account, nor a token: the log cannot be changed. */
export const recordAudit = recordEvent

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

import { type AuditEntry, recordAudit } from '@bollard/audit'
import type { Queries } from '@bollard/database'
import type { Actor, Call } from '../billing-context.ts'

type AuditEvent = Pick<AuditEntry, 'action' | 'target' | 'before' | 'after'> & {
  readonly organizationId: string | null
}

/** Who does something, and where the call came from. */
export interface Operation {
  readonly actor: Pick<Actor, 'userId'>
  readonly call: Pick<Call, 'from'>
}

/** Writes down what an operator, or null for a job, did to an organization's money, or to all of it at once where no organization is named. */
export async function recordOperation(
  tx: Queries,
  by: Operation | null,
  at: Date,
  { organizationId, ...event }: AuditEvent,
): Promise<void> {
  const scope =
    organizationId === null
      ? ({ scope: 'SYSTEM', scopeId: 'payouts' } as const)
      : ({ scope: 'ORGANIZATION', scopeId: organizationId } as const)
  const who =
    by === null
      ? { actor: { kind: 'SYSTEM' } as const }
      : { from: by.call.from, actor: { kind: 'OPERATOR', id: by.actor.userId } as const }
  await recordAudit(tx, { ...event, ...scope, ...who, at })
}

/** Writes down what became of an organization's money by itself. */
export async function recordByItself(
  tx: Queries,
  at: Date,
  { organizationId, ...event }: AuditEvent & { readonly organizationId: string },
): Promise<void> {
  await recordAudit(tx, { ...event, scope: 'ORGANIZATION', scopeId: organizationId, at, actor: { kind: 'SYSTEM' } })
}

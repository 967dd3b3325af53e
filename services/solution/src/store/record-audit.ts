import type { Actor, Call } from '@bollard/access'
import { recordAudit as record } from '@bollard/audit'
import type { Queries } from '@bollard/database'

/** What happened to a solution or an organization. */
export interface AuditEvent {
  readonly scope: 'SOLUTION' | 'ORGANIZATION'
  readonly scopeId: string
  readonly action: string
  readonly target?: { readonly kind: string; readonly id: string }
  /** Only the fields that changed, and never a secret. */
  readonly before?: Readonly<Record<string, unknown>>
  readonly after?: Readonly<Record<string, unknown>>
  /** The actor did it as an administrator of the deployment. */
  readonly asOperator?: boolean
}

/** Writes down what an actor did, in the transaction that does it; null is the system itself. */
export async function recordAudit(
  tx: Queries,
  actor: Pick<Actor, 'userId'> | null,
  call: Pick<Call, 'from'> | null,
  at: Date,
  event: AuditEvent,
): Promise<void> {
  const { asOperator = false, ...entry } = event
  await record(tx, {
    ...entry,
    at,
    actor: actor === null ? { kind: 'SYSTEM' } : { kind: asOperator ? 'OPERATOR' : 'USER', id: actor.userId },
    ...(call ? { from: call.from } : {}),
  })
}
